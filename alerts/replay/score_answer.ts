import { ALL_CHECKS } from "./checks/all_checks.ts";
import { ABSTAINED, type Check, type Given, type Score, type Verdict } from "./checks/check.ts";
import { factsOf } from "./checks/facts.ts";
import { readAnswer } from "./checks/read_answer.ts";
import type { ReplayCase } from "./read_cases.ts";
import { questionOf } from "./request_of.ts";
import type { Place, Row } from "./row.ts";
import type { Variant } from "./config/read_config.ts";

export interface ScoreOptions {
  readonly checks?: readonly Check[];
  /** Weights that differ from the checks' own. @default {{}} */
  readonly weights?: Readonly<Record<string, number>>;
}

/**
 * Judges an answer by every check and adds a total: `score` with a label, `form_only` without.
 *
 * The score is `outcome × earned × limits`, and 0 if a gate fails. A wrong answer earns nothing.
 * Without a label nobody knows what is right, so `support` replaces the outcome.
 *
 * @returns One row per check, then the total.
 */
export function scoreAnswer(
  { case: id, cluster, variant, sample }: Place,
  given: Given,
  { checks = ALL_CHECKS, weights = {} }: ScoreOptions = {},
): Score[] {
  const at = { case: id, cluster, variant, sample };
  const judged = checks.map((check) => ({ check, ...check.judge(given) }));
  const check = given.label ? "score" : "form_only";
  return [
    ...judged.map(({ check: { name, role }, value, reason }): Score => ({
      ...at,
      check: name,
      kind: role === "gate" ? "gate" : "grade",
      value,
      reason,
    })),
    { ...at, check, kind: "score", ...wholeOf(judged, given, weights) },
  ];
}

function wholeOf(
  judged: readonly (Verdict & { readonly check: Check })[],
  given: Given,
  weights: Readonly<Record<string, number>>,
): Verdict {
  const closed = judged.find(({ check, value }) => check.role === "gate" && value === 0);
  if (closed) return { value: 0, reason: `${closed.check.name}: ${closed.reason}` };
  const outcome = given.label
    ? judged.find(({ check, value }) => check.role === "outcome" && value !== null)
    : formOnly(judged, given);
  let sum = 0, weight = 0, limits = 1;
  for (const { check: { name, role, weight: own = 1 }, value } of judged) {
    if (value === null) continue;
    const counts = weights[name] ?? own;
    if (role === "earns") {
      sum += counts * value;
      weight += counts;
    } else if (role === "limits") limits *= 1 - Math.min(1, counts) * (1 - value);
  }
  const earned = weight > 0 ? sum / weight : 1;
  const right = outcome?.value ?? 1;
  const share = (of: number) => of.toFixed(2);
  return {
    value: right * earned * limits,
    reason: `${outcome?.reason ?? "nothing says whether it is right"}: ` +
      `${share(right)} × ${share(earned)} earned × ${share(limits)} kept`,
  };
}

/** Replaces the outcome if there is no label. */
function formOnly(
  judged: readonly (Verdict & { readonly check: Check })[],
  { answer: { written }, facts }: Given,
): Verdict | undefined {
  const abstains = written?.inconclusive && facts.isReadable;
  return abstains
    ? { value: ABSTAINED, reason: "it abstains" }
    : judged.find(({ check }) => check.name === "support");
}

/** Judges answers by every check. A failed call or a missing answer gets no value. */
export function scoreRows(
  rows: readonly Row[],
  { cases, variants, ...scoring }: ScoreOptions & {
    readonly cases: readonly ReplayCase[];
    readonly variants: readonly Pick<Variant, "name" | "context">[];
  },
): Score[] {
  const known = new Map(cases.map((one) => {
    const full = questionOf(one, { context: "full" }), none = questionOf(one, { context: "none" });
    return [one.id, { label: one.label, facts: factsOf(full), full, none }];
  }));
  const contexts = new Map(variants.map(({ name, context }) => [name, context]));
  return rows.flatMap((row) => {
    const { label, facts, ...questions } = known.get(row.case)!;
    const question = questions[contexts.get(row.variant)!];
    const answer = readAnswer(row.answer?.response ?? null, question);
    return scoreAnswer(row, { facts, answer, ...(label && { label }) }, scoring)
      .map((score) => ofRow(score, row));
  });
}

/** A failed call is not a failed answer: what the model would have said is unknown. */
function ofRow(score: Score, { status, failure = "unknown" }: Row): Score {
  if (status === "answered" || score.value === null) return score;
  return status === "missing"
    ? { ...score, value: null, reason: "missing" }
    : { ...score, value: null, isFailedCall: true, reason: `the call failed: ${failure}` };
}
