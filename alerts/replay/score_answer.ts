import { ALL_CHECKS } from "./checks/all_checks.ts";
import { ABSTAINED, type Check, type Given, type Score, type Verdict } from "./checks/check.ts";
import { factsOf } from "./checks/facts.ts";
import { readAnswer } from "./checks/read_answer.ts";
import type { ReplayCase } from "./read_cases.ts";
import { questionOf } from "./request_of.ts";
import { type Place, placeOf, type Row } from "./row.ts";
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
  place: Place,
  given: Given,
  { checks = ALL_CHECKS, weights = {} }: ScoreOptions = {},
): Score[] {
  const at = placeOf(place);
  const judged = checks.map((check) => ({ check, ...check.judge(given) }));
  const scores = judged.map(({ check: { name, role }, value, reason }): Score => {
    const kind = role === "gate" ? "gate" : "grade";
    return { ...at, check: name, kind, value, reason };
  });
  const check = given.label ? "score" : "form_only";
  return [...scores, { ...at, check, kind: "score", ...wholeOf(judged, given, weights) }];
}

type Judged = readonly (Verdict & { readonly check: Check })[];

function wholeOf(judged: Judged, given: Given, weights: Readonly<Record<string, number>>): Verdict {
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
  const earned = weight > 0 ? sum / weight : 1, right = outcome?.value ?? 1;
  const share = (of: number) => of.toFixed(2);
  return {
    value: right * earned * limits,
    reason: `${outcome?.reason ?? "nothing says whether it is right"}: ` +
      `${share(right)} × ${share(earned)} earned × ${share(limits)} kept`,
  };
}

/** Replaces the outcome if there is no label. */
function formOnly(judged: Judged, { answer: { written }, facts }: Given): Verdict | undefined {
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
    const full = questionOf(one), none = questionOf(one, "none");
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

/** Gates made from limits. */
export const LIMIT_GATES = ["cost", "latency"] as const;

/**
 * Judges cost and latency of each answer. These gates affect the run, not the score.
 *
 * @param limits.seconds How long the provider may take. [s]
 */
export function limitScores(
  rows: readonly Row[],
  { usd, seconds }: { readonly usd?: number; readonly seconds?: number },
): Score[] {
  return rows.flatMap((row): Score[] => {
    const judge = (check: string, limit?: number, value?: number, unit?: string): Score[] => {
      if (limit === undefined) return [];
      const at = { ...placeOf(row), check, kind: "gate" as const };
      if (row.status === "error") {
        return [{ ...at, value: null, isFailedCall: true, reason: "the call failed" }];
      }
      if (value === undefined) return [{ ...at, value: null, reason: "not known" }];
      const said = `${Number(value.toPrecision(3))} ${unit}`;
      return value <= limit
        ? [{ ...at, value: 1, reason: said }]
        : [{ ...at, value: 0, reason: `${said}, allowed are ${limit}` }];
    };
    const took = row.latency === undefined ? undefined : row.latency / 1000;
    return [...judge("cost", usd, row.usd, "USD"), ...judge("latency", seconds, took, "s")];
  });
}
