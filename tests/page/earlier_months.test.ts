import fc from "fast-check";
import { expect, test } from "vitest";
import { earlierDays } from "../../src/page/earlier_months.ts";
import { addDays, localDays } from "../../src/time.ts";

const ranges = (from: string, to: string) =>
  earlierDays(localDays(from, to, "UTC").map(({ label }) => ({ date: label })))
    .map(({ from, to }) => `${from} ${to}`);

test.each([
  ["2025-06-01", "2025-06-07", ["2025-05-01 2025-05-07", "2024-06-01 2024-06-07"]],
  // The days of the page are not pulled again.
  ["2025-10-24", "2025-11-22", ["2025-10-01 2025-10-22", "2024-11-01 2024-11-22"]],
  ["2025-10-10", "2025-11-22", ["2025-10-01 2025-10-09", "2024-11-01 2024-11-22"]],
  ["2025-01-01", "2025-12-31", ["2024-12-01 2024-12-31"]],
  ["2024-01-01", "2025-12-31", []],
  // A shorter month ends earlier.
  ["2025-03-01", "2025-03-31", ["2025-02-01 2025-02-28", "2024-03-01 2024-03-31"]],
  ["2025-01-01", "2025-01-31", ["2024-12-01 2024-12-31", "2024-01-01 2024-01-31"]],
  ["2024-02-29", "2024-02-29", ["2024-01-01 2024-01-29", "2023-02-01 2023-02-28"]],
])("a page from %s to %s lacks %j", (from, to, expected) => {
  expect(ranges(from, to)).toEqual(expected);
});

test("no days lack nothing", () => expect(earlierDays([])).toEqual([]));

test("what is lacking is before the page, and ends by the same day of its month", () => {
  const day = fc.integer({ min: 0, max: 2000 }), length = fc.integer({ min: 0, max: 800 });
  fc.assert(fc.property(day, length, (start, count) => {
    const from = addDays("2023-01-01", start), to = addDays(from, count);
    for (const range of earlierDays([{ date: from }, { date: to }])) {
      expect(range.from.endsWith("-01")).toBe(true);
      expect(range.from.slice(0, 7)).toBe(range.to.slice(0, 7));
      expect(range.to < from).toBe(true);
      expect(range.to.slice(8) <= to.slice(8)).toBe(true);
    }
  }));
});
