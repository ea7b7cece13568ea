import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Score } from "../../replay/checks/check.ts";
import { compareVariants, leastNames } from "../../replay/compare.ts";
import { numbers } from "./simulation/numbers.ts";

/** Scores of two variants, a name for each alert. */
function scoresOf(
  differences: readonly number[],
  { check = "score", variant = "new", repeats = 1 } = {},
): Score[] {
  return differences.flatMap((difference, at) =>
    [["old", 0.5 - difference / 2], [variant, 0.5 + difference / 2]].flatMap(([name, value]) =>
      Array.from({ length: repeats }, (_, sample) => ({
        case: `${at}`,
        cluster: `Name${at}`,
        variant: name as string,
        sample,
        check,
        kind: "score" as const,
        value: value as number,
        reason: "",
      }))
    )
  );
}

const finding = (differences: readonly number[], options = {}) =>
  compareVariants(scoresOf(differences), { baseline: "old", ...options })[0]!.verdict!.finding;

describe("compareVariants", () => {
  it("finds what is so at every name, and not at fewer names than can tell", () => {
    expect(leastNames(1, 0.05)).toBe(7);
    expect(finding(Array(7).fill(1))).toBe("better");
    expect(finding(Array(7).fill(-1))).toBe("worse");
    expect(finding(Array(6).fill(1))).toBe("too few names");
    expect(finding(Array(7).fill(1), { alpha: 0.025 })).toBe("too few names");
  });

  it("says of a gain at most names and a rare large loss that it is typical, not the mean", () => {
    const gains = Array.from({ length: 60 }, (_, at) => at < 2 ? -1 : 0.06);
    const [one] = compareVariants(scoresOf(gains), { baseline: "old" });
    expect(one!.interval.low).toBeLessThan(0);
    expect(one!.verdict!.finding).toBe("typically better");
    expect(one!.losers).toMatchObject({ names: 2, cap: 0.3 });
    expect(finding(gains.map((gain) => -gain))).toBe("typically worse");
    // With the cap where it cuts nothing it is the mean again.
    expect(finding(gains, { cap: 1, within: 0.05 })).toBe("undecided");
  });

  it("says as good as only where both sides are excluded", () => {
    expect(finding(Array(100).fill(0))).toBe("as good as");
    expect(finding(Array(20).fill(0))).toBe("undecided");
    expect(finding(Array(100).fill(0), { within: 0.02 })).toBe("undecided");
  });

  it("is the same with the candidate in the baseline's place, turned round", () => {
    const value = fc.integer({ min: -100, max: 100 }).map((of) => of / 100);
    const turned = {
      better: "worse",
      worse: "better",
      "typically better": "typically worse",
      "typically worse": "typically better",
    } as const;
    fc.assert(fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (differences) => {
      const scores = scoresOf(differences);
      const [there] = compareVariants(scores, { baseline: "old" });
      const [back] = compareVariants(scores, { baseline: "new" });
      expect(back!.difference).toBeCloseTo(-there!.difference!, 12);
      expect(back!.interval.low).toBeCloseTo(-there!.interval.high, 6);
      expect(back!.p).toBeCloseTo(there!.p, 12);
      const found = there!.verdict!.finding;
      expect(back!.verdict!.finding).toBe(found in turned ? turned[found as "better"] : found);
    }));
  });

  it("does not hang on the order of its rows", () => {
    const { uniform } = numbers(3);
    const scores = scoresOf(Array.from({ length: 20 }, () => uniform() - 0.3), { repeats: 2 });
    const of = (rows: readonly Score[]) =>
      compareVariants(rows, { baseline: "old" }).map(({ verdict }) => verdict!.finding);
    expect(of(scores.toReversed())).toEqual(of(scores));
  });

  it("corrects for all candidates and primary checks together", () => {
    const gains = Array.from({ length: 20 }, (_, at) => 0.5 + at / 100);
    const many = ["a", "b", "c"].flatMap((variant) =>
      ["score", "cause"].flatMap((check) => scoresOf(gains, { variant, check }))
    ).filter(({ variant }, at, all) =>
      // The baseline's rows are the same each time: once is enough.
      variant !== "old" || all.findIndex((one) =>
          one.variant === "old" && one.case === all[at]!.case && one.check === all[at]!.check
        ) === at
    );
    const primaries = ["score", "cause"];
    const all = compareVariants(many, { baseline: "old", primaries });
    expect(all.map(({ verdict }) => verdict?.finding)).toEqual(Array(6).fill("better"));
    // The six typical differences are found first; of the rest six can be true at once.
    for (const { p, verdict } of all) expect(verdict!.p).toBeCloseTo(6 * p, 12);
    const [alone] = compareVariants(scoresOf(gains), { baseline: "old" });
    for (const { verdict } of all) {
      expect(verdict!.typicalP).toBeCloseTo(6 * alone!.verdict!.typicalP, 12);
    }
    const one = compareVariants(many, { baseline: "old", primaries, judged: ["a"] });
    expect(one.filter(({ verdict }) => verdict).map(({ candidate }) => candidate))
      .toEqual(["a", "a"]);
  });

  it("counts a name once, however often it fired", () => {
    const scores = scoresOf(Array(10).fill(0.4)),
      loud = scores.filter(({ case: id }) => id === "0");
    const often = Array.from(
      { length: 40 },
      (_, at) => loud.map((one) => ({ ...one, case: `loud-${at}` })),
    ).flat();
    const [once] = compareVariants(scores, { baseline: "old" });
    const [many] = compareVariants([...scores, ...often], { baseline: "old" });
    expect([many!.interval, many!.p]).toEqual([once!.interval, once!.p]);
    expect(many!.alerts).toBe(50);
    expect(many!.effectiveNames).toBeLessThan(2);
  });

  it("lets failed calls widen the interval, and gain nothing", () => {
    const scores = scoresOf(Array(20).fill(-0.8));
    const hidden = scores.map((one) =>
      one.variant === "new" ? { ...one, value: null, isFailedCall: true } : one
    );
    const [honest] = compareVariants(scores, { baseline: "old" });
    const [fooled] = compareVariants(hidden, { baseline: "old" });
    expect(honest!.verdict!.finding).toBe("worse");
    expect(fooled).toMatchObject({ failedCalls: 20, difference: null });
    expect(fooled!.verdict!.finding).toBe("undecided");
    expect(fooled!.interval.high - fooled!.interval.low).toBeGreaterThan(1);
    // One failed call of many does not decide anything either way.
    const [nearly] = compareVariants([...scores.slice(0, -1), ...hidden.slice(-1)], {
      baseline: "old",
    });
    expect(nearly!.verdict!.finding).toBe("worse");
  });

  it("says what has no partner", () => {
    const scores = scoresOf(Array(8).fill(0)).filter(({ variant, case: id }) =>
      variant === "old" || id !== "7"
    );
    const [one] = compareVariants(scores, { baseline: "old" });
    expect(one).toMatchObject({ alerts: 7, unpaired: 1 });
    expect(one!.names).toHaveLength(7);
  });
});
