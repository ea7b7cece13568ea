import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { type Household, parseHousehold } from "../../src/household.ts";
import type { Figure } from "../../src/server_side/expressions.ts";
import { serverSideDays, type ServerSideOptions } from "../../src/server_side/server_side_days.ts";
import { HOUR } from "../../src/time.ts";
import { defaultHousehold } from "../../src/household.ts";

const DAY = 24 * HOUR;
const FIRST = "2025-05-31";

/**
 * Answers for days of UTC from 31 May on: the figures of each as `name:value`, separated by commas,
 * or `nothing`.
 */
function server(text: string) {
  const days = text.trim().split(/\s*\n\s*/).map((line) =>
    new Map(
      line.split(",").map((part) => {
        const [name, value] = part.trim().split(":");
        return [name!, Number(value)];
      }),
    )
  );
  const asked: { expression: string; at: number[] }[] = [];
  const answer = (expression: string, times: number[]) => {
    asked.push({ expression, at: times });
    const names = [...expression.matchAll(/"wattbook", "(\w+)", "wattbook"/g)]
      .map(([, name]) => name as Figure);
    const series = names.map((name) => {
      const known = times.flatMap((time) => {
        const value = days[(time - Date.parse(FIRST)) / DAY]?.get(name);
        return value === undefined ? [] : [[time, value] as const];
      });
      return {
        labels: { wattbook: name },
        time: Float64Array.from(known, ([time]) => time),
        value: Float64Array.from(known, ([, value]) => value),
      };
    });
    const columns = joinSeries(series.filter(({ time }) => time.length > 0));
    return { columns, notices: ["a warning"], requests: 1, resultType: "vector" as const };
  };
  return {
    asked,
    description: "a stand-in",
    query: (expression: string, { time }: { time?: number } = {}) =>
      Promise.resolve(answer(expression, expression.includes("count(max") ? [] : [time!])),
    queryRange: (expression: string, { start, end }: { start: number; end: number }) =>
      Promise.resolve(
        answer(
          expression,
          Array.from({ length: (end - start) / DAY + 1 }, (_, i) => start + i * DAY),
        ),
      ),
  };
}

const HOUSE = parseHousehold({ zone: "UTC" });
const NOW = Date.UTC(2025, 5, 5);

async function rows(
  text: string,
  { house = HOUSE, ...options }: Partial<ServerSideOptions> & { house?: Household } = {},
) {
  const table = await serverSideDays(server(text), house, {
    from: "2025-06-01",
    to: "2025-06-02",
    now: NOW,
    ...options,
  });
  return table.rows;
}

const WHOLE = "grid_minutes:1440";
/** 31 May to 3 June: two days to show, with their neighbours. */
const GOOD = `
  ${WHOLE}, import:4, import_reading:100, export:6, yield:10, lifetime:1000, opening:990
  ${WHOLE}, import:5, import_reading:105, export:6, yield:10, lifetime:1010, opening:1000
  ${WHOLE}, import:5, import_reading:110, export:6, yield:10, lifetime:1020, opening:1010
  ${WHOLE}, import:5, import_reading:115, export:6, yield:10, lifetime:1030, opening:1020
`;

/** The days with another line in place of one: 0 is 31 May. */
function changed(index: number, change: (line: string) => string): string {
  return GOOD.trim().split("\n").map((line, i) => i === index ? change(line) : line).join("\n");
}

