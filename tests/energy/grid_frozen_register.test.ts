/**
 * A register that stands still for hours although power flows, and then leaps by what a fuse allows in
 * a minute: its readings meanwhile are wrong, also the one at midnight.
 */
import { describe, expect, test } from "vitest";
import type { Samples } from "../../src/columns.ts";
import { gridEnergies } from "../../src/energy/grid.ts";
import { HOUR, localDays, MINUTE } from "../../src/time.ts";

const days = localDays("2025-06-01", "2025-06-02", "UTC");
const start = days[0]!.start;
const MINUTES = 48 * 60;

const each = (at: (minute: number) => number): Samples => ({
  time: Float64Array.from({ length: MINUTES + 1 }, (_, minute) => start + minute * MINUTE),
  value: Float64Array.from({ length: MINUTES + 1 }, (_, minute) => at(minute)),
});
/** 300 W all the time: 0.3 kWh an hour, in steps of 1 Wh. */
const counted = (minute: number) => Math.floor(5 * minute + 1e-6) / 1000;
/** Frozen from 22:00 to 00:10. */
const frozen = (minute: number) =>
  counted(minute >= 22 * 60 && minute < 24 * 60 + 10 ? 22 * 60 : minute);
const watts = each(() => 300);
const none: Samples[] = [];

const energies = (grid: Samples, imports: Samples[], exports: Samples[] = none) =>
  gridEnergies(days, { grid, imports, exports }, { now: start + 48 * HOUR, perHour: 43.47 });

describe("a frozen register", () => {
  test("catches up from its last step on, and its reading at midnight is not taken", () => {
    const { days: [first, second], repairs } = energies(watts, [each(frozen)]);
    expect(repairs.map(({ rule, since }) => [rule, since]))
      .toEqual([["catch_up", start + 22 * HOUR]]);
    expect(first!.imports.flags).toEqual(["register_interpolated"]);
    expect(second!.imports.flags).toEqual(["register_interpolated", "recovered"]);
    expect(first!.imports.kwh).toBeCloseTo(7.2, 2);
    expect(second!.imports.kwh).toBeCloseTo(7.2, 2);
  });

  test("for the export, too", () => {
    const { days: [first], repairs } = energies(each(() => -300), none, [each(frozen)]);
    expect(repairs.map(({ role, rule }) => [role, rule])).toEqual([["export_energy", "catch_up"]]);
    expect(first!.exports.kwh).toBeCloseTo(7.2, 2);
  });

  test("is none while the house exports, and a kettle starts", () => {
    const kettle = 24 * 60;
    const grid = each((minute) => minute < kettle ? -500 : 3000);
    const register = each((minute) => Math.floor(50 * Math.max(0, minute - kettle)) / 1000);
    expect(energies(grid, [register]).repairs).toEqual([]);
  });

  test("is none while another tariff counts", () => {
    const high = each((minute) =>
      counted(Math.min(minute, 22 * 60)) + counted(Math.max(0, minute - 30 * 60))
    );
    const low = each((minute) => counted(Math.min(Math.max(0, minute - 22 * 60), 8 * 60)));
    expect(energies(watts, [high, low]).repairs).toEqual([]);
  });

  test("is none if it is read every quarter of an hour", () => {
    const slow = each((minute) => counted(Math.floor(minute / 15) * 15));
    const { days, repairs } = energies(watts, [slow]);
    expect(repairs).toEqual([]);
    expect(days[0]!.imports.flags).toEqual([]);
  });

  test("is not known without power", () => {
    const silent = { time: new Float64Array(), value: new Float64Array() };
    expect(energies(silent, [each(frozen)]).repairs).toEqual([]);
  });
});
