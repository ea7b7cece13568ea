import { expect, test } from "vitest";
import { howMany } from "../how_many.ts";
import { holds, NUMBERS, rangesOf } from "./range_coverage.ts";

const HOUSES = [131, 132, 133, 134, 135, 136].slice(0, howMany(6, 2));

// Houses that no range was made with; docs/battery-whatif.md states the share of more of them.
test("the ranges of a what-if hold the truth of houses that were held back", async () => {
  const all = (await Promise.all(HOUSES.map(rangesOf))).flat();
  expect(all.length).toBeGreaterThan(5 * HOUSES.length);
  for (const name of NUMBERS) {
    const own = all.filter((one) => one.of === name), outside = own.filter((one) => !holds(one));
    expect(outside.length / own.length, JSON.stringify(outside)).toBeLessThanOrEqual(0.1);
  }
  // A range that is too wide would hold anything.
  const width = all.filter(({ of }) => of === "gain")
    .map(({ low, high, truth }) => (high - low) / truth).sort((a, b) => a - b);
  expect(width[width.length >> 1]).toBeLessThan(0.35);
});
