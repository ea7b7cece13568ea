import type { Flag } from "../../../src/catalogue/flags.ts";
import type { Calibration } from "../../../src/energy/accuracy/calibration.ts";
import { describe, expect, test } from "vitest";
import { openArchive } from "../../../src/archive/open_archive.ts";
import { DETAIL_COLUMNS } from "../../../src/catalogue/columns.ts";
import {
  bandsOf,
  type Reconciled,
  reconciledFrame,
  rollUpReconciled,
} from "../../../src/energy/accuracy/bands.ts";
import { analyseDays } from "../../../src/energy/days.ts";
import type { GridDirection } from "../../../src/energy/grid.ts";
import type { PvDay } from "../../../src/energy/pv.ts";
import {
  counterError,
  dayEstimates,
  type DayEvidence,
  reconcile,
} from "../../../src/energy/accuracy/reconcile.ts";
import { readHousehold } from "../../../src/household.ts";
import { row } from "../../tables/tables.ts";

const DEMO = "data/fixtures/demo";

describe("reconcile()", () => {
  test("lays every way side by side, also DC against AC, by day and by month", async () => {
    const household = await readHousehold(`${DEMO}/household.json`);
    const { reconciled } = await analyseDays(await openArchive(DEMO), household, {
      from: "2025-06-01",
      to: "2025-06-30",
      strings: true,
    });
    for (const day of reconciled) {
      // Two counters of one inverter: their steps are 0.01 and 0.1 kWh.
      expect(Math.abs(day.yield_day_counter_kwh! - day.yield_lifetime_kwh!)).toBeLessThan(0.11);
      // An inverter gives less than its strings do, and most of it.
      const efficiency = day.yield_integral_kwh! / day.dc_integral_kwh!;
      expect(efficiency).toBeGreaterThan(0.9);
      expect(efficiency).toBeLessThan(1);
      expect(day.import_residual_kwh)
        .toBeCloseTo(day.import_integral_kwh! - day.import_counter_kwh!, 9);
    }
    const [june, ...others] = rollUpReconciled(reconciled, "month");
    expect(others).toEqual([]);
    expect(june!.date).toBe("2025-06");
    const sum = reconciled.reduce((kwh, day) => kwh + day.import_counter_kwh!, 0);
    expect(june!.import_counter_kwh).toBeCloseTo(sum, 9);
    // Noise evens out over a month: its band is narrower than the days' ends added up.
    const { low, high } = june!.bands.export_kwh!;
    const ends = reconciled.map(({ bands }) => bands.export_kwh!);
    expect(low).toBeGreaterThan(ends.reduce((total, day) => total + day.low, 0));
    expect(high).toBeLessThan(ends.reduce((total, day) => total + day.high, 0));
    expect(june!.bands.autarky!.low).toBeLessThan(june!.bands.autarky!.high);
  });

  test("has a frame with the columns of the detail", () => {
    expect(reconciledFrame([]).columns).toEqual([
      "date",
      ...DETAIL_COLUMNS.map(({ name }) => name),
    ]);
  });
});

const SHARP = { scale: 1, shortfall: 0, days: 30 };
const SNAPSHOTS = { grid: SHARP, generation: SHARP };

const integrated = (kwh: number, integral = kwh): GridDirection => (
  { kwh, method: "integral", integral, sigma: 0.1, flags: [] }
);
const read = (kwh: number, { sigma = 0.001, unheard = 0, integral = kwh } = {}): GridDirection => (
  { ...integrated(kwh, integral), method: "counter", register: { sigma, unheard, lost: 0 } }
);
const counted = (changes: Partial<PvDay> = {}): PvDay => ({
  lost: 0,
  tail: 0,
  doubt: 0,
  kwh: 14.4,
  method: "day_counter",
  dayCounter: 14.4,
  lifetime: 14.4,
  integral: 14.4,
  hasPower: true,
  sigma: 0.2,
  steps: [0.1],
  coverage: 1,
  flags: [],
  ...changes,
});

/** Estimates of a day with 2.5 kWh imported, 9.25 kWh exported, 14.4 kWh generated. */
function estimates(
  {
    imported = 2.5,
    imports = read(imported),
    exports = integrated(9.25),
    pv = counted(),
    coverage = 1,
    cancelled = 0,
    isSparse = false,
    grid = SHARP,
  } = {},
) {
  const day = {
    row: row({ import_kwh: imported }),
    grid: { coverage, imports, exports, cancelled, isSparse },
    pv,
    dc: null,
  };
  return dayEstimates(day, { ...SNAPSHOTS, grid });
}