describe("serverSideDays()", () => {
  test("has the columns of the daily table, and says who computed it", async () => {
    const table = await serverSideDays(server(GOOD), HOUSE, {
      from: "2025-06-01",
      to: "2025-06-02",
      now: NOW,
    });
    expect(table).toMatchObject({
      kind: "day",
      zone: "UTC",
      source: "a stand-in, which computed the days",
      notices: ["a warning"],
      isRepaired: false,
    });
    expect(table.rows).toHaveLength(2);
    expect(table.rows[0]).toEqual({
      date: "2025-06-01",
      start: Date.UTC(2025, 5, 1),
      end: Date.UTC(2025, 5, 2),
      hours: 24,
      import_kwh: 5,
      export_kwh: 6,
      yield_kwh: 10,
      self_consumed_kwh: 4,
      consumption_kwh: 9,
      autarky: 4 / 9,
      self_consumption_rate: 0.4,
      coverage_grid: 1,
      coverage_pv: null,
      complete: true,
      method: "import:server_counter export:server_integral yield:server_day_counter",
      flags: [],
    });
  });

  test("asks for the days around, but never for what is to come", async () => {
    const one = server(GOOD);
    await serverSideDays(one, HOUSE, { from: "2025-06-01", to: "2025-06-02", now: NOW });
    expect(one.asked.slice(1).map(({ at }) => at.length)).toEqual([4]);
    const early = server(GOOD);
    const now = Date.UTC(2025, 5, 2, 6, 30, 0, 500);
    await serverSideDays(early, HOUSE, { from: "2025-06-01", to: "2025-06-02", now });
    expect(early.asked.slice(1).map(({ at }) => at.length)).toEqual([2, 1]);
    expect(early.asked[2]!.expression).toContain("[23400s] offset -23399999ms");
  });

  test("a day without samples is empty, never zero", async () => {
    const [first, second] = await rows(changed(1, () => "nothing"));
    expect(first).toMatchObject({
      import_kwh: null,
      export_kwh: null,
      yield_kwh: null,
      consumption_kwh: null,
      coverage_grid: 0,
      complete: false,
      method: "import:unknown export:unknown yield:unknown",
      flags: ["no_data"],
    });
    expect(second).toMatchObject({ import_kwh: 5, complete: false, flags: ["unchecked"] });
  });

  test("a day without the inverter has no yield, unless its lifetime counter stood still", async () => {
    const grid = `${WHOLE}, import:5, import_reading:105, export:0`;
    const [dark] = await rows(changed(1, () => grid));
    expect(dark).toMatchObject({
      yield_kwh: null,
      consumption_kwh: null,
      coverage_pv: 0,
      complete: false,
      flags: ["pv_gap"],
    });
    const [snowed] = await rows(changed(1, () => grid).replace("opening:1010", "opening:1000"));
    expect(snowed).toMatchObject({
      yield_kwh: 0,
      consumption_kwh: 5,
      coverage_pv: 0,
      complete: true,
      method: "import:server_counter export:server_integral yield:server_lifetime_counter",
      flags: ["pv_gap"],
    });
  });

  test("a gap in the grid power is flagged, and the export not complete", async () => {
    const [gap] = await rows(changed(1, (line) => line.replace("1440", "1200")));
    expect(gap).toMatchObject({ export_kwh: 6, complete: false });
    expect(gap!.flags).toEqual(["grid_gap", "unchecked"]);
    expect(gap!.coverage_grid).toBeCloseTo(1200 / 1440, 9);
  });

  test("a day without grid samples knows its yield only", async () => {
    // VictoriaMetrics says that nothing was added to the register since the evening before.
    const line = "import:0, yield:10, lifetime:1010, opening:1000";
    const [off] = await rows(changed(1, () => line));
    expect(off).toMatchObject({
      import_kwh: null,
      export_kwh: null,
      yield_kwh: 10,
      self_consumed_kwh: null,
      coverage_grid: 0,
      complete: false,
      flags: ["grid_gap"],
    });
  });

  test.each([
    ["import_reading:105", "import_reading:107", ["register_partial"]],
    ["import_reading:105", "import_reading:103", ["register_mismatch"]],
    ["lifetime:1010", "lifetime:1014", ["counter_reset", "unchecked"]],
    ["export:6", "export:16", ["export_exceeds_yield"]],
  ])("is complete only if %s agrees", async (from, to, flags) => {
    const [row] = await rows(changed(1, (line) => line.replace(from, to)));
    expect(row!.flags).toEqual(expect.arrayContaining(flags));
    expect(row!.complete).toBe(false);
  });

  test("is never complete without a lifetime counter", async () => {
    const house = parseHousehold({ zone: "UTC", roles: { yield_total: null } });
    const text = GOOD.replaceAll(/, lifetime:\d+, opening:\d+/g, "");
    for (const row of await rows(text, { house })) {
      expect(row).toMatchObject({ yield_kwh: 10, complete: false, flags: ["unchecked"] });
    }
  });

  test("the running day is a row if asked for", async () => {
    const now = Date.UTC(2025, 5, 2, 12);
    expect(await rows(GOOD, { now })).toHaveLength(1);
    const [, today] = await rows(changed(2, (line) => line.replace("1440", "720")), {
      now,
      includeToday: true,
    });
    expect(today).toMatchObject({
      date: "2025-06-02",
      end: Date.UTC(2025, 5, 3),
      import_kwh: 5,
      coverage_grid: 1,
      complete: false,
    });
    expect(today!.flags).toContain("running");
  });

  test("a house without counters has what the power says", async () => {
    const roles = { import_energy: null, yield_today: null, yield_total: null };
    const house = parseHousehold({ zone: "UTC", roles });
    const text = GOOD.replaceAll(/, (import_reading|lifetime|opening):\d+/g, "");
    const [row] = await rows(text, { house });
    expect(row).toMatchObject({
      import_kwh: 5,
      yield_kwh: 10,
      complete: false,
      method: "import:server_integral export:server_integral yield:server_integral",
      flags: ["yield_integrated", "import_integrated"],
    });
  });

  test("a house without an inverter needs none to be complete", async () => {
    const roles = { generation_power: null, yield_today: null, yield_total: null };
    const house = parseHousehold({ zone: "UTC", roles });
    const meter = GOOD.replaceAll(/, (yield|lifetime|opening):\d+/g, "");
    const [row] = await rows(meter.replaceAll("export:6", "export:0"), { house });
    expect(row).toMatchObject({ yield_kwh: 0, coverage_pv: null, complete: true, flags: [] });
    expect(row!.consumption_kwh).toBe(row!.import_kwh);
    // What feeds in generates, by an inverter that is not bound.
    const [feeding] = await rows(meter, { house });
    expect(feeding).toMatchObject({
      yield_kwh: null,
      coverage_pv: null,
      complete: true,
      flags: [],
    });
    expect(feeding!.consumption_kwh).toBeNull();
  });
});

test("an empty server gives days of real length without numbers", async () => {
  const answer = { columns: joinSeries([]), notices: [], requests: 1 };
  const client = {
    description: "an empty server",
    query: () => Promise.resolve({ ...answer, resultType: "vector" as const }),
    queryRange: () => Promise.resolve(answer),
  };
  const { rows } = await serverSideDays(client, defaultHousehold({ zone: "Europe/Berlin" }), {
    from: "2025-03-29",
    to: "2025-03-30",
  });
  expect(rows.map(({ hours }) => hours)).toEqual([24, 23]);
  expect(rows[0]).toMatchObject({ import_kwh: null, flags: ["no_data"] });
});
