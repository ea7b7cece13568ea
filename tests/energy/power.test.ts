import { beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { powerFrame, powerOfDays, type PowerTable } from "../../src/energy/power.ts";
import { parseHousehold, readHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import { load } from "../notation.ts";
import { powerOf, stretch } from "../plots/house.ts";
import { peakOf } from "../../src/energy/power.ts";

const DEMO = "data/fixtures/demo";

describe("the power table of the demo household", () => {
  let power: PowerTable;
  const truth = new Map<string, number[]>();
  beforeAll(async () => {
    const [source, household] = await Promise.all([
      openArchive(DEMO),
      readHousehold(`${DEMO}/household.json`),
    ]);
    // Two months, so that they are pulled in two parts, with the end of summer time.
    const analysis = await analyseDays(source, household, {
      ...{ from: "2025-10-20", to: "2025-11-05", strings: true },
      power: [{ step: 15 * MINUTE }],
    });
    power = analysis.power[0]!;
    for (const line of (await Deno.readTextFile(`${DEMO}/truth.csv`)).trim().split("\n").slice(1)) {
      const [day, ...values] = line.split(",");
      truth.set(day!, values.map(Number));
    }
  });

  test("has a slot for every quarter-hour of every local day", () => {
    expect(power.days).toHaveLength(17);
    expect(power.time).toHaveLength(17 * 96 + 4);
    const steps = new Set(power.time.slice(1).map((time, i) => time - power.time[i]!));
    expect([...steps]).toEqual([15 * MINUTE]);
  });

  test("adds up to the true energies of each day", async () => {
    const header = (await Deno.readTextFile(`${DEMO}/truth.csv`)).split("\n")[0]!.split(",");
    const column = (name: string) => header.indexOf(name) - 1;
    for (
      const [name, energy] of [
        ["import_w", "import_kwh"],
        ["export_w", "export_kwh"],
        ["generation_w", "yield_kwh"],
        ["load_w", "consumption_kwh"],
      ] as const
    ) {
      power.days.forEach((day) => {
        let kwh = 0;
        power[name].forEach((watts, i) => {
          if (power.time[i]! >= day.start && power.time[i]! < day.end) kwh += watts / 4000;
        });
        // Samples of a minute against the truth of every second: a kettle is missed or doubled.
        expect(kwh, `${name} ${day.label}`).toBeCloseTo(truth.get(day.label)![column(energy)]!, 0);
      });
    }
  });

  test("names only strings that give power", () => {
    expect(power.strings.map(({ name }) => name)).toEqual(["pv1", "pv2"]);
  });

  test("has no columns of devices that the house does not have", () => {
    expect(power).not.toHaveProperty("consumers");
    expect(power).not.toHaveProperty("battery_w");
    expect(power).not.toHaveProperty("soc");
  });

  test("joins the night that the border of two months divides", () => {
    const nights = power.gaps.generation.filter((gap) => gap.class === "night");
    expect(nights).toHaveLength(18);
    expect(nights[12]!.end - nights[12]!.start).toBeGreaterThan(12 * HOUR);
  });

  test("finds raw peaks above the means", () => {
    expect(power.rawPeaks).toHaveLength(power.days.length);
    const peaks = power.rawPeaks.map((day) => day.import!);
    const { watts, time } = peaks.reduce((a, b) => b.watts > a.watts ? b : a);
    expect(watts).toBeGreaterThan(Math.max(...power.import_w));
    expect(time).toBeGreaterThanOrEqual(power.days[0]!.start);
    power.days.forEach(({ start, end }, d) => {
      expect(peaks[d]!.time).toBeGreaterThanOrEqual(start);
      expect(peaks[d]!.time).toBeLessThan(end);
    });
  });
});

describe("a gap", () => {
  const day = "2025-06-10";

  test("leaves its slots empty, and the load with them", async () => {
    const power = await powerOf({ from: day, to: day }, {
      inverter: stretch(day, "09:00", "12:00"),
    });
    const hours = (values: Float64Array) => values.reduce((n, one) => n + Number(isNaN(one)), 0);
    expect(hours(power.grid_w)).toBe(0);
    expect(hours(power.generation_w)).toBe(3);
    expect(hours(power.load_w)).toBe(3);
    expect(hours(power.strings[0]!.power_w)).toBe(3);
  });

  test("at night is zero generation", async () => {
    const power = await powerOf({ from: day, to: day });
    expect(power.generation_w[0]).toBe(0);
    expect(power.load_w[0]).toBeCloseTo(200, 6);
    expect(power.load_w.some(Number.isNaN)).toBe(false);
  });

  test("is null in the frame", async () => {
    const power = await powerOf({ from: day, to: day }, { grid: stretch(day, "09:00", "12:00") });
    const frame = powerFrame(power);
    expect(frame.columns).toEqual([
      "time",
      "grid_w",
      "import_w",
      "export_w",
      "generation_w",
      "load_w",
      "pv1_w",
      "pv2_w",
    ]);
    expect(frame.getColumn("grid_w").nullCount()).toBe(3);
    expect(frame.getColumn("generation_w").nullCount()).toBe(0);
  });
});

test("refuses slots that no day is made of", async () => {
  await expect(powerOf({ from: "2025-06-10", to: "2025-06-10", step: 0 }))
    .rejects.toMatchObject({ code: "BAD_RANGE" });
});

describe("powerOfDays()", () => {
  test("is what a power table of these days alone would be", async () => {
    const [source, household] = await Promise.all([
      openArchive(DEMO),
      readHousehold(`${DEMO}/household.json`),
    ]);
    const powerFrom = async (from: string, to: string) => {
      const options = { from, to, strings: true, power: [{ step: 5 * MINUTE }] };
      return (await analyseDays(source, household, options)).power[0]!;
    };
    const part = powerOfDays(
      await powerFrom("2025-10-20", "2025-11-05"),
      "2025-10-25",
      "2025-10-26",
    );
    const alone = await powerFrom("2025-10-25", "2025-10-26");
    expect(part.days.map(({ label }) => label)).toEqual(["2025-10-25", "2025-10-26"]);
    expect(part.time).toHaveLength(49 * 12);
    for (const name of ["grid_w", "import_w", "export_w", "generation_w", "load_w"] as const) {
      expectClose(part[name], alone[name]);
    }
    expect(part.strings.map(({ name }) => name)).toEqual(["pv1", "pv2"]);
    part.strings.forEach(({ power_w }, s) => expectClose(power_w, alone.strings[s]!.power_w));
    const { time, rawPeaks, daylight, gaps } = part;
    expect({ time, rawPeaks, daylight, gaps }).toEqual({
      time: alone.time,
      rawPeaks: alone.rawPeaks,
      daylight: alone.daylight,
      gaps: alone.gaps,
    });
  });

  test("of no days is empty", async () => {
    const power = await powerOf({ from: "2025-06-10", to: "2025-06-10" });
    const none = powerOfDays(power, "2025-07-01", "2025-07-02");
    expect([none.time.length, none.days.length, none.strings.length]).toEqual([0, 0, 0]);
  });
});

/** Sums of samples in another order differ in their last bits. */
function expectClose(power: Float64Array, truth: Float64Array): void {
  const rounded = (values: Float64Array) => Array.from(values, (watts) => watts.toPrecision(11));
  expect(rounded(power)).toEqual(rounded(truth));
}

test("leaves out impossible samples even where the table takes them for true", async () => {
  const start = Date.UTC(2025, 5, 1), household = parseHousehold({ zone: "UTC", fuse_amperes: 35 });
  const source = memorySource(
    load("gridbox_ha_multimeter_power_W 60x700 9000000 60x739", { start }),
  );
  const analysed = (repair: boolean) =>
    analyseDays(source, household, {
      ...{ from: "2025-06-01", to: "2025-06-01", repair },
      power: [{ step: HOUR }],
    });
  const [careful, naive] = [await analysed(true), await analysed(false)];
  expect(naive.table.rows[0]!.import_kwh!).toBeGreaterThan(100);
  expect(careful.table.rows[0]!.import_kwh!).toBeLessThan(2);
  expect(Math.max(...careful.power[0]!.import_w)).toBeCloseTo(60, 6);
  expect(naive.power).toEqual(careful.power);
});

test("a peak is the greatest known value", () => {
  const peak = peakOf({ time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, NaN, 9) });
  expect(peak).toEqual({ watts: 9, time: 2 });
});
