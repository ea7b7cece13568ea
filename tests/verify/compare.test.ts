import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { isUnexplained } from "../../src/commands/verify/print.ts";
import { analyseDays, type Stretch } from "../../src/energy/days.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { formatSelector, type Selector } from "../../src/selector.ts";
import { HOUR, localDays, MINUTE, type TimeRange } from "../../src/time.ts";
import { compareDays, utcWindows } from "../../src/verify/compare.ts";
import { memorySource } from "../memory_source.ts";

const ZONE = "Europe/Berlin";
// Nothing that is compared needs the power of its inverter.
const house = parseHousehold({ zone: ZONE, roles: { generation_power: null } });
const days = localDays("2025-05-31", "2025-06-04", ZONE);
const from = days[0]!.start, to = days.at(-1)!.end;

/** A minute of samples after the other. */
function series(name: string, value: (at: number) => number): LabelledSamples {
  const time = Float64Array.from({ length: (to - from) / MINUTE }, (_, i) => from + i * MINUTE);
  return { labels: { __name__: name, ain: "1-1" }, time, value: time.map(value) };
}

/** A house that imports and exports 500 W every other hour, and yields 12 kWh a day. */
const raw = [
  series("gridbox_ha_multimeter_power_W", (at) => at / HOUR % 2 < 1 ? 500 : -500),
  series("gridbox_ha_multimeter_energy_Wh", (at) => 1e6 + (at - from) / HOUR * 250),
  series("inverter_production_today_kwh", (at) => ((at - from) % (24 * HOUR)) / HOUR / 2),
];

/** A server that says the same for every day, and remembers what it was asked. */
function server(answers: { yield: number; import: number; export: number }) {
  const asked: string[] = [];
  const source = memorySource(joinSeries(raw));
  return {
    asked,
    description: "a server",
    samples: async (selector: Selector | string, range: TimeRange) => ({
      ...await source.samples(selector as Selector, range),
      requests: 1,
    }),
    query: () => Promise.reject(new Error("All days have 24 hours")),
    queryRange(expression: string, range: TimeRange & { step: number }) {
      asked.push(expression);
      const value = expression.includes("max_over_time")
        ? answers.yield
        : expression.includes("increase")
        ? answers.import
        : answers.export;
      const time: number[] = [];
      for (let at = range.start; at <= range.end; at += range.step) time.push(at);
      const one = { labels: {}, time: Float64Array.from(time), value: time.map(() => value) };
      const columns = joinSeries([{ ...one, value: Float64Array.from(one.value) }]);
      return Promise.resolve({ columns, notices: ["a warning"], requests: 1 });
    },
  };
}

const ALL = { from: "2025-06-01", to: "2025-06-03", now: to };

describe("compareDays()", () => {
  test("explains what an honest server says", async () => {
    const honest = server({ yield: 12 - 1 / 120, import: 6, export: 6 });
    const { comparisons, notices } = await compareDays(honest, house, ALL);
    const local = comparisons.filter((one) => one.days === "local");
    expect(local.map(({ quantity }) => quantity)).toEqual(["yield", "import", "export"]);
    expect(local.flatMap(({ rows }) => rows).filter(isUnexplained)).toEqual([]);
    expect(local.every(({ rows }) => rows.length === 3)).toBe(true);
    expect(notices).toEqual(["a warning"]);
  });

  test.each([
    ["yield", 0],
    ["import", 1],
    ["export", 2],
  ])("does not explain a wrong %s away", async (quantity, index) => {
    const right = { yield: 12 - 1 / 120, import: 6, export: 6 };
    const lying = server({ ...right, [quantity]: right[quantity as "yield"] + 0.05 });
    const { comparisons } = await compareDays(lying, house, ALL);
    const local = comparisons.filter((one) => one.days === "local");
    expect(local.map(({ rows }) => rows.filter(isUnexplained).length))
      .toEqual([0, 0, 0].with(index, 3));
    expect(local[index]!.rows.every(({ rest }) => Math.abs(rest! - 0.05) < 0.001)).toBe(true);
  });

  test("spells the rule out where it does not exist", async () => {
    const honest = server({ yield: 12, import: 6, export: 6 });
    const { comparisons } = await compareDays(honest, house, ALL);
    expect(comparisons.at(-1)!.withoutRule).toEqual(["2025-06-01", "2025-06-02", "2025-06-03"]);
    expect(honest.asked.filter((one) => one.includes("home:"))).toEqual([]);
  });

  test("leaves out a UTC day that is not over when the local day is", async () => {
    const honest = server({ yield: 12, import: 6, export: 6 });
    const now = days[3]!.end + HOUR;
    const { comparisons } = await compareDays(honest, house, { ...ALL, now });
    expect(comparisons.map(({ days, rows }) => [days, rows.length]))
      .toEqual(Array(3).fill([["local", 3], ["utc", 2]]).flat());
  });
});

