import { expect, test } from "vitest";
import { loadNotice } from "../../src/energy/load_curve.ts";
import { bordersOf, HOUR, localDays } from "../../src/time.ts";

/** A week whose load is 500 W by power, but more on some days. */
function weekOf(factors: readonly number[]) {
  const days = localDays("2025-03-28", "2025-04-03", "Europe/Berlin"), step = HOUR / 4;
  const borders = bordersOf(days), hours = (borders.at(-1)! - borders[0]!) / HOUR;
  const time = Float64Array.from({ length: 4 * hours }, (_, i) => borders[0]! + i * step);
  const factorAt = (at: number) => factors[days.findIndex(({ end }) => at < end)]!;
  return { days, time, step, load_w: time.map((at) => 500 * factorAt(at)) };
}
// 12 kWh; the clock loses an hour on the third day.
const counted = [12, 12, 11.5, 12, 12, 12, 12].map((kwh) => ({ low: kwh - 0.2, high: kwh + 0.2 }));

test.each<[string, number[], string | null]>([
  ["as the counters say", [1, 1, 1, 1, 1, 1, 1], null],
  ["off by a fifth", [1.2, 0.8, 1.2, 0.8, 1.2, 0.8, 1.2], null],
  ["wrong on one day", [1, 9, 1, 1, 1, 1, 1], null],
  ["wrong on two days", [1, 1.5, 1, 1, 0.5, 1, 1], "On 2 of 7 days "],
  ["wrong on two of four days that are known", [1.5, 1.5, NaN, NaN, NaN, 1, 1], "On 2 of 4 days "],
  ["wrong on one of them", [1.5, 1, NaN, NaN, NaN, 1, 1], null],
])("loadNotice(): a load that is %s", (_, factors, notice) => {
  const [said] = loadNotice(weekOf(factors), counted);
  if (notice === null) expect(said).toBeUndefined();
  else expect(said).toContain(notice);
});

test("loadNotice(): a band that holds the load is no contradiction", () => {
  const wide = counted.map(() => ({ low: 2, high: 30 }));
  expect(loadNotice(weekOf([2, 2, 2, 2, 2, 2, 2]), wide)).toEqual([]);
  expect(loadNotice(weekOf([2, 2, 2, 2, 2, 2, 2]), counted.map(() => null))).toEqual([]);
});
