import { WattbookError } from "../src/errors.ts";
import type { Answers } from "./answers.ts";
import { ALL_CHECKS } from "./checks/all_checks.ts";
import { openCassettes } from "./cassette/cassettes.ts";
import { compareVariants } from "./compare.ts";
import { type JudgedAnswers, judgeRows } from "./judge/judge_rows.ts";
import { readVerdicts } from "./judge/read_verdicts.ts";
import { regressions } from "./regressions.ts";
import type { RunResults } from "./results/run_results.ts";
import { summarize, type VariantSummary } from "./results/summary.ts";
import type { Place, Row } from "./row.ts";
import { placeName } from "./run/plan.ts";
import { scoreRows } from "./score_rows.ts";

/** Answers, judged. */
export interface Judgement {
  /** What was judged. */
  readonly answers: Answers;
  /** Rows, verdicts and comparisons. */
  readonly results: RunResults;
  /** The variants in figures, in the order of the configuration. */
  readonly summaries: readonly VariantSummary[];
  /** Number of places. */
  readonly total: number;
  /** Places without an answer: statistics over the rest are not what was planned. */
  readonly missing: number;
  /** Share of calls that failed. */
  readonly errorShare: number;
  /** What a judge is asked, what of it is missing, and what the rest used. */
  readonly judgements: Pick<JudgedAnswers, "total" | "missing" | "used">;
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
  const { config, cases, variants } = answers;
  const { primary, seed, gate, weights } = config;
  checkNames(config);
  const rows = await rowsOf(answers);
  const checked = await scoreRows(rows, { cases, variants, weights });
  const judged = config.judge && await judgeRows(
    config.judge,
    { cases, rows, baseline },
    openCassettes(config.cassettes),
    {
      people: config.verdicts === undefined ? [] : await readVerdicts(config.verdicts),
      prices: config.prices,
    },
  );
  const scores = judged ? [...checked, ...judged.scores] : checked;
  const comparisons = compareVariants(scores, { baseline, primary, seed });
  const count = (status: Row["status"]) => rows.filter((row) => row.status === status).length;
  return {
    answers,
    results: {
      run: answers.name,
      variants: variants.map(({ name, model, parameters, prompts }) => ({
        name,
        model: [model, ...Object.entries(parameters).map(([key, value]) => `${key} ${value}`)]
          .join(", "),
        prompts: Object.values(prompts).map(({ name, sha256 }) => `${name}@${sha256.slice(0, 12)}`),
      })),
      baseline,
      primary,
      cases,
      rows,
      scores,
      comparisons,
      regressions: regressions(scores, comparisons, { baseline, margin: gate.margin }),
      ...(judged && { judge: judged.report }),
      isSample: rows.some(({ answer }) => answer?.origin === "sample") || judged?.isSample === true,
    },
    summaries: summarize(rows, scores),
    total: rows.length,
    missing: count("missing"),
    errorShare: rows.length === 0 ? 0 : count("error") / rows.length,
    judgements: {
      total: judged?.total ?? 0,
      missing: judged?.missing ?? [],
      used: judged?.used ?? new Map(),
    },
  };
}

/** A misspelt weight would change nothing, and nobody would see it. */
function checkNames({ primary, weights }: Pick<Answers["config"], "primary" | "weights">): void {
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

/**
 * A row for each place, in the order of cases, variants and repeats: rows of concurrent calls come in
 * any order, and a run that was killed has none for what it never came to.
 */
async function rowsOf({ cases, variants, repeats, rows }: Answers): Promise<Row[]> {
  const known = new Map<string, Row>();
  for await (const row of rows()) known.set(placeName(row), row);
  const ordered: Row[] = [];
  for (const { id, cluster } of cases) {
    for (const { name } of variants) {
      for (let sample = 0; sample < repeats; sample++) {
        const place: Place = { case: id, cluster, variant: name, sample };
        const key = placeName(place);
        ordered.push(known.get(key) ?? { ...place, key: "", status: "missing" });
        known.delete(key);
      }
    }
  }
  const [stray] = known.values();
  if (stray) {
    throw new WattbookError(
      "BAD_RUN",
      `The run has a row of '${stray.case}', variant '${stray.variant}', which is not in its manifest`,
      { hint: "Delete the folder of the run; 'deno task replay run' makes it anew." },
    );
  }
  return ordered;
}
