import { describe, expect, test } from "vitest";
import { rollingRatios } from "../../src/energy/records.ts";
import { rollUp } from "../../src/energy/table.ts";
import { energyRow, tableOf, UNKNOWN } from "./energy_rows.ts";

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
