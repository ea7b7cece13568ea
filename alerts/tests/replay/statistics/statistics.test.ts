import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterMean, meanInterval } from "../../../replay/statistics/cluster_mean.ts";
import { holm } from "../../../replay/statistics/holm.ts";
import { pairByCase } from "../../../replay/statistics/paired_difference.ts";
import { comparePassRates } from "../../../replay/statistics/pass_rates.ts";
import { mcnemarP, newcombePaired, wilson } from "../../../replay/statistics/rates.ts";
import { signFlipP } from "../../../replay/statistics/sign_flip.ts";

const value = fc.integer({ min: -1000, max: 1000 }).map((of) => of / 1000);
const clustered = fc.array(
  fc.record({ cluster: fc.constantFrom("a", "b", "c", "d", "e"), value }),
  { minLength: 2, maxLength: 40 },
);

describe("clusterMean", () => {
  it("is the textbook's standard error with one value per cluster", () => {
    fc.assert(fc.property(fc.array(value, { minLength: 2, maxLength: 50 }), (values) => {
      const { mean, error } = clusterMean(
        values.map((one, at) => ({ cluster: `${at}`, value: one })),
      );
      const average = values.reduce((sum, one) => sum + one, 0) / values.length;
      const variance = values.reduce((sum, one) => sum + (one - average) ** 2, 0) /
        (values.length - 1);
      expect(mean).toBeCloseTo(average, 12);
      expect(error).toBeCloseTo(Math.sqrt(variance / values.length), 12);
    }));
  });

  it("does not believe a value more because it is told twice", () => {
    fc.assert(fc.property(clustered, fc.integer({ min: 2, max: 5 }), (values, times) => {
      const repeated = Array.from({ length: times }, () => values).flat();
      const once = clusterMean(values), often = clusterMean(repeated);
      expect(often.mean).toBeCloseTo(once.mean, 10);
      if (once.error === null) expect(often.error).toBeNull();
      else expect(often.error).toBeCloseTo(once.error, 10);
    }));
  });

  it("says nothing of a single cluster", () => {
    const estimate = clusterMean([{ cluster: "a", value: 1 }, { cluster: "a", value: 2 }]);
    expect(estimate.error).toBeNull();
    expect(meanInterval(estimate, 0.95)).toBeNull();
  });
});

describe("signFlipP", () => {
  it("is what all sign flips, tried one by one, say", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (values) => {
        const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
        let extreme = 0;
        for (let flips = 0; flips < 2 ** values.length; flips++) {
          const flipped = values.map((one, at) => flips >> at & 1 ? -one : one);
          if (Math.abs(sum(flipped)) >= Math.abs(sum(values)) - 1e-9) extreme++;
        }
        const p = signFlipP(values.map((one, at) => ({ cluster: `${at}`, value: one })), {
          seed: 1,
        });
        expect(p).toBeCloseTo(extreme / 2 ** values.length, 12);
      }),
    );
  });

  it("flips a cluster as a whole", () => {
    const values = Array.from({ length: 40 }, (_, at) => ({ cluster: `${at % 4}`, value: 0.2 }));
    expect(signFlipP(values, { seed: 1 })).toBe(2 / 2 ** 4);
  });

  it("draws near the exact p where there are too many flips to try", () => {
    // Twenty clusters, of which four are against the others: as extreme are at most four.
    const values = Array.from({ length: 20 }, (_, at) => ({
      cluster: `${at}`,
      value: at < 4 ? -1 : 1,
    }));
    const ways = [1, 20, 190, 1140, 4845].reduce((sum, one) => sum + one, 0);
    const exact = 2 * ways / 2 ** 20;
    // Four standard errors of 100,000 draws.
    const margin = 4 * Math.sqrt(exact / 100_000);
    const p = signFlipP(values, { seed: 7, draws: 100_000 });
    expect(Math.abs(p - exact)).toBeLessThan(margin);
    expect(signFlipP(values, { seed: 7, draws: 100_000 })).toBe(p);
    expect(signFlipP(values, { seed: 8, draws: 100_000 })).not.toBe(p);
  });

  it("is never 0 and 1 without any difference", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ cluster: `${at}`, value: 1 }));
    expect(signFlipP(many, { seed: 1 })).toBe(1 / 10_001);
    expect(signFlipP(many.map((one) => ({ ...one, value: 0 })), { seed: 1 })).toBe(1);
  });
});