describe("import", () => {
  test("by a register is as good as its readings", () => {
    expect(estimates().import_kwh).toEqual({ kwh: 2.5, below: 0, above: 0, sigma: 0.001 });
  });

  test("by a register that never rises may be as much as the power adds up to", () => {
    const still = read(0, { sigma: 0, integral: 0.09 });
    const { above, below } = estimates({ imported: 0, imports: still }).import_kwh!;
    expect(below).toBe(0);
    expect(above).toBeGreaterThan(0.09);
    // The error of one that does rise contains its step.
    const moving = read(0, { integral: 0.09 });
    expect(estimates({ imported: 0, imports: moving }).import_kwh!.above).toBe(0);
  });

  test("by a register that was heard for a part of the day may be more", () => {
    const { above } = estimates({ imports: read(2.5, { unheard: 0.1 }) }).import_kwh!;
    expect(above).toBeGreaterThan(2.5 / 0.9 * 0.1);
  });

  test("around a reset may be more by what was lost", () => {
    const lost = { method: "counter" as const, register: { sigma: 0.001, unheard: 0, lost: 0.2 } };
    const { above } = estimates({ imports: { ...read(2.5), ...lost } }).import_kwh!;
    expect(above).toBeCloseTo(0.2, 12);
    expect(estimates({ pv: counted({ steps: [], lost: 0.3 }) }).yield_kwh!.above).toBeCloseTo(
      0.3,
      12,
    );
  });

  test("by integration has the calibrated error of its samples", () => {
    const grid = { scale: 3, shortfall: 0, days: 30 };
    const { import_kwh, consumption_kwh, export_kwh } = estimates({
      imports: integrated(2.5),
      grid,
    });
    expect(import_kwh!.sigma).toBeCloseTo(0.3, 12);
    // Both directions stand on the same samples.
    expect(consumption_kwh!.sigma).toBeGreaterThan(import_kwh!.sigma + export_kwh!.sigma - 1e-12);
  });

  test("by integration over a part of the day may be more", () => {
    expect(estimates({ imports: integrated(2.5), coverage: 0.8 }).import_kwh!.above)
      .toBeGreaterThan(2.5 / 0.8 * 0.2);
  });
});

describe("export", () => {
  test("by a register is as good as its readings", () => {
    expect(estimates({ exports: read(9.25, { sigma: 0.04 }) }).export_kwh)
      .toEqual({ kwh: 9.25, below: 0, above: 0, sigma: 0.04 });
  });

  test("while grid power was missing is at most all that was generated", () => {
    expect(estimates({ coverage: 0.99 }).export_kwh!.above).toBeCloseTo(6 * 14.4 * 0.01, 9);
    expect(estimates({ coverage: 0.5 }).export_kwh!.above).toBeCloseTo(14.4 - 9.25, 9);
  });

  test("of few samples scatters as if nothing were measured, whatever the import says", () => {
    const isSparse = true;
    expect(estimates({ isSparse }).export_kwh!.sigma).toBeCloseTo(2 * 0.1, 12);
    expect(estimates({ isSparse, cancelled: 0.3 }).export_kwh!.sigma).toBeCloseTo(2 * 0.1, 5);
    const grid = { scale: 3, shortfall: 0, days: 30 };
    expect(estimates({ isSparse, grid }).export_kwh!.sigma).toBeCloseTo(3 * 0.1, 12);
    expect(estimates({ isSparse }).import_kwh!.sigma).toBe(0.001);
  });

  test("that no register of its own confirms is known to no better than a thousandth or so", () => {
    const exports = { ...integrated(9.25), sigma: 0.0001 };
    expect(estimates({ exports }).export_kwh!.sigma).toBeCloseTo(0.0005 * 9.25, 9);
    expect(estimates({ exports: read(9.25, { sigma: 0.0001 }) }).export_kwh!.sigma).toBe(0.0001);
  });

  test("of a meter that reports means reaches by what cancelled, as the import's register tells", () => {
    const grid = { scale: 5, shortfall: 3, days: 30 };
    const told = estimates({ imports: read(2.5, { integral: 2.1 }), grid }).export_kwh!;
    expect(told.above).toBeCloseTo(0.4, 12);
    // It is known, not estimated: its scatter is no noise.
    expect(told.sigma).toBeCloseTo(Math.hypot(0.1, 0.001), 12);
    const usual = estimates({ imports: integrated(2.5), grid }).export_kwh!;
    expect(usual.above).toBeCloseTo(3 * 0.1, 12);
    expect(usual.sigma).toBeCloseTo(0.5, 12);
  });

  test("of such a meter may be more by what its power shows, where no register tells", () => {
    const guess = { scale: 2, shortfall: 0, days: 0 }, few = { grid: guess, cancelled: 0.3 };
    for (const imports of [integrated(2.5), read(2.5, { integral: 2.3, sigma: 0.4 })]) {
      const { above, below, sigma } = estimates({ ...few, imports }).export_kwh!;
      expect([above, below]).toEqual([0.3 * 1.5, 0]);
      // There is no noise between two means.
      expect(sigma).toBeCloseTo(0.1, 12);
    }
    // The import, without a register, may lack as much.
    expect(estimates({ ...few, imports: integrated(2.5) }).import_kwh!.above).toBe(0.3 * 1.5);
    // A register tells more, if it is fine enough, on the first day already.
    const told = estimates({ ...few, imports: read(2.5, { integral: 2.3, sigma: 0.04 }) });
    expect(told.export_kwh!.above).toBeCloseTo(0.2, 12);
    expect(told.export_kwh!.sigma).toBeCloseTo(Math.hypot(0.1, 0.04), 12);
  });

  test("may be as wrong as the import of a day on which its power was, and no wronger", () => {
    expect(estimates({ imports: read(2.5, { integral: 1.5 }) }).export_kwh!.above).toBeCloseTo(
      1,
      12,
    );
    expect(estimates({ imports: read(2.5, { integral: 3.5 }) }).export_kwh!.below).toBeCloseTo(
      1,
      12,
    );
    const { above, below } = estimates({ imports: read(2.5, { integral: 2.4 }) }).export_kwh!;
    expect([above, below]).toEqual([0, 0]);
  });
});

