import { beforeAll, describe, expect, test } from "vitest";
import { BANDED, type Banded } from "../../src/catalogue/columns.ts";
import type { Analysis } from "../../src/energy/days.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { PLAIN } from "./house.ts";
import { type HouseMonth, simulateMonth } from "./house_month.ts";
import { analyse, judge } from "./judge.ts";

/** Falsifies an analysis, to check that the judge notices. */
type Tampering = (analysis: Analysis) => Analysis;

/** A house whose counters all have a resolution of 1 Wh. */
const HOUSE = {
  ...PLAIN,
  meter: { ...PLAIN.meter, exports: { step: 1, unit: "kWh" } },
  inverters: [{ ...PLAIN.inverters[0]!, today: { step: 1, unit: "kWh" } }],
} as const;

let month: HouseMonth, sound: Analysis;
beforeAll(async () => {
  month = simulateMonth(HOUSE);
  const analysis = await analyse(month);
  if (typeof analysis === "string") throw new Error(analysis);
  sound = analysis;
});

/** Changes rows of the table and moves their bands along. */
function withRows(change: (row: EnergyRow, index: number) => Partial<EnergyRow>): Tampering {
  return (analysis) => {
    const rows = analysis.table.rows.map((row, d) => ({ ...row, ...change(row, d) }));
    const reconciled = analysis.reconciled.map((one, d) => ({
      ...one,
      bands: Object.fromEntries(BANDED.map((name) => {
        const band = one.bands[name], before = analysis.table.rows[d]![name];
        const moved = (rows[d]![name] ?? 0) - (before ?? 0);
        return [name, band && { low: band.low + moved, high: band.high + moved }];
      })) as unknown as typeof one.bands,
    }));
    return { ...analysis, table: { ...analysis.table, rows }, reconciled };
  };
}

const judged = (tamper: Tampering = (analysis) => analysis) => judge(tamper(sound), month.truth);

test("a house whose registers show a watt-hour is right on every day", () => {
  const { complete, days, wrongDays, columns, flagged, notices, hasNaN } = judged();
  expect({ complete, days, wrongDays, flagged, notices, hasNaN })
    .toEqual({ complete: 30, days: 30, wrongDays: 0, flagged: 0, notices: [], hasNaN: false });
  for (const name of BANDED) expect(columns[name].inside, name).toBeGreaterThanOrEqual(29);
});

describe("an error planted into what the product says is seen:", () => {
  const scaled = (
    name: "import_kwh" | "export_kwh" | "yield_kwh" | "consumption_kwh",
    by: number,
  ) => withRows((row) => ({ [name]: row[name]! * by }));

  test.each<[Banded & `${string}_kwh`, number]>([
    ["export_kwh", 1.02],
    ["import_kwh", 0.98],
    ["yield_kwh", 1.005],
    ["consumption_kwh", 1.03],
  ])("%s times %f", (name, by) => {
    const { columns, wrongDays } = judged(scaled(name as "export_kwh", by));
    expect(columns[name].inside / columns[name].known).toBeLessThan(0.3);
    expect(wrongDays).toBeGreaterThan(20);
  });

  test("a day that is shifted", () => {
    const { rows } = sound.table;
    const { columns, wrongDays } = judged(withRows((_, d) => {
      const { import_kwh, export_kwh, yield_kwh } = rows[(d + 1) % rows.length]!;
      return { import_kwh, export_kwh, yield_kwh };
    }));
    expect(wrongDays).toBeGreaterThan(25);
    expect(columns.export_kwh.far).toBeGreaterThan(25);
  });

  test("two days that change places", () => {
    const { rows } = sound.table;
    const place = new Map([[10, 11], [11, 10]]);
    const { wrong } = judged(withRows((row, d) => ({
      import_kwh: rows[place.get(d) ?? d]!.import_kwh ?? row.import_kwh,
    })));
    expect(wrong.map(({ date }) => date)).toEqual(["2025-06-11", "2025-06-12"]);
  });

  test("one wrong day in a month", () => {
    const { wrong, wrongDays } = judged(
      withRows((row, d) => d === 17 ? { import_kwh: row.import_kwh! + 0.1 } : {}),
    );
    expect(wrongDays).toBe(1);
    expect(wrong).toMatchObject([{ date: "2025-06-18", column: "import_kwh" }]);
  });

  test("a wrong day that says it is incomplete is none", () => {
    const { wrongDays, complete } = judged(
      withRows((row, d) => d === 17 ? { import_kwh: row.import_kwh! + 0.1, complete: false } : {}),
    );
    expect({ wrongDays, complete }).toEqual({ wrongDays: 0, complete: 29 });
  });

  test("an energy that is not known on a complete day", () => {
    const { columns } = judged(withRows((_, d) => d === 3 ? { consumption_kwh: null } : {}));
    expect(columns.consumption_kwh.unknown).toBe(1);
  });

  test("a number that is none", () => {
    const tampered = judged(withRows((_, d) => d === 3 ? { import_kwh: NaN } : {}));
    expect(tampered.hasNaN).toBe(true);
    expect(tampered.columns.import_kwh.inside).toBe(judged().columns.import_kwh.inside - 1);
    expect(tampered.columns.import_kwh.far).toBe(1);
  });

  test("days of another month", () => {
    expect(() => judge(sound, month.truth.map((day) => ({ ...day, label: "2024-06-01" }))))
      .toThrow(/is not 2024/);
  });
});
