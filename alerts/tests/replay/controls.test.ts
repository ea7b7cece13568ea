import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { recordedAnswers } from "../../replay/answers.ts";
import { type Facts, factsOf } from "../../replay/checks/facts.ts";
import { readAnswer } from "../../replay/checks/read_answer.ts";
import { scoreControls } from "../../replay/controls.ts";
import type { ReplayCase } from "../../replay/read_cases.ts";
import { scoreAnswer, scoreRows } from "../../replay/score_answer.ts";
import { HELD_OUT_CONTROLS, SECOND, THIRD } from "./held_out_controls.ts";

const DEMO = fileURLToPath(new URL("../../data/replay/replay.yaml", import.meta.url));
const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

let cases: readonly ReplayCase[];
const factsOfCases = new Map<ReplayCase, Facts>();
/** Means of the demo's variants, with labels and without. */
const honest = { labelled: Infinity, unlabelled: Infinity };
const gold = new Map<string, Readonly<Record<string, unknown>>>();

beforeAll(async () => {
  const answers = await recordedAnswers(DEMO);
  cases = answers.cases;
  for (const one of cases) factsOfCases.set(one, factsOf(one.file));
  const rows = await Array.fromAsync(answers.rows(answers.cases));
  for (const kind of ["labelled", "unlabelled"] as const) {
    const shown = kind === "labelled" ? cases : cases.map(({ label: _, ...one }) => one);
    const scores = scoreRows(rows, { cases: shown, variants: answers.variants });
    const whole = scores.filter(({ kind, value }) => kind === "score" && value !== null);
    const variants = Map.groupBy(whole, ({ variant }) => variant).values();
    honest[kind] = Math.min(...variants.map((own) => mean(own.map(({ value }) => value!))));
  }
  for (const { variant, case: id, answer } of rows) {
    const { written } = readAnswer(answer!.response);
    if (variant === "shipped" && written && !gold.has(id)) gold.set(id, { ...written });
  }
}, 60_000);

describe("the controls on the demo", () => {
  it("stay below 0.35, and below the weakest variant, with labels and without", () => {
    const results = scoreControls(cases);
    expect(results.map(({ name }) => name)).toEqual([
      "alert repeated",
      "context pasted",
      "boilerplate",
      "nonsense",
      "always inconclusive",
      "every item cited",
      "keywords",
      "refusal",
    ]);
    for (const { name, labelled, unlabelled, holds } of results) {
      expect(holds, name).toBe(true);
      expect(Math.max(labelled!, unlabelled), name).toBeLessThan(0.35);
      expect(labelled, name).toBeLessThan(honest.labelled);
      expect(unlabelled, name).toBeLessThan(honest.unlabelled);
    }
  });

  it("do not hold where a check lets them win", () => {
    const generous = {
      name: "generous",
      role: "outcome" as const,
      about: "",
      weight: 1,
      version: 1,
      judge: () => ({ value: 1, reason: "" }),
    };
    expect(scoreControls(cases, { checks: [generous] }).some(({ holds }) => holds)).toBe(false);
  });
});

describe("controls that the checks were not made for", () => {
  const scores = (make: (one: ReplayCase) => unknown, isLabelled: boolean) =>
    mean(cases.map((one) => {
      const text = JSON.stringify(make(one) ?? {});
      const body = JSON.stringify({ content: [{ type: "text", text }], stop_reason: "end_turn" });
      const answer = readAnswer({ status: 200, body }, one.file);
      const place = { case: one.id, cluster: one.cluster, variant: "control", sample: 0 };
      const label = isLabelled && one.label ? { label: one.label } : {};
      return scoreAnswer(place, { facts: factsOfCases.get(one)!, answer, ...label }).at(-1)!.value!;
    }));

  it.each(Object.entries({ ...HELD_OUT_CONTROLS, ...SECOND, ...THIRD }))("%s", (_, make) => {
    expect(scores((one) => make(one, gold), true)).toBeLessThan(0.35);
    expect(scores((one) => make(one, gold), false)).toBeLessThan(0.35);
  });
});
