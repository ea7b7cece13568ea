import { describe, expect, test } from "vitest";
import { dayQualities, dayRow, gapsWithin } from "../../src/energy/day.ts";
import { energyRow, tableOf, UNKNOWN } from "./table_rows.ts";

const HOUR = 3_600_000;
const first = Date.parse("2025-06-01");
const gap = (hour: number, hours: number, kind: "night" | "outage" | "unknown") => (
  { start: first + hour * HOUR, end: first + (hour + hours) * HOUR, class: kind, evidence: "" }
);
const repair = (hour: number, role: "import_energy" | "yield_today") => (
  { time: first + hour * HOUR, role, rule: "reset" as const, before: 5, after: 0, kwh: 0 }
);

const DAY = { label: "2025-06-01", start: 0, end: 24 * HOUR };
/** A day that is over, without anything special. */
const ORDINARY = {
  now: DAY.end,
  completeCoverage: 0.99,
  isSilent: false,
  hasInverter: true,
  isFallback: false,
  hadImpossiblePower: false,
  gaps: { grid: [], generation: [] },
};
/** What is known of a battery without a state of charge. */
const NO_STATE_OF_CHARGE = { drawn: 0, soc: { start: null, end: null, step: 0 }, capacity: null };

describe("dayQualities()", () => {
  const table = tableOf([
    energyRow("2025-06-01"),
    energyRow("2025-06-02", { coverage_grid: 0.9, complete: false }),
    energyRow("2025-06-03", { ...UNKNOWN, flags: ["no_data"] }),
  ]);
  const [one, two, three] = dayQualities({
    table,
    gaps: {
      grid: [gap(23, 2, "unknown"), gap(30, 1, "outage")],
      generation: [gap(20, 10, "night"), gap(35, 1, "outage")],
    },
    repairs: [repair(24, "yield_today"), repair(25, "import_energy"), repair(26, "import_energy")],
  });

  test("give a gap to each day that it touches, and a night to none", () => {
    expect([one!.gridGaps, two!.gridGaps]).toEqual([["unknown"], ["unknown", "outage"]]);
    expect([one!.pvGaps, two!.pvGaps]).toEqual([[], ["outage"]]);
  });

  test("count repairs per device, from midnight on", () => {
    expect([one!.gridRepairs, one!.pvRepairs]).toEqual([0, 0]);
    expect([two!.gridRepairs, two!.pvRepairs]).toEqual([2, 1]);
  });

  test("know no coverage of a day without samples", () => {
    expect([two!.coverage_grid, three!.coverage_grid, three!.coverage_pv]).toEqual([
      0.9,
      null,
      null,
    ]);
  });
});

test("dayRow(): a day with all energies is complete", () => {
  const one = (kwh: number) => ({ kwh, method: "counter" as const, flags: [] });
  const row = dayRow(
    DAY,
    { coverage: 1, imports: one(2), exports: one(6) },
    { kwh: 8, method: "day_counter", coverage: 1, flags: [] },
    ORDINARY,
  );
  expect(row.complete).toBe(true);
  expect(row.consumption_kwh).toBe(4);
});

test("gapsWithin(): a gap touches a day that it reaches into", () => {
  const gap = { start: 5, end: 9, class: "outage" as const, evidence: "" };
  expect(gapsWithin([gap], { start: 0, end: 6 }).length).toBe(1);
});

test("dayRow(): registers do not tell what a battery exchanged with the grid in a gap", () => {
  const one = (kwh: number) => (
    { kwh, method: "counter" as const, integral: kwh, sigma: 0, flags: [] }
  );
  const completeAt = (coverage: number, exchanged: boolean) => {
    const shared = exchanged ? { kwh: 0, sigma: 0, doubt: 0, covered: 1 } : null;
    return dayRow(
      DAY,
      { coverage, imports: one(2), exports: one(6) },
      { kwh: 20, method: "day_counter", coverage: 1, flags: [] },
      {
        ...ORDINARY,
        battery: {
          coupling: "ac",
          coverage: exchanged ? 1 : null,
          charged: one(5),
          discharged: one(4),
          fromGrid: shared,
          toGrid: shared,
          ...NO_STATE_OF_CHARGE,
        },
      },
    ).complete;
  };
  expect(completeAt(1, true)).toBe(true);
  // Nine kilowatt-hours may have been charged from the grid meanwhile.
  expect(completeAt(0.95, true)).toBe(false);
  // Without its power nothing is said of the exchange, so nothing of it can be wrong.
  expect(completeAt(0.95, false)).toBe(true);
});

test("dayRow(): what a battery charged beyond the yield is no error of five standard deviations", () => {
  const one = (kwh: number, sigma = 0, method: "counter" | "integral" = "counter") => (
    { kwh, method, integral: kwh, sigma, flags: [] }
  );
  const flagsWith = (sigma: number) => {
    const none = { kwh: 0, sigma: 0, doubt: 0, covered: 1 };
    return dayRow(
      DAY,
      { coverage: 1, imports: one(0), exports: one(1, sigma, "integral") },
      { kwh: 5, method: "day_counter", coverage: 1, flags: [] },
      {
        ...ORDINARY,
        battery: {
          coupling: "ac",
          coverage: 1,
          charged: one(8),
          discharged: one(0),
          fromGrid: none,
          toGrid: none,
          ...NO_STATE_OF_CHARGE,
        },
      },
    ).flags;
  };
  // 1 kWh of export and 8 kWh of charge out of a yield of 5: 4 kWh too much.
  expect(flagsWith(0.1)).toContain("charge_exceeds_yield");
  expect(flagsWith(1)).not.toContain("charge_exceeds_yield");
});

test("dayRow(): what an inverter may have given after its last sample explains an export beyond the yield", () => {
  const one = (kwh: number) => ({ kwh, method: "counter" as const, flags: [] });
  const flagsWith = (unseen: { lost?: number; tail?: number }) =>
    dayRow(
      DAY,
      { coverage: 1, imports: one(2), exports: one(8.4) },
      { kwh: 8, method: "day_counter", coverage: 1, flags: [], ...unseen },
      ORDINARY,
    ).flags;
  expect(flagsWith({})).toContain("export_exceeds_yield");
  expect(flagsWith({ tail: 0.5 })).not.toContain("export_exceeds_yield");
  expect(flagsWith({ lost: 0.5 })).not.toContain("export_exceeds_yield");
});
