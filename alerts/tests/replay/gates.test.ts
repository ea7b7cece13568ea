import { describe, expect, it } from "vitest";
import type { Score } from "../../replay/checks/check.ts";
import { compareVariants } from "../../replay/compare.ts";
import { decide, type GateDecision, repeatedAnswers } from "../../replay/gates.ts";
import type { Row } from "../../replay/row.ts";
import { reply } from "./checks/planted.ts";

/** Answers of a variant to alerts of one name each: how many of `repeats` fail at each alert. */
function gate(
  variant: string,
  failed: readonly number[],
  { repeats = 3, check = "valid", name = (at: number) => `Name${at}` } = {},
): Score[] {
  return failed.flatMap((count, at) =>
    Array.from({ length: repeats }, (_, sample): Score => ({
      case: `case-${at}`,
      cluster: name(at),
      variant,
      sample,
      check,
      kind: "gate",
      value: sample < count ? 0 : 1,
      reason: sample < count ? `miss at ${at}` : "",
    }))
  );
}

const decideGate = (scores: readonly Score[], options = {}) =>
  decide(scores, [], { baseline: "old", ...options })
    .filter((one): one is GateDecision => one.about === "gate");

const NONE = Array(20).fill(0);

describe("decide", () => {
  it("prints a single miss and does not fail for it", () => {
    const [one] = decideGate([...gate("old", NONE), ...gate("new", [1, ...NONE.slice(1)])]);
    expect(one).toMatchObject({ fails: false, p: 0.5 });
    expect(one!.misses).toEqual([{ case: "case-0", reason: "miss at 0" }]);
    expect(one!.own).toEqual({ failed: 1, answers: 60, passedAlerts: 19, alerts: 20 });
  });

  it("fails where so many more misses are no chance", () => {
    const [one] = decideGate([...gate("old", NONE), ...gate("new", [3, 3, ...NONE.slice(2)])]);
    expect(one!.p).toBeCloseTo(1 / 20 ** 2, 12);
    expect(one).toMatchObject({ fails: true, names: { more: 2, fewer: 0 } });
    // The same alerts failed before: nothing is worse.
    const both = gate("old", [3, 3, ...NONE.slice(2)]);
    expect(decideGate([...both, ...gate("new", [3, 3, ...NONE.slice(2)])])[0])
      .toMatchObject({ fails: false, p: 1, misses: [] });
  });

  it("fails for a single miss of a hard gate, also where the baseline missed as well", () => {
    const scores = [...gate("old", NONE), ...gate("new", [1, ...NONE.slice(1)])];
    expect(decideGate(scores, { hard: ["valid"] })[0]).toMatchObject({ fails: true, isHard: true });
    expect(decideGate(scores, { hard: ["complete"] })[0]).toMatchObject({ fails: false });
  });

  it("shares the level among candidates, and among gates that can fail", () => {
    const scores = [
      ...gate("old", NONE),
      ...gate("old", NONE, { check: "complete" }),
      ...["a", "b"].flatMap((variant) => [
        ...gate(variant, [3, 3, ...NONE.slice(2)]),
        ...gate(variant, NONE, { check: "complete" }),
      ]),
    ];
    for (const { level } of decideGate(scores)) expect(level).toBe(0.0125);
  });

  it("takes failed calls for no answers", () => {
    const scores = gate("new", [3, 3, 3, ...NONE.slice(3)])
      .map((one) => one.value === 0 ? { ...one, value: null, isFailedCall: true } : one);
    expect(decideGate([...gate("old", NONE), ...scores])[0])
      .toMatchObject({ fails: false, p: 1, own: { failed: 0, answers: 51 } });
  });

  it("counts answers of the same words once", () => {
    const scores = [...gate("old", NONE), ...gate("new", [3, 3, ...NONE.slice(2)])];
    const [one] = decideGate(scores, { isRepeated: () => true });
    expect(one!.p).toBe(0.25);
    expect(one!.fails).toBe(false);
  });

  it("fails for a margin only beyond it, and says where passing is proven", () => {
    const scores = (difference: number) =>
      Array.from({ length: 60 }, (_, at) =>
        ["old", "new"].map((variant): Score => ({
          case: `${at}`,
          cluster: `${at}`,
          variant,
          sample: 0,
          check: "score",
          kind: "score",
          value: variant === "old" ? 0.6 : 0.6 + difference,
          reason: "",
        }))).flat();
    const margin = (difference: number, allowed: number) => {
      const all = scores(difference);
      const [one] = decide(all, compareVariants(all, { baseline: "old" }), {
        baseline: "old",
        margin: allowed,
      });
      return one;
    };
    expect(margin(-0.4, 0.05)).toMatchObject({ about: "margin", fails: true, isProven: false });
    expect(margin(-0.04, 0.05)).toMatchObject({ fails: false, isProven: false });
    expect(margin(0.2, 0.05)).toMatchObject({ fails: false, isProven: true });
  });
});

const row = (variant: string, sample: number, text: string, usage = 1): Row => {
  const response = reply(text);
  const body = JSON.stringify({ ...JSON.parse(response.body), usage: { output_tokens: usage } });
  return {
    case: "a",
    cluster: "A",
    variant,
    sample,
    key: "k",
    status: "answered",
    answer: { response: { ...response, body } } as NonNullable<Row["answer"]>,
  };
};

it("answers of the same words are found, whatever else the provider said", () => {
  const isRepeated = repeatedAnswers([
    row("cold", 0, "It is DNS.", 1),
    row("cold", 1, "It is DNS.", 2),
    row("warm", 0, "It is DNS."),
    row("warm", 1, "It may be DNS."),
    row("once", 0, "It is DNS."),
  ]);
  expect(["cold", "warm", "once", "none"].map((name) => isRepeated(name, "a")))
    .toEqual([true, false, false, false]);
});
