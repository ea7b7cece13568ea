import fc from "fast-check";
import jstat from "jstat";
import { describe, expect, it } from "vitest";
import { gateTest, taroneLevel } from "../../../replay/statistics/exact_gate.ts";
import { meanInterval, pAbove, pBelow } from "../../../replay/statistics/gaffke.ts";
import { holm } from "../../../replay/statistics/holm.ts";
import { shareAtMost, signTestP } from "../../../replay/statistics/proportions.ts";
import { effectiveNames, pairNames, scoreNames } from "../../../replay/statistics/by_name.ts";
import { numbers } from "../simulation/numbers.ts";

const difference = fc.integer({ min: -100, max: 100 }).map((of) => of / 100);
const differences = fc.array(difference, { minLength: 1, maxLength: 40 });
const exactly = (values: readonly number[]) => values.map((value) => ({ low: value, high: value }));
const RANGE = { low: -1, high: 1 };

describe("Gaffke's bound", () => {
  it("is the interval of Clopper and Pearson for zeros and ones", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), (of, some) => {
      const count = Math.min(of, some);
      const values = Array.from({ length: of }, (_, at) => at < count ? 1 : 0);
      const { low, high } = meanInterval(exactly(values), { low: 0, high: 1 });
      expect(low).toBeCloseTo(count === 0 ? 0 : jstat.beta.inv(0.025, count, of - count + 1), 7);
      expect(high).toBeCloseTo(count === of ? 1 : jstat.beta.inv(0.975, count + 1, of - count), 7);
    }));
  });

  it("is the chance that drawn Dirichlet weights give", () => {
    const { uniform } = numbers(7);
    for (const values of [[0.3, -0.2, 0.1, 0.05, 0.4], [0.9, -0.1, -0.1], [0.2, 0.2, -0.9, 0.3]]) {
      const draws = 100_000;
      let below = 0;
      for (let draw = 0; draw < draws; draw++) {
        const sum = [-1, ...values].reduce(
          (sum, value) => sum - Math.log(1 - uniform()) * value,
          0,
        );
        if (sum <= 0) below++;
      }
      // Four standard errors.
      expect(Math.abs(below / draws - pAbove(values, 0, -1))).toBeLessThan(
        4 * 0.5 / Math.sqrt(draws),
      );
    }
  });

  it("is turned round by turning the differences round", () => {
    fc.assert(fc.property(differences, difference, (values, limit) => {
      const turned = values.map((value) => -value);
      expect(pBelow(values, limit, 1)).toBeCloseTo(pAbove(turned, -limit, -1), 12);
    }));
  });

  it("has the mean within, and is wider where values are not known", () => {
    fc.assert(fc.property(differences, fc.nat(39), (values, some) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const known = meanInterval(exactly(values), RANGE);
      expect(known.low).toBeLessThanOrEqual(mean);
      expect(known.high).toBeGreaterThanOrEqual(mean);
      const at = some % values.length;
      const unknown = meanInterval(
        exactly(values).map((one, index) => index === at ? RANGE : one),
        RANGE,
      );
      expect(unknown.low).toBeLessThanOrEqual(known.low + 1e-9);
      expect(unknown.high).toBeGreaterThanOrEqual(known.high - 1e-9);
    }));
  });

  it("agrees with itself: a limit inside the interval has p above its level, one outside has not", () => {
    fc.assert(fc.property(differences, (values) => {
      const { low, high } = meanInterval(exactly(values), RANGE);
      if (low > -0.99) expect(pAbove(values, low - 1e-6, -1)).toBeLessThanOrEqual(0.025 + 1e-6);
      expect(pAbove(values, low + 1e-6, -1)).toBeGreaterThan(0.025 - 1e-6);
      expect(pBelow(values, high - 1e-6, 1)).toBeGreaterThan(0.025 - 1e-6);
    }));
  });

  it("needs six names to find what is so at all of them", () => {
    const all = (names: number) => 2 * pAbove(Array(names).fill(1), 0, -1);
    expect(all(5)).toBeGreaterThan(0.05);
    expect(all(6)).toBeCloseTo(2 / 2 ** 6, 12);
  });
});

