import { describe, expect, it } from "vitest";
import type { Score } from "../../replay/checks/check.ts";
import { compareVariants, verdictInWords } from "../../replay/compare.ts";
import { regressions } from "../../replay/regressions.ts";
import { simulate } from "./simulation/simulate.ts";

const score = (of: Partial<Score>): Score => ({
  case: "a",
  cluster: "Down",
  variant: "old",
  sample: 0,
  check: "score",
  kind: "score",
  value: 1,
  reason: "",
  ...of,
});

/** The same scores at eight alerts, each of its own name. */
const at8 = (of: (at: number) => readonly Score[]): Score[] =>
  Array.from({ length: 8 }, (_, at) =>
    of(at).map((one) => ({
      ...one,
      case: `${at}`,
      cluster: `${at}`,
    }))).flat();

describe("compareVariants", () => {
  it("finds nothing between a prompt and itself", () => {
    const twice = simulate({ clusters: 28, size: 2, repeats: 6, candidates: 0, shift: 0 }, 5)
      .map((one) => ({ ...one, variant: one.sample % 2 ? "again" : "old" }));
    const [comparison] = compareVariants(twice, { baseline: "old" });
    expect(comparison?.verdict?.finding).toBe("no evidence");
    expect(comparison?.detectable).toBeGreaterThan(0);
  });

  it("is the same with the candidate in the baseline's place, turned round", () => {
    const scores = simulate({ clusters: 12, size: 2, repeats: 2, candidates: 1, shift: 0.8 }, 3);
    const [there] = compareVariants(scores, { baseline: "old" });
    const [back] = compareVariants(scores, { baseline: "new0" });
    expect(back!.difference).toBeCloseTo(-there!.difference, 12);
    expect(back!.interval!.low).toBeCloseTo(-there!.interval!.high, 12);
    expect(back!.p).toBe(there!.p);
    expect(back!.detectable).toBeCloseTo(there!.detectable!, 12);
  });

  it("does not hang on the order of its rows", () => {
    const scores = simulate({ clusters: 20, size: 2, repeats: 2, candidates: 2, shift: 0.3 }, 3);
    const of = (rows: readonly Score[]) =>
      compareVariants(rows, { baseline: "old" }).map((one) => [one.candidate, one.p, one.verdict])
        .sort();
    expect(of(scores.toReversed())).toEqual(of(scores));
  });

  it("corrects p for the number of candidates, and gives a verdict on the primary check alone", () => {
    const scores = at8((at) => [
      score({ value: 0.5 }),
      ...["x", "y"].map((variant) => score({ variant, value: 0.6 + 0.01 * at })),
      ...["old", "x", "y"].map((variant) =>
        score({ variant, check: "length", kind: "grade", value: variant === "x" ? 1 : 0 })
      ),
    ]);
    const found = compareVariants(scores, { baseline: "old" });
    const p = 2 / 2 ** 8;
    expect(found.map((one) => [one.candidate, one.check, one.p, one.verdict])).toEqual([
      ["x", "score", p, { p: 2 * p, finding: "better" }],
      ["x", "length", p, undefined],
      ["y", "score", p, { p: 2 * p, finding: "better" }],
      ["y", "length", 1, undefined],
    ]);
    const [length] = compareVariants(scores, { baseline: "old", primary: "length" })
      .filter(({ verdict }) => verdict);
    expect(length).toMatchObject({ candidate: "x", check: "length" });
  });

  it("leaves out where a check does not apply, and says what has no partner", () => {
    const scores = at8((at) => [
      score({ value: at < 2 ? null : 1 }),
      ...at === 7 ? [] : [score({ variant: "new", value: at < 2 ? null : 1 })],
    ]);
    const [comparison] = compareVariants(scores, { baseline: "old" });
    expect(comparison).toMatchObject({ alerts: 5, unpaired: 1, clusters: 5, repeats: 1 });
  });

  it("gives gates their rates", () => {
    const scores = at8((at) =>
      [0, 1].flatMap((sample) => [
        score({ sample, check: "valid", kind: "gate" }),
        score({ sample, variant: "new", check: "valid", kind: "gate", value: +(at > 2 || sample) }),
      ])
    );
    const [comparison] = compareVariants(scores, { baseline: "old" });
    expect(comparison?.passRates?.counts).toEqual({ both: 5, gained: 0, lost: 3, neither: 0 });
    expect(comparison?.difference).toBeCloseTo(-3 / 16, 12);
  });
});

describe("verdictInWords", () => {
  const of = (value: (at: number) => number) =>
    compareVariants(
      at8((at) => [score({ value: 0.5 }), score({ variant: "new", value: value(at) })]),
      { baseline: "old" },
    )[0]!;

  it("says what could have been seen", () => {
    expect(verdictInWords(of((at) => at % 2 ? 0.4 : 0.6)))
      .toMatch(/^no evidence \(could have seen ≥ 0\.\d\d\)$/);
    expect(verdictInWords(of(() => 0.5))).toBe("no evidence (the same at every alert)");
    expect(verdictInWords(of((at) => 0.3 + at / 100))).toBe("worse");
  });

  it("does not claim that five names of alerts could tell anything", () => {
    const few = at8((at) => [score({}), score({ variant: "new", value: at / 8 })])
      .filter(({ cluster }) => Number(cluster) < 5);
    const [comparison] = compareVariants(few, { baseline: "old" });
    expect(comparison?.interval?.high).toBeLessThan(0);
    expect(verdictInWords(comparison!)).toBe("no evidence (too few kinds of alerts to tell)");
  });
});

describe("regressions", () => {
  it("tells of a gate that held at every repeat before and does not now, once", () => {
    const gate = (variant: string, id: string, values: readonly number[]) =>
      values.map((value, sample) =>
        score({ variant, case: id, sample, check: "valid", kind: "gate", value, reason: id })
      );
    const scores = [
      ...gate("old", "a", [1, 1]),
      ...gate("old", "b", [1, 0]),
      ...gate("old", "c", [1, 1]),
      ...gate("new", "a", [0, 0]),
      ...gate("new", "b", [0, 0]),
      ...gate("new", "c", [1, 1]),
    ];
    expect(regressions(scores, [], { baseline: "old" })).toEqual([
      { candidate: "new", check: "valid", case: "a", reason: "a" },
    ]);
  });

  it("tells only of what is surely worse by more than the margin", () => {
    const scores = at8((at) => [
      score({ value: 0.9 }),
      score({ variant: "bad", value: 0.5 + at / 100 }),
      score({ variant: "noisy", value: at % 2 ? 1 : 0 }),
    ]);
    const comparisons = compareVariants(scores, { baseline: "old" });
    const failing = (margin: number) =>
      regressions(scores, comparisons, { baseline: "old", margin }).map((one) => one.candidate);
    expect(failing(0)).toEqual(["bad"]);
    expect(failing(0.3)).toEqual(["bad"]);
    expect(failing(0.4)).toEqual([]);
  });
});
