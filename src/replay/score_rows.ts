import { WattbookError } from "../errors.ts";
import type { Score } from "./checks/check.ts";
import { type Facts, factsOf } from "./checks/facts.ts";
import { readAnswer } from "./checks/read_answer.ts";
import type { Replay } from "./load_replay.ts";
import { questionOf } from "./question_of.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Row } from "./row.ts";
import { scoreAnswer } from "./score_answer.ts";

/** What rows are judged by. */
export interface ScoreRowsOptions {
  /** The cases that they are about. */
  readonly cases: readonly ReplayCase[];
  /** Variants, as far as they matter here. */
  readonly variants: readonly Pick<Replay["config"]["variants"][number], "name" | "context">[];
  /** Weights of grades. @default {{}} */
  readonly weights?: Readonly<Record<string, number>>;
}

/**
 * Judges the answers of a run by every check, without a call. A call that failed passes no gate and
 * scores 0; an answer that is missing has no values.
 *
 * @throws {WattbookError} `BAD_RUN` if a row is of a case or a variant that is not there.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { scoreRows } from "./score_rows.ts";
 *
 * async function* none() {}
 * assert.deepEqual(await scoreRows(none(), { cases: [], variants: [] }), []);
 * ```
 */
export async function scoreRows(
  rows: AsyncIterable<Row>,
  { cases, variants, weights = {} }: ScoreRowsOptions,
): Promise<Score[]> {
  const known = new Map(cases.map((one, order) => [one.id, { one, order }]));
  const asked = new Map(variants.map((variant, order) => [variant.name, { variant, order }]));
  const facts = new Map<string, Facts>();
  const judged: { readonly order: readonly number[]; readonly scores: Score[] }[] = [];
  for await (const row of rows) {
    const about = known.get(row.case), by = asked.get(row.variant);
    if (!about || !by) throw unknown(row, about ? "variant" : "case");
    const { one } = about;
    let truth = facts.get(one.id);
    if (!truth) facts.set(one.id, truth = factsOf(questionOf(one, { context: "full" })));
    const shown = new Set(questionOf(one, by.variant).context.map(({ id }) => id));
    const scores = scoreAnswer(row, {
      facts: truth,
      shown,
      ...(one.label && { label: one.label }),
      answer: readAnswer(row.answer?.response ?? null),
    }, { weights });
    judged.push({
      order: [about.order, by.order, row.sample],
      scores: row.status === "answered" ? scores : scores.map((score) => withoutAnswer(score, row)),
    });
  }
  // Rows of concurrent calls come in any order.
  judged.sort((a, b) => compare(a.order, b.order));
  return judged.flatMap(({ scores }) => scores);
}

/** A failed call is told as such; of a missing answer nothing is known. */
function withoutAnswer(score: Score, { status, failure = "missing" }: Row): Score {
  if (status === "missing") return { ...score, value: null, reason: "missing" };
  return score.value === null
    ? score
    : { ...score, value: 0, reason: `the call failed: ${failure}` };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) if (one !== b[index]) return one - b[index]!;
  return 0;
}

function unknown({ case: id, variant }: Row, what: "case" | "variant"): WattbookError {
  const name = what === "case" ? id : variant;
  return new WattbookError(
    "BAD_RUN",
    `The run has rows of the ${what} '${name}', which is not there`,
    {
      hint: "Put it back into replay.yaml or its files, or run again: that makes a run of its own.",
    },
  );
}
