import fc from "fast-check";
import { expect, test } from "vitest";
import { slopeOf } from "../../../src/energy/contradictions/response.ts";

test("slopeOf() is a regression through the origin over the greater steps, with its t value", () => {
  const step = fc.record({
    dx: fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.constantFrom(0, 50, -50)),
    noise: fc.integer({ min: -400, max: 400 }),
  });
  const steps = fc.array(step, { minLength: 20, maxLength: 60 });
  fc.assert(fc.property(steps, fc.double({ min: -2, max: 2, noNaN: true }), (steps, slope) => {
    const rows = steps.map(({ dx, noise }) => ({ dx, dy: slope * dx + noise }));
    const sums = (of: "dx" | "dy") => {
      let sum = 0;
      return Float64Array.from([0, ...rows.map((row) => sum += row[of])]);
    };
    const great = rows.filter(({ dx }) => Math.abs(dx) > 100);
    fc.pre(great.length > 5);
    const found = slopeOf(sums("dx"), sums("dy"), 100);
    const squares = great.reduce((sum, { dx }) => sum + dx * dx, 0);
    const fitted = great.reduce((sum, { dx, dy }) => sum + dx * dy / squares, 0);
    const left = great.reduce((sum, { dx, dy }) => sum + (dy - fitted * dx) ** 2, 0);
    fc.pre(left > 1);
    expect(found.count).toBe(great.length);
    expect(found.slope).toBeCloseTo(fitted, 6);
    const error = Math.sqrt(left / (great.length - 1) / squares);
    expect(found.t * error / fitted).toBeCloseTo(1, 3);
  }));
});
