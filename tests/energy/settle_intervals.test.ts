import { describe, expect, test } from "vitest";
import type { GridDay, GridDirection } from "../../src/energy/grid.ts";
import type { IntervalPart } from "../../src/energy/intervals.ts";
import { settleIntervals } from "../../src/energy/settle_intervals.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { HOUR, localDays } from "../../src/time.ts";
import { energyRow } from "./table_rows.ts";

const days = localDays("2025-06-01", "2025-06-01", "UTC"), { start, end } = days[0]!;
const SLOTS = 24;
/** Of a day whose samples lack nothing. */
const NO_SILENCE = { start, end: start, kwh: NaN };
const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

/** A day of whose power nothing is known, in hours. */
function settled(
  row: Partial<EnergyRow>,
  light: IntervalPart["light"] = [],
  silence = { start, end, kwh: NaN },
  reading = new Float64Array(SLOTS + 1).fill(NaN),
) {
  const zeros = () => new Float64Array(SLOTS);
  const counted = {
    reading,
    sigma: 0,
    silences: [[silence]],
  };
  const part: IntervalPart = {
    days,
    offsets: Uint32Array.of(0, SLOTS),
    light,
    time: Float64Array.from({ length: SLOTS }, (_, slot) => start + slot * HOUR),
    import_kwh: zeros(),
    export_kwh: zeros(),
    yield_kwh: zeros(),
    import_sigma: zeros(),
    export_sigma: zeros(),
    covered: zeros().map((_, slot) =>
      slot * HOUR + start < silence.start || slot * HOUR + start >= silence.end ? HOUR : 0
    ),
    counted: { import: counted, export: counted },
  };
  const direction: GridDirection = {
    kwh: null,
    method: "counter",
    integral: 0,
    sigma: 0,
    flags: [],
  };
  const grid: GridDay = {
    coverage: 0,
    imports: direction,
    exports: direction,
    cancelled: 0,
    isSparse: false,
  };
  const found = [{ row: energyRow("2025-06-01", row), grid }];
  return settleIntervals([part], found, { zone: "UTC", step: HOUR });
}

describe("a day of which counters know the energies, and nothing knows the power", () => {
  test("imports evenly, at no known time, and to the last digit what the register counted", () => {
    const { import_kwh, unplaced } = settled({ import_kwh: 120 });
    expect([...import_kwh]).toEqual(Array(SLOTS).fill(expect.closeTo(5, 9)));
    expect(sum(import_kwh)).toBeCloseTo(120, 9);
    expect(unplaced).toContainEqual({ flow: "import", start, end, kwh: expect.closeTo(120, 9) });
  });

  test("generates evenly while it is light, however little", () => {
    const light = [{ start: start + 6 * HOUR, end: start + 16 * HOUR }];
    const { yield_kwh, unplaced } = settled({ yield_kwh: 0.5 }, light);
    expect([...yield_kwh].map((kwh) => Math.round(kwh * 1e9) / 1e9))
      .toEqual([...Array(6).fill(0), ...Array(10).fill(0.05), ...Array(8).fill(0)]);
    expect(unplaced).toContainEqual({ flow: "yield", ...light[0], kwh: 0.5 });
  });

  test("puts what was counted in a silence there, however little, and the rest elsewhere", () => {
    const silence = { start: start + 6 * HOUR, end: start + 10 * HOUR, kwh: 0.4 };
    const { import_kwh } = settled({ import_kwh: 2.4 }, [], silence);
    expect(sum(import_kwh.subarray(6, 10))).toBeCloseTo(0.4, 9);
    expect(import_kwh[0]).toBeCloseTo(0.1, 9);
  });

  test("adds up to the day's energy although its last reading says less", () => {
    const reading = new Float64Array(SLOTS + 1).fill(NaN);
    reading.set([100, 101], 0);
    reading[SLOTS] = 104;
    const { import_kwh } = settled({ import_kwh: 5 }, [], NO_SILENCE, reading);
    expect(import_kwh[0]).toBeCloseTo(1, 9);
    expect(sum(import_kwh)).toBeCloseTo(5, 9);
  });

  test("leaves nothing to place if nothing was generated", () => {
    const { yield_kwh, unplaced } = settled({ yield_kwh: 0 });
    expect(sum(yield_kwh)).toBe(0);
    expect(unplaced.filter(({ flow }) => flow === "yield")).toEqual([]);
  });
});
