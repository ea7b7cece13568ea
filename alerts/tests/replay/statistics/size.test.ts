import jstat from "jstat";
import { describe, expect, it } from "vitest";
import { namesNeeded, type Pilot, smallestLoss } from "../../../replay/statistics/size.ts";

/** A baseline that is always right: what is lost at a name is 1, everywhere else 0. */
const RIGHT: Pilot = Array.from({ length: 20 }, () => [{ baseline: [1, 1, 1] }]);

/**
 * Share of runs in which so many names lose that it is found. With k losses of 1 and no gain, p is the
 * chance that one weight outweighs k others: 0.5^k. So six are needed.
 */
function power(names: number, loss: number): number {
  return 1 - jstat.binomial.cdf(5, names, loss);
}

describe("namesNeeded", () => {
  it.each([0.1, 0.2, 0.3, 0.5])(
    "is what the binomial distribution says of a loss of %f",
    (loss) => {
      const names = namesNeeded(RIGHT, { loss, repeats: 3 })!;
      // Of 400 draws; the next smaller size is too small.
      expect(power(names, loss)).toBeGreaterThan(0.85 - 0.06);
      expect(power(Math.floor(names / 1.25), loss)).toBeLessThan(0.85 + 0.06);
    },
  );

  it("says nothing of losses that are greater than the score, or too small", () => {
    const half: Pilot = RIGHT.map(() => [{ baseline: [0.5, 0.5] }]);
    expect(namesNeeded(half, { loss: 0.6, repeats: 1 })).toBeNull();
    expect(namesNeeded(RIGHT, { loss: 0.001, repeats: 1 })).toBeNull();
  });

  it("asks for fewer names with more repeats, where answers are noisy", () => {
    const noisy: Pilot = RIGHT.map((_, at) => [{ baseline: at % 2 ? [1, 0, 1, 1] : [1, 1, 0, 0] }]);
    const names = [1, 8].map((repeats) => namesNeeded(noisy, { loss: 0.2, repeats })!);
    expect(names[1]).toBeLessThan(names[0]!);
  });

  it("does not take what a candidate of the pilot gained for what is lost", () => {
    const better: Pilot = RIGHT.map(() => [{ baseline: [0.5, 0.5], candidate: [0.9, 0.9] }]);
    const alone: Pilot = RIGHT.map(() => [{ baseline: [0.5, 0.5] }]);
    expect(namesNeeded(better, { loss: 0.2, repeats: 3 }))
      .toBe(namesNeeded(alone, { loss: 0.2, repeats: 3 }));
  });
});

describe("smallestLoss", () => {
  it("is the loss for which so many names are enough", () => {
    const loss = smallestLoss(RIGHT, 43, { repeats: 3 })!;
    expect(power(43, loss)).toBeGreaterThan(0.79);
    expect(power(43, loss)).toBeLessThan(0.91);
    expect(smallestLoss(RIGHT.slice(0, 5), 5, { repeats: 3 })).toBeNull();
  });
});