describe("yield", () => {
  test.each([0.01, 0.1, 1])("by a day counter in steps of %d kWh lacks up to a step", (step) => {
    const { above, sigma } = estimates({ pv: counted({ steps: [step] }) }).yield_kwh!;
    expect(above).toBeCloseTo(step / 2, 12);
    expect(sigma).toBeCloseTo(step / Math.sqrt(12), 12);
  });

  test("by a counter may be more by what flowed after its last reading", () => {
    const { above } = estimates({ pv: counted({ steps: [], tail: 0.02 }) }).yield_kwh!;
    expect(above).toBeCloseTo(0.02, 12);
  });

  test("by two counters that are apart reaches both, and so does one that was set to the export", () => {
    const apart = estimates({ pv: counted({ steps: [], doubt: 0.05 }) }).yield_kwh!;
    expect([apart.below, apart.above]).toEqual([0.05, 0.05]);
    const raised = estimates({ pv: counted({ steps: [], kwh: 14.38 }) }).yield_kwh!;
    expect(raised.below).toBeCloseTo(0.02, 12);
    expect(raised.above).toBe(0);
  });

  test("by a difference of lifetime readings may be off to either side", () => {
    const { above, sigma } = estimates({ pv: counted({ method: "lifetime_counter" }) }).yield_kwh!;
    expect(above).toBe(0);
    expect(sigma).toBeCloseTo(0.1 / Math.sqrt(6), 12);
  });

  test("of two inverters has the noise of both", () => {
    const { above, sigma } = estimates({ pv: counted({ steps: [0.1, 0.1] }) }).yield_kwh!;
    expect(above).toBeCloseTo(0.1, 12);
    expect(sigma).toBeCloseTo(0.1 / Math.sqrt(6), 12);
  });

  test("by integration has its own calibration, and what was not seen", () => {
    const pv = counted({ method: "integral", steps: [], coverage: 0.9 });
    const { above, sigma } = estimates({ pv }).yield_kwh!;
    expect(sigma).toBeCloseTo(0.2, 12);
    expect(above).toBeGreaterThan(14.4 / 0.9 * 0.1);
  });

  test("of a counter that missed the evening may be more", () => {
    const pv = counted({ flags: ["yield_partial"], coverage: 0.9 });
    expect(estimates({ pv }).yield_kwh!.above).toBeGreaterThan(14.4 / 0.9 * 0.1);
  });
});

test("what is unknown has no error", () => {
  const unknown: GridDirection = { ...integrated(0), kwh: null, method: "unknown" };
  const day = {
    row: row({ export_kwh: null, self_consumed_kwh: null, consumption_kwh: null }),
    grid: { coverage: 0, imports: read(2.5), exports: unknown, cancelled: 0, isSparse: false },
    pv: counted(),
    dc: null,
  };
  expect(dayEstimates(day, SNAPSHOTS)).toMatchObject({
    import_kwh: { kwh: 2.5 },
    export_kwh: null,
    self_consumed_kwh: null,
    consumption_kwh: null,
  });
});

