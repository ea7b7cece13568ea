import { describe, expect, test } from "vitest";
import { dayRecords, likeForLike, rollingRatios } from "../../src/energy/records.ts";
import { rollUp } from "../../src/energy/table.ts";
import { energyRow, tableOf, UNKNOWN } from "./table_rows.ts";

describe("dayRecords()", () => {
  const records = dayRecords(tableOf([
    energyRow("2025-06-01", { yield_kwh: 5 }),
    energyRow("2025-06-02", { yield_kwh: 50 }),
    energyRow("2025-06-03", { yield_kwh: 1, complete: false }),
    energyRow("2025-06-04", { yield_kwh: 90, complete: false }),
    energyRow("2025-06-05", UNKNOWN),
    energyRow("2025-06-06", { yield_kwh: 50, autarky: null }),
  ]));
  const of = (column: string, kind: string) =>
    records.find((one) => one.column === column && one.kind === kind);

  test("are held by complete days only, the first of several", () => {
    expect(of("yield_kwh", "highest")).toMatchObject({ date: "2025-06-02", value: 50 });
    expect(of("yield_kwh", "lowest")).toMatchObject({ date: "2025-06-01", value: 5 });
  });

  test("pass over what a complete day does not know", () => {
    expect(of("autarky", "lowest")).toMatchObject({ date: "2025-06-01", value: 0.6 });
  });

  test("are none without a complete day", () => {
    expect(dayRecords(tableOf([energyRow("2025-06-01", UNKNOWN)]))).toEqual([]);
  });
});

describe("likeForLike()", () => {
  const table = tableOf([
    energyRow("2024-02-28", { yield_kwh: 1 }),
    energyRow("2024-02-29", { yield_kwh: 100 }),
    energyRow("2024-03-01", { yield_kwh: 2 }),
    energyRow("2024-03-02", { yield_kwh: 4 }),
    energyRow("2024-03-03", { yield_kwh: 8 }),
    energyRow("2025-02-28", { yield_kwh: 10 }),
    energyRow("2025-03-01", UNKNOWN),
    energyRow("2025-03-02", { yield_kwh: 20, complete: false }),
    energyRow("2025-03-03", { yield_kwh: 40 }),
  ]);

  test("counts only days that are complete in every year", () => {
    const { days, leftOut, years } = likeForLike(table);
    expect(days).toEqual(["02-28", "03-03"]);
    expect(leftOut).toEqual(["02-29", "03-01", "03-02"]);
    expect(years).toEqual([
      { year: "2024", cumulative: [1, 9], total: 9 },
      { year: "2025", cumulative: [10, 50], total: 50 },
    ]);
  });

  test("compares the energy that is asked for", () => {
    expect(likeForLike(table, { of: "import_kwh" }).years.map(({ total }) => total)).toEqual([
      4,
      4,
    ]);
  });

  test("compares days only", () => {
    expect(() => likeForLike(rollUp(table, "month"))).toThrow(RangeError);
  });
});

const day = (n: number, part = {}) => energyRow(`2025-06-0${n}`, part);

describe("rollingRatios()", () => {
  test("are ratios of summed energies, once the window is full", () => {
    const big = { import_kwh: 0, self_consumed_kwh: 15, consumption_kwh: 15, yield_kwh: 30 };
    const ratios = rollingRatios(tableOf([day(1), day(2, big), day(3)]), { window: 2 });
    expect(ratios.map(({ autarky }) => autarky)).toEqual([null, 0.9, 0.9]);
    expect(ratios[1]!.self_consumption_rate).toBeCloseTo(18 / 39, 12);
  });

  test("are not known where the window has too few known days", () => {
    const rows = [day(1), day(2), day(3, UNKNOWN), day(4), day(5)];
    const known = (minKnown: number) =>
      rollingRatios(tableOf(rows), { window: 3, minKnown }).map(({ autarky }) => autarky !== null);
    expect(known(0.8)).toEqual([false, false, false, false, false]);
    expect(known(0.6)).toEqual([false, false, true, true, true]);
  });

  test("move over days only", () => {
    expect(() => rollingRatios(rollUp(tableOf([day(1)]), "month"))).toThrow(RangeError);
  });
});

test("no days hold no records", () => {
  const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
  expect(dayRecords(none)).toEqual([]);
  expect(likeForLike(none).days).toEqual([]);
  expect(rollingRatios(none)).toEqual([]);
});
