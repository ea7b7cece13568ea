import fc from "fast-check";
import { expect, test } from "vitest";
import { bisect } from "../src/bisect.ts";

test("bisect() finds the least number at which a test holds", () => {
  fc.assert(fc.property(
    fc.integer({ min: -1000, max: 1000 }),
    fc.nat(500),
    fc.nat(500),
    (least, below, above) =>
      bisect(least - 1 - below, least + above, (at) => at >= least) === least,
  ));
});

test("bisect() with a width ends no farther above that number", () => {
  fc.assert(fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 5000 }), (least, within) => {
    const found = bisect(-1, 100_000, (at) => at >= least, within);
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found - least).toBeLessThan(within);
  }));
});
