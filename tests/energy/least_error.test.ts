import fc from "fast-check";
import { expect, test } from "vitest";
import { gridEnergies } from "../../src/energy/grid.ts";
import { cancelledPerDay } from "../../src/energy/least_error.ts";
import { integrateDirections } from "../../src/frames/directions.ts";
import { localDays } from "../../src/time.ts";

const MINUTE = 60_000;
const days = localDays("2025-06-01", "2025-06-09", "UTC"), start = days[0]!.start;
const energiesOf = (minutes: number, watts: (row: number, day: number) => number) => {
  const perDay = 1440 / minutes;
  const time = Float64Array.from(
    { length: 9 * perDay + 1 },
    (_, i) => start + i * minutes * MINUTE,
  );
  const value = time.map((_, i) => watts(i % perDay, Math.min(8, Math.floor(i / perDay))));
  const signals = { grid: { time, value }, imports: [], exports: [] };
  return gridEnergies(days, signals, { now: days[8]!.end }).days;
};

test("a day on which no sample shows an appliance is not known much better than the others", () => {
  const seen = energiesOf(2, (row, day) => day < 8 && row % 9 === 4 ? 2000 : 200);
  const [busy, quiet] = [seen[0]!.imports.sigma, seen[8]!.imports.sigma];
  expect(quiet / busy).toBeCloseTo(0.5, 6);
  expect(seen[0]!.exports.sigma).toBe(0);
});

test("in samples each five minutes, no day seems known better than most", () => {
  const seen = energiesOf(5, (row, day) => day < 8 && row % 9 === 4 ? 2000 : 200);
  const [busy, quiet] = [seen[0]!.imports.sigma, seen[8]!.imports.sigma];
  // Of nine days, one shows no appliance.
  expect(quiet / busy).toBeCloseTo(Math.sqrt(8 / 9), 2);
});

test("a day without export is known to have none or nearly none, whatever the others are like", () => {
  const cloudy = energiesOf(5, (row, day) => day < 8 && row > 96 && row % 9 < 5 ? -2000 : 300);
  expect(cloudy[0]!.exports.sigma).toBeGreaterThan(0.1);
  expect(cloudy[8]!.exports.sigma).toBeLessThan(0.02);
});

test("power that stays the same is known no better than it is rounded", () => {
  // Anything from 25 to 35 W is shown as 30 W all night; by day steps of 10 W change all the time.
  const night = energiesOf(1, (row) => row < 700 ? 30 : 500 + 10 * (row % 7));
  const { sigma } = night[0]!.imports;
  expect(sigma).toBeCloseTo(10 / Math.sqrt(12) * 24 * 700 / 1440 / 1000, 3);
  fc.assert(
    fc.property(fc.double({ min: -5, max: 5, noNaN: true }), (off) => {
      // The true night, and what the samples say.
      expect(Math.abs(off) * 700 / 60 / 1000).toBeLessThan(2.5 * sigma);
    }),
  );
  // Where a value hardly ever repeats, rounding up and down cancel.
  const fine = energiesOf(1, (row) => 500 + 10 * (row % 7));
  expect(fine[0]!.imports.sigma).toBeLessThan(0.02);
});

test("beside a battery no day is known better than a pulse between two samples", () => {
  // Every 5 minutes a sample, 30 W all day.
  const exported = (isRegulated: boolean) => {
    const time = Float64Array.from({ length: 9 * 288 + 1 }, (_, i) => start + 5 * i * MINUTE);
    const power = { grid: { time, value: time.map(() => 30) }, imports: [], exports: [] };
    return gridEnergies(days, power, { now: days[8]!.end, isRegulated }).days[0]!.exports.sigma;
  };
  expect(exported(false)).toBe(0);
  // 150 W for five minutes.
  expect(exported(true)).toBeCloseTo(0.15 / 12, 9);
});

test("what cancels within the intervals of a meter may be more beside a battery, or in longer ones", () => {
  // Intervals of 1 kW import and 1 kW export; between them lie some that mix both, half and half.
  const of = (isRegulated: boolean, minutes = 1) => {
    const time = Float64Array.from(
      { length: 1440 / minutes + 1 },
      (_, i) => start + i * minutes * MINUTE,
    );
    const value = time.map((_, i) => i % 2 === 0 ? 0 : i % 4 === 1 ? 1000 : -1000);
    const borders = [start, days[1]!.start], grid = { time, value }, maxGap = 30 * MINUTE;
    const { positive, negative } = integrateDirections(grid, borders, maxGap);
    return cancelledPerDay(grid, borders, {
      ...{ maxGap, isRegulated },
      ...{ imported: positive, exported: negative },
    })[0]!;
  };
  const still = (isRegulated: boolean, watts: number) => {
    const time = Float64Array.from({ length: 1441 }, (_, i) => start + i * MINUTE);
    const grid = { time, value: time.map(() => watts) }, borders = [start, days[1]!.start];
    const { positive, negative } = integrateDirections(grid, borders, 5 * MINUTE);
    const both = { imported: positive, exported: negative };
    return cancelledPerDay(grid, borders, { maxGap: 5 * MINUTE, isRegulated, ...both })[0]!;
  };
  // Pulses of a battery that regulates show in no mean: 15 W all day.
  expect(still(true, 6)).toBeCloseTo(24 * 0.015, 6);
  expect([still(true, 60), still(false, 6)]).toEqual([0, 0]);
  // A mixture hides 500 W in each direction; half of the intervals are such.
  expect(of(false)).toBeCloseTo(24 * 0.25, 6);
  expect(of(true)).toBeCloseTo(3 * 24 * 0.25, 6);
  // The day begins and ends within a level.
  expect(of(false, 5) / of(false)).toBeCloseTo(5 ** 0.6, 1);
});
