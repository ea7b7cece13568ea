import { WattbookError } from "../errors.ts";
import type { Answers } from "./answers.ts";
import { ALL_CHECKS } from "./checks/all_checks.ts";
import type { Score } from "./checks/check.ts";
import { compareVariants, type Comparison } from "./compare.ts";
import { type Regression, regressions } from "./regressions.ts";
import type { Row } from "./row.ts";
import { scoreRows } from "./score_rows.ts";

/** What became of the answers of a variant. */
export interface VariantTally {
  /** Its name. */
  readonly name: string;
  /** Places with an answer, calls that failed, places without either. */
  readonly answered: number;
  /** Calls that failed. */
  readonly errors: number;
  /** Places without an answer. */
  readonly missing: number;
  /** Answers that passed every gate. */
  readonly passed: number;
  /** Mean of the primary check over the alerts; `null` if it applies to none. */
  readonly mean: number | null;
  /** Cost of its answers [USD]; absent where the price of one is not known. */
  readonly usd?: number;
  /** Tokens, read and written; absent if no answer tells. */
  readonly tokens?: number;
  /** Answers that people wrote: no model gave them. */
  readonly samples: number;
}

/** Answers, judged. */
export interface Judgement {
  /** What was judged. */
  readonly answers: Answers;
  /** Every verdict on every answer. */
  readonly scores: readonly Score[];
  /** The variants, in the order of the configuration. */
  readonly variants: readonly VariantTally[];
  /** Each candidate against the baseline, in each check. */
  readonly comparisons: readonly Comparison[];
  /** What must not pass a review. */
  readonly regressions: readonly Regression[];
  /** Number of places, and of those without an answer. */
  readonly total: number;
  /** Places without an answer: statistics over the rest are not what was planned. */
  readonly missing: number;
  /** Share of calls that failed. */
  readonly errorShare: number;
}

/**
 * Judges answers: scores every one of them, and compares the variants with the baseline.
 *
 * @param baseline Name of the variant that the others are compared with.
 * @throws {WattbookError} `BAD_CONFIG` if a check is named that there is none of, or what the rows and
 * recordings have to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { judgeAnswers } from "./judge_answers.ts";
 *
 * const config = { baseline: "old", primary: "scor", weights: {} };
 * await assert.rejects(judgeAnswers({ config } as never), /primary: there is no check 'scor'/);
 * ```
 */
export async function judgeAnswers(
  answers: Answers,
  baseline: string = answers.config.baseline,
): Promise<Judgement> {
  const { config, cases, variants, repeats } = answers;
  const { primary, seed, gate, weights } = config;
  checkNames(config);
  const tallies = new Map(variants.map(({ name }) => [name, newTally()]));
  async function* counted(): AsyncGenerator<Row> {
    for await (const row of answers.rows()) {
      tallies.get(row.variant)?.add(row);
      yield row;
    }
  }
  const scores = await scoreRows(counted(), { cases, variants, weights });
  const comparisons = compareVariants(scores, { baseline, primary, seed });
  const passed = passedByVariant(scores), means = meansByVariant(scores, primary);
  const places = cases.length * repeats;
  const done = variants.map(({ name }): VariantTally => {
    const { answered, errors, usd, tokens, samples } = tallies.get(name)!;
    return {
      name,
      answered,
      errors,
      missing: places - answered - errors,
      passed: passed.get(name) ?? 0,
      mean: means.get(name) ?? null,
      ...(usd !== undefined && answered > 0 && { usd }),
      ...(tokens > 0 && { tokens }),
      samples,
    };
  });
  const sum = (of: (one: VariantTally) => number) => done.reduce((sum, one) => sum + of(one), 0);
  const total = places * variants.length;
  return {
    answers,
    scores,
    variants: done,
    comparisons,
    regressions: regressions(scores, comparisons, { baseline, margin: gate.margin }),
    total,
    missing: sum(({ missing }) => missing),
    errorShare: total === 0 ? 0 : sum(({ errors }) => errors) / total,
  };
}

/** A misspelt weight would change nothing, and nobody would see it. */
function checkNames(
  { primary, weights }: Pick<Answers["config"], "primary" | "weights">,
): void {
  const grades = ALL_CHECKS.filter(({ kind }) => kind === "grade").map(({ name }) => name);
  const all = ["score", ...ALL_CHECKS.map(({ name }) => name)];
  const wrong = Object.keys(weights).find((name) => !grades.includes(name));
  if (wrong !== undefined) {
    throw new WattbookError("BAD_CONFIG", `checks.weights: there is no grade '${wrong}'`, {
      hint: `Grades are ${grades.join(", ")}.`,
    });
  }
  if (!all.includes(primary)) {
    throw new WattbookError("BAD_CONFIG", `primary: there is no check '${primary}'`, {
      hint: `Checks are ${all.join(", ")}.`,
    });
  }
}

function newTally() {
  const tally = {
    answered: 0,
    errors: 0,
    usd: 0 as number | undefined,
    tokens: 0,
    samples: 0,
    add({ status, usd, usage, answer }: Row) {
      if (status === "error") tally.errors++;
      if (status !== "answered") return;
      tally.answered++;
      tally.usd = usd === undefined || tally.usd === undefined ? undefined : tally.usd + usd;
      tally.tokens += usage ? usage.input + usage.output : 0;
      if (answer?.origin === "sample") tally.samples++;
    },
  };
  return tally;
}

function passedByVariant(scores: readonly Score[]): Map<string, number> {
  const passed = new Map<string, number>();
  let isPassed = true;
  // The scores of an answer stand together, its `score` last.
  for (const { variant, kind, value } of scores) {
    if (kind === "gate") isPassed &&= value !== 0;
    if (kind !== "score") continue;
    if (isPassed && value !== null) passed.set(variant, (passed.get(variant) ?? 0) + 1);
    isPassed = true;
  }
  return passed;
}

/** Repeats are averaged first: every alert counts the same. */
function meansByVariant(scores: readonly Score[], primary: string): Map<string, number> {
  const byVariant = new Map<string, Map<string, number[]>>();
  for (const { check, variant, case: id, value } of scores) {
    if (check !== primary || value === null) continue;
    let byCase = byVariant.get(variant);
    if (!byCase) byVariant.set(variant, byCase = new Map());
    const values = byCase.get(id);
    if (values) values.push(value);
    else byCase.set(id, [value]);
  }
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  return new Map(
    [...byVariant].map(([variant, byCase]) => [variant, mean([...byCase.values()].map(mean))]),
  );
}