describe("of what nobody heard nothing bounds the error, so that there is no band", () => {
  const bands = (changes: Parameters<typeof estimates>[0]) => {
    const all = estimates(changes);
    return bandsOf(all, all);
  };

  test("by a register with a single reading", () => {
    const { import_kwh, consumption_kwh, autarky, export_kwh } = bands({
      imports: read(0, { unheard: 1 }),
    });
    expect([import_kwh, consumption_kwh, autarky]).toEqual([null, null, null]);
    expect(export_kwh!.high).toBeGreaterThan(9.25);
  });

  test("by a counter that was not heard in daylight", () => {
    const all = bands({ pv: counted({ flags: ["yield_partial"], coverage: 0 }) });
    expect([all.yield_kwh, all.self_consumed_kwh, all.consumption_kwh, all.self_consumption_rate])
      .toEqual([null, null, null, null]);
    expect(all.import_kwh!.high).toBeGreaterThan(2.5);
  });

  test("and a month with such a day has none either", () => {
    const day = (changes: Parameters<typeof estimates>[0]) => {
      const all = estimates(changes);
      return { estimates: all, balanced: all, bands: bandsOf(all, all), date: "2025-06-01" };
    };
    const days = [day({}), day({ imports: read(0, { unheard: 1 }) })] as unknown as Reconciled[];
    const [month] = rollUpReconciled(days, "month");
    expect(month!.bands.import_kwh).toBeNull();
    expect(month!.bands.export_kwh!.high).toBeGreaterThan(18.5);
  });
});

test("reconcile(): nothing is reconciled out of nothing", () => {
  const { days, calibrations } = reconcile([]);
  expect(days.length).toBe(0);
  expect(calibrations.grid.days).toBe(0);
});

test("dayEstimates(): a day counter lacks half a step, an integral is calibrated", () => {
  const guess = { scale: 1.5, shortfall: 0, days: 0 };
  const power = { method: "integral" as const, integral: 4, sigma: 0.1, flags: [] };
  const evidence = {
    row: {
      import_kwh: 4,
      export_kwh: 4,
      yield_kwh: 9,
      self_consumed_kwh: 5,
      consumption_kwh: 9,
      flags: [],
    },
    grid: { coverage: 1, imports: { kwh: 4, ...power }, exports: { kwh: 4, ...power } },
    pv: {
      kwh: 9,
      method: "day_counter",
      steps: [0.1],
      lost: 0,
      tail: 0,
      doubt: 0,
      flags: [],
      coverage: 1,
    },
  } as unknown as DayEvidence;
  const { yield_kwh, export_kwh } = dayEstimates(evidence, { grid: guess, generation: guess });
  expect(yield_kwh?.above).toBe(0.05);
  expect(Math.abs(export_kwh!.sigma - 0.15)).toBeLessThan(1e-9);
});

test("counterError(): a day counter truncates, a lifetime counter may be off either way", () => {
  expect(counterError({ method: "day_counter", steps: [0.1] }).above).toBe(0.05);
  expect(counterError({ method: "lifetime_counter", steps: [0.1] }).above).toBe(0);
});

test("reconcile(): without power of the generation there is no integral of the yield", () => {
  const evidence = (hasPower: boolean) => ({
    row: row(),
    grid: {
      coverage: 1,
      imports: read(2.5),
      exports: integrated(9.25),
      cancelled: 0,
      isSparse: false,
    },
    pv: counted({ hasPower, integral: hasPower ? 14.4 : 0 }),
    dc: null,
  });
  const { days } = reconcile([evidence(true), evidence(false)]);
  expect(days.map((day) => day.yield_integral_kwh)).toEqual([14.4, null]);
});

test("reconcile(): where samples exceed the yield, the house may have used as much as usual", () => {
  // Of 14.4 kWh, it uses 5 kWh on most days.
  const evidence = (own: number, exports: GridDirection, flags: Flag[] = []) => ({
    row: row({
      import_kwh: 2.5,
      export_kwh: 14.4 - own,
      self_consumed_kwh: own,
      complete: true,
      flags,
    }),
    grid: { coverage: 1, imports: read(2.5), exports, cancelled: 0, isSparse: false },
    pv: counted(),
    dc: null,
  });
  const usual = [1, 5, 5, 6].map((own) => evidence(own, integrated(14.4 - own)));
  const bandOf = (exports: GridDirection, flags: Flag[]) =>
    reconcile([...usual, evidence(0, exports, flags)]).days[4]!.bands;
  const cut = bandOf(integrated(14.4), ["balanced"]);
  expect(cut.export_kwh!.low).toBeLessThan(9.5);
  expect(cut.self_consumed_kwh!.high).toBeGreaterThan(5);
  // A register knows better; so do samples that say so themselves.
  expect(bandOf(read(14.4), ["balanced"]).export_kwh!.low).toBeGreaterThan(14.3);
  expect(bandOf(integrated(14.4), []).export_kwh!.low).toBeGreaterThan(13.5);
});

test("dayEstimates(): an integral that no counter confirms has a least error", () => {
  const exact = { ...integrated(9.25), sigma: 0 };
  const sigma = (grid: Calibration) => estimates({ exports: exact, grid }).export_kwh!.sigma;
  expect(sigma({ scale: 2, shortfall: 0, days: 0 })).toBeCloseTo(0.0185, 12);
  expect(sigma({ scale: 2, shortfall: 0, days: 30 })).toBeLessThan(0.01);
});