describe("holm", () => {
  it("rejects what the step-down procedure rejects, at every level", () => {
    const p = fc.integer({ min: 1, max: 1000 }).map((of) => of / 1000);
    const level = p.filter((of) => of < 1);
    fc.assert(fc.property(fc.array(p, { minLength: 1, maxLength: 6 }), level, (ps, alpha) => {
      const rejected = new Set<number>();
      const order = ps.map((_, at) => at).sort((a, b) => ps[a]! - ps[b]!);
      for (const [rank, at] of order.entries()) {
        if (ps[at]! * (ps.length - rank) > alpha) break;
        rejected.add(at);
      }
      expect(new Set(holm(ps).flatMap((one, at) => one <= alpha ? [at] : []))).toEqual(rejected);
    }));
  });
});

describe("rates", () => {
  // The worked example of Newcombe (1998), Statistics in Medicine 17:2635, method 10.
  it("newcombePaired is what its author worked out", () => {
    const { low, high } = newcombePaired({ both: 36, gained: 12, lost: 2, neither: 0 });
    expect(low).toBeCloseTo(0.0569, 4);
    expect(high).toBeCloseTo(0.3404, 4);
  });

  const counts = fc.record({
    both: fc.nat(40),
    gained: fc.nat(40),
    lost: fc.nat(40),
    neither: fc.nat(40),
  }).filter(({ both, gained, lost, neither }) => both + gained + lost + neither > 0);

  it("turn round with the question", () => {
    fc.assert(fc.property(counts, ({ both, gained, lost, neither }) => {
      const there = newcombePaired({ both, gained, lost, neither });
      const back = newcombePaired({ both, gained: lost, lost: gained, neither });
      expect(there.low).toBeCloseTo(-back.high, 10);
      expect(there.high).toBeCloseTo(-back.low, 10);
      expect(mcnemarP({ gained, lost })).toBe(mcnemarP({ gained: lost, lost: gained }));
    }));
  });

  it("hold the difference that was seen", () => {
    fc.assert(fc.property(counts, (of) => {
      const n = of.both + of.gained + of.lost + of.neither;
      const { low, high } = newcombePaired(of);
      const seen = (of.gained - of.lost) / n;
      expect(low).toBeLessThanOrEqual(seen + 1e-12);
      expect(high).toBeGreaterThanOrEqual(seen - 1e-12);
      expect(low).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(high).toBeLessThanOrEqual(1 + 1e-12);
    }));
  });

  it("wilson is the set of rates that a score test does not reject", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (cases, seed) => {
      const passed = seed % (cases + 1);
      const z = (rate: number) =>
        Math.abs(passed / cases - rate) / Math.sqrt(rate * (1 - rate) / cases);
      const { low, high } = wilson(passed, cases);
      if (passed > 0) expect(z(low)).toBeCloseTo(1.959964, 5);
      else expect(low).toBe(0);
      if (passed < cases) expect(z(high)).toBeCloseTo(1.959964, 5);
      else expect(high).toBe(1);
    }));
  });
});

describe("pairByCase", () => {
  it("averages repeats before anything else, and leaves out what has no partner", () => {
    const scored = (id: string, value: number) => ({ case: id, cluster: "c", value });
    expect(
      pairByCase([scored("b", 1), scored("a", 0), scored("a", 1), scored("x", 1)], [
        scored("a", 1),
        scored("b", 0),
        scored("y", 0),
      ]),
    ).toEqual([
      { case: "a", cluster: "c", baseline: 0.5, candidate: 1 },
      { case: "b", cluster: "c", baseline: 1, candidate: 0 },
    ]);
  });
});

describe("comparePassRates", () => {
  it("counts an alert as passed only if all its answers passed", () => {
    const pair = (baseline: number, candidate: number) => ({
      case: "a",
      cluster: "a",
      baseline,
      candidate,
    });
    const pairs = [pair(1, 1), pair(2 / 3, 1), pair(1, 0), pair(0, 1 / 3)];
    expect(comparePassRates(pairs, 0.95).counts)
      .toEqual({ both: 1, gained: 1, lost: 1, neither: 1 });
  });
});