describe("utcWindows()", () => {
  test("end at midnights of UTC, whatever the zone", () => {
    expect(utcWindows("2025-10-26", "2025-10-27")).toEqual([
      {
        label: "2025-10-26",
        start: Date.UTC(2025, 9, 26),
        end: Date.UTC(2025, 9, 27),
        at: Date.UTC(2025, 9, 27),
      },
      {
        label: "2025-10-27",
        start: Date.UTC(2025, 9, 27),
        end: Date.UTC(2025, 9, 28),
        at: Date.UTC(2025, 9, 28),
      },
    ]);
  });
});

describe("the samples that it takes to retrace both kinds of days", () => {
  const from = "2025-06-01", to = "2025-06-02", nothing = memorySource(joinSeries([]));
  const rangesOf = async (zone: string, now: number) => {
    const ranges: TimeRange[] = [];
    const onStretch = ({ range }: Stretch) => ranges.push(range);
    await analyseDays(nothing, defaultHousehold({ zone }), { from, to, now, onStretch });
    return ranges;
  };

  test("hold the UTC days of the farthest zones, and nothing to come", async () => {
    for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
      const [{ start, end }] = await rangesOf(zone, Infinity) as [TimeRange];
      expect(start).toBeLessThanOrEqual(Date.UTC(2025, 5, 1));
      expect(end).toBeGreaterThanOrEqual(Date.UTC(2025, 5, 3));
    }
    const now = Date.UTC(2025, 5, 3, 1);
    expect(await rangesOf("UTC", now)).toEqual([{ start: Date.UTC(2025, 4, 31), end: now }]);
  });

  test("are pulled once", async () => {
    const asked: string[] = [], honest = server({ yield: 12, import: 6, export: 6 });
    await compareDays(
      {
        ...honest,
        samples: (selector, range) => {
          asked.push(`${formatSelector(selector as Selector)} ${range.start}`);
          return honest.samples(selector, range);
        },
      },
      house,
      ALL,
    );
    expect(asked.length).toBeGreaterThan(4);
    expect(asked).toEqual([...new Set(asked)]);
  });
});

test("utcWindows(): a step of a day ends at midnight UTC", () => {
  const [day] = utcWindows("2025-03-30", "2025-03-30");
  expect(day!.at).toBe(Date.UTC(2025, 2, 31));
});

test("nothing is left to explain where nobody has samples", async () => {
  const nothing = () => Promise.resolve({ columns: joinSeries([]), notices: [], requests: 1 });
  const client = {
    ...{ description: "an empty server", samples: nothing, queryRange: nothing },
    query: async () => ({ ...await nothing(), resultType: "vector" as const }),
  };
  const house = defaultHousehold({ zone: "Europe/Berlin" });
  const { comparisons } = await compareDays(client, house, {
    from: "2025-06-01",
    to: "2025-06-02",
  });
  expect(comparisons.flatMap(({ rows }) => rows).every(({ rest }) => rest === null)).toBe(true);
});