describe("gateTest", () => {
  const failures = fc.record({ answers: fc.integer({ min: 1, max: 3 }), share: fc.nat(3) })
    .map(({ answers, share }) => ({ answers, failed: Math.min(answers, share) }));
  const pairs = fc.array(fc.record({ baseline: failures, candidate: failures }), {
    minLength: 1,
    maxLength: 3,
  });

  it("counts the ways in which answers can be exchanged", () => {
    fc.assert(fc.property(pairs, (pairs) => {
      // Every way to choose the candidate's answers of each alert, by their sum of failures.
      let ways = new Map([[0, 1]]);
      for (const { baseline, candidate } of pairs) {
        const all = baseline.answers + candidate.answers;
        const failed = baseline.failed + candidate.failed;
        const own = new Map<number, number>();
        for (let mask = 0; mask < 2 ** all; mask++) {
          const chosen = Array.from({ length: all }, (_, at) => mask >> at & 1);
          if (chosen.reduce((sum, one) => sum + one, 0) !== candidate.answers) continue;
          const count = chosen.slice(0, failed).reduce((sum, one) => sum + one, 0);
          own.set(count, (own.get(count) ?? 0) + 1);
        }
        const sums = new Map<number, number>();
        for (const [a, x] of ways) {
          for (const [b, y] of own) sums.set(a + b, (sums.get(a + b) ?? 0) + x * y);
        }
        ways = sums;
      }
      const total = [...ways.values()].reduce((sum, one) => sum + one, 0);
      const seen = pairs.reduce((sum, { candidate }) => sum + candidate.failed, 0);
      const least = ways.get(Math.max(...ways.keys()))! / total;
      const p = [...ways].filter(([sum]) => sum >= seen).reduce((sum, [, x]) => sum + x, 0) / total;
      const found = gateTest(pairs);
      expect(found.p).toBeCloseTo(p, 12);
      expect(found.least).toBeCloseTo(least, 12);
    }));
  });

  it("says nothing without a failure", () => {
    const none = { answers: 3, failed: 0 };
    expect(gateTest([{ baseline: none, candidate: none }])).toEqual({ p: 1, least: 1 });
    expect(gateTest([])).toEqual({ p: 1, least: 1 });
  });

  it("counts only tests that could fail", () => {
    expect(taroneLevel([1, 1, 1], 0.025)).toBe(0.025);
    expect(taroneLevel([0.01, 0.01, 1], 0.025)).toBe(0.0125);
    expect(taroneLevel([0.01, 0.02, 1], 0.025)).toBe(0.0125);
  });
});

describe("holm", () => {
  const ps = fc.array(fc.integer({ min: 0, max: 1000 }).map((of) => of / 1000), { minLength: 1 });

  it("lies between p and Bonferroni's, and keeps the order", () => {
    fc.assert(fc.property(ps, (ps) => {
      const adjusted = holm(ps);
      for (const [at, p] of ps.entries()) {
        expect(adjusted[at]).toBeGreaterThanOrEqual(p);
        expect(adjusted[at]).toBeLessThanOrEqual(Math.min(1, p * ps.length));
        for (const [other, q] of ps.entries()) {
          if (p < q) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[other]!);
        }
      }
    }));
  });

  it("corrects less where hypotheses exclude each other", () => {
    expect(holm([0.02, 0.5], () => 1)).toEqual([0.02, 0.5]);
    expect(holm([0.02, 0.5])).toEqual([0.04, 0.5]);
  });
});

describe("proportions", () => {
  it("bound a share so that fewer would be seen in one of twenty", () => {
    for (const [count, of] of [[0, 43], [3, 20], [10, 11]] as const) {
      expect(jstat.binomial.cdf(count, of, shareAtMost(count, of, 0.95))).toBeCloseTo(0.05, 6);
    }
    expect(shareAtMost(4, 4, 0.95)).toBe(1);
  });

  it("test signs by adding up coefficients", () => {
    let sum = 0, ways = 1;
    for (let fewer = 0; fewer < 5; fewer++) {
      sum += ways;
      ways = ways * (10 - fewer) / (fewer + 1);
      expect(signTestP(fewer, 10 - fewer)).toBeCloseTo(2 * sum / 2 ** 10, 10);
      expect(signTestP(10 - fewer, fewer)).toBeCloseTo(2 * sum / 2 ** 10, 10);
    }
    expect([signTestP(5, 5), signTestP(0, 0)]).toEqual([1, 1]);
  });
});

describe("pairNames", () => {
  const answer = (id: string, cluster: string, value: number | null, isFailedCall = false) => ({
    case: id,
    cluster,
    value,
    isFailedCall,
  });

  it("averages repeats within alerts, and alerts within names", () => {
    const old = [
      answer("a", "X", 0),
      answer("a", "X", 1),
      answer("b", "X", 1),
      answer("c", "Y", 1),
    ];
    const one = [answer("a", "X", 1), answer("b", "X", 1), answer("c", "Y", 0)];
    const { names, alerts, byAlert } = pairNames(old, one);
    expect(names.map(({ name, difference }) => [name, difference.mean])).toEqual([
      ["X", 0.25],
      ["Y", -1],
    ]);
    expect([alerts, byAlert]).toEqual([3, (0.5 - 1) / 3]);
  });

  it("lets a failed call be any answer, and leaves out what does not apply", () => {
    const old = [answer("a", "X", 1), answer("b", "Y", null)];
    const one = [answer("a", "X", null, true), answer("a", "X", 0.5), answer("b", "Y", null)];
    const { names: [x, ...rest], unpaired } = pairNames(old, one);
    expect(rest).toEqual([]);
    expect(unpaired).toBe(0);
    expect(x!.difference).toEqual({ mean: -0.5, low: -0.75, high: -0.25 });
    expect(pairNames([answer("a", "X", 1)], [answer("b", "X", 1)]).unpaired).toBe(2);
  });

  it("counts a name once, however often it fired", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), (often) => {
      const loud = Array.from({ length: often }, (_, at) => answer(`${at}`, "Loud", 1));
      const names = scoreNames([...loud, answer("q", "Quiet", 0)]);
      expect(names.map(({ mean }) => mean)).toEqual([1, 0]);
      expect(effectiveNames(names)).toBeCloseTo((often + 1) ** 2 / (often ** 2 + 1), 12);
    }));
  });
});
