import { expect, test } from "vitest";
import { gridEnergies } from "../../src/energy/grid.ts";
import { HOUR, localDays, type Period } from "../../src/time.ts";

const MINUTE = 60_000;

test("gridEnergies(): 500 W of export all day are 12 kWh", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC");
  const time = Float64Array.from({ length: 1441 }, (_, i) => days[0]!.start + i * 60_000);
  const signals = { grid: { time, value: time.map(() => -500) }, imports: [], exports: [] };
  const { days: [day] } = gridEnergies(days, signals, { now: days[0]!.end });
  expect(Math.abs(day!.exports.kwh! - 12)).toBeLessThan(1e-9);
  expect(day!.imports.kwh).toBe(0);
});

test("gridEnergies(): on which day rare samples show what a house switches on is chance", () => {
  const days = localDays("2025-06-01", "2025-06-02", "UTC"), start = days[0]!.start;
  const sigmas = (minutes: number) => {
    const count = 2 * 1440 / minutes + 1;
    const time = Float64Array.from({ length: count }, (_, i) => start + i * minutes * MINUTE);
    // Appliances are seen on the first day only.
    const value = time.map((_, i) => i < count / 2 && i % 8 === 3 ? 2000 : 200);
    const signals = { grid: { time, value }, imports: [], exports: [] };
    return gridEnergies(days, signals, { now: days[1]!.end }).days.map(({ imports }) =>
      imports.sigma
    );
  };
  const [seen, unseen] = sigmas(10);
  expect(unseen! / seen!).toBeCloseTo(Math.SQRT1_2, 2);
  const [often, never] = sigmas(1);
  expect(never! / often!).toBeLessThan(0.1);
});

test.each([[5, false], [10, true], [15, true]])(
  "gridEnergies(): samples each %i minutes are sparse: %s",
  (minutes, isSparse) => {
    const days = localDays("2025-06-01", "2025-06-01", "UTC");
    const time = Float64Array.from(
      { length: 1440 / minutes + 1 },
      (_, i) => days[0]!.start + i * minutes * MINUTE,
    );
    const signals = { grid: { time, value: time.map(() => 500) }, imports: [], exports: [] };
    expect(gridEnergies(days, signals, { now: days[0]!.end }).days[0]!.isSparse).toBe(isSparse);
  },
);

test("gridEnergies(): an integral is as uncertain as what its holds may hide, in kWh", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC"), [{ start, end }] = days as [Period];
  const hours = Array.from({ length: 25 }, (_, i) => start + i * HOUR);
  const time = Float64Array.from(hours), value = time.map(() => 500);
  // Power that holds for six hours and may be off by 60 W either way.
  const holds = [{ start, end: start + 6 * HOUR, within: 60 }];
  const signals = { grid: { time, value, holds }, imports: [], exports: [] };
  const { days: [day] } = gridEnergies(days, signals, { now: end });
  expect(day!.imports.integral).toBeCloseTo(12, 9);
  expect(day!.imports.sigma).toBeCloseTo(6 * 0.12 / Math.sqrt(12), 9);
  expect(day!.exports.sigma).toBe(0);
});

test("gridEnergies(): on which day a battery leaves a pulse that is seen is chance", () => {
  const days = localDays("2025-06-01", "2025-06-04", "UTC");
  const start = days[0]!.start, FIVE = 5 * MINUTE;
  const time = Float64Array.from({ length: 4 * 288 + 1 }, (_, i) => start + i * FIVE);
  // Twenty pulses of export on the first day, none on the others.
  const value = time.map((_, i) => i < 280 && i % 14 === 5 ? -600 : 0);
  const signals = { grid: { time, value }, imports: [], exports: [] };
  const sigmas = (isRegulated: boolean) =>
    gridEnergies(days, signals, { now: days[3]!.end, isRegulated }).days
      .map(({ exports }) => exports.sigma);
  const [first, second] = sigmas(false), regulated = sigmas(true);
  expect(first).toBeGreaterThan(0.05);
  // A change of 80 W that two samples do not show.
  expect(second).toBeCloseTo(0.08 / 12, 12);
  for (const sigma of regulated) expect(sigma).toBeGreaterThanOrEqual(first! * 0.99);
});
