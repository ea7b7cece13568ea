import { WattbookError } from "../src/errors.ts";
import type { Answers } from "./answers.ts";
import type { Check } from "./checks/check.ts";
import { ALL_CHECKS } from "./checks/all_checks.ts";
import { readOwnChecks } from "./checks/own_checks.ts";
import type { Config } from "./config/read_config.ts";
import { calibrationOf } from "./calibration.ts";
import { scoreControls } from "./controls.ts";
import { compareVariants } from "./compare.ts";
import { judgeRows } from "./judge/judge_rows.ts";
import { decide, repeatedAnswers } from "./gates.ts";
import { planStatus } from "./plan/ledger.ts";
import { summarize } from "./results/summary.ts";
import { placeName, type Row } from "./row.ts";
import { LIMIT_GATES, limitScores, scoreRows } from "./score_answer.ts";

export type Judgement = Awaited<ReturnType<typeof judgeAnswers>>;
export type RunResults = Judgement["results"];

export async function judgeAnswers(answers: Answers, baseline = answers.config.baseline) {
  const { config, cases, variants } = answers;
  const { gate, weights, judge, ownChecks } = config;
  const checks = [...ALL_CHECKS, ...ownChecks ? await readOwnChecks(ownChecks.file) : []];
  checkNames(config, checks);
  const rows = await rowsOf(answers);
  const checked = scoreRows(rows, { cases, variants, checks, weights });
  const judged = judge && await judgeRows(judge, { cases, rows }, config);
  const scores = [...checked, ...limitScores(rows, gate.limits), ...judged?.scores ?? []];
  // Without any label, `form_only` replaces `score`.
  const isLabelled = scores.some(({ check }) => check === "score");
  const primaries = config.primaries
    .map((name) => name === "score" && !isLabelled ? "form_only" : name);
  const plan = planStatus(answers, baseline, rows), { alpha } = plan;
  const planned = variants.map(({ name }) => name).filter((name) => !plan.exploratory.has(name));
  const comparisons = compareVariants(scores, {
    ...config,
    baseline,
    primaries,
    alpha,
    judged: planned,
  });
  const isRepeated = repeatedAnswers(rows);
  const count = (status: Row["status"]) => rows.filter((row) => row.status === status).length;
  const results = {
    run: answers.name,
    /** What each variant consists of. */
    variants: variants.map(({ name, model, parameters, prompts }) => ({
      name,
      model: [model, ...Object.entries(parameters).map(([key, value]) => `${key} ${value}`)]
        .join(", "),
      prompts: Object.values(prompts).map(({ name, sha256 }) => `${name}@${sha256.slice(0, 12)}`),
    })),
    summaries: summarize(rows, scores),
    repeats: answers.repeats,
    baseline,
    primaries,
    plan,
    within: config.within,
    cases,
    /** A row per alert, variant and repeat, in that order. */
    rows,
    scores,
    comparisons,
    decisions: decide(scores, comparisons, { ...gate, baseline, primaries, isRepeated }),
    failedCalls: { share: count("error") / Math.max(1, rows.length), allowed: gate.errors },
    controls: scoreControls(cases, { checks, weights }),
    calibration: calibrationOf(rows, checked),
    ...(judged && { judge: judged.report }),
    /** Whether answers are synthetic, generated for a demo. */
    isSynthetic: rows.some(({ answer }) => answer?.origin === "synthetic") ||
      judged?.isSynthetic === true,
  };
  return {
    answers,
    results,
    total: rows.length,
    /** Answers that are missing. Figures over the rest are not what was planned. */
    missing: count("missing"),
    judgements: judged ?? { total: 0, missing: [], used: [] },
  };
}

/** A misspelt name would silently change nothing. */
function checkNames({ primaries, weights, gate }: Config, checks: readonly Check[]): void {
  const known = (field: string, what: string, names: readonly string[], all: readonly string[]) => {
    const wrong = names.find((name) => !all.includes(name));
    if (wrong === undefined) return;
    throw new WattbookError("BAD_CONFIG", `${field}: there is no ${what} '${wrong}'`, {
      hint: `There are ${all.join(", ")}.`,
    });
  };
  const named = (...roles: readonly Check["role"][]) =>
    checks.filter(({ role }) => roles.includes(role)).map(({ name }) => name);
  known("checks.weights", "grade", Object.keys(weights), named("earns", "limits"));
  const all = checks.map(({ name }) => name);
  known("primary", "check", primaries, ["score", "form_only", ...all]);
  known("gate.hard", "gate", gate.hard, [...named("gate"), ...LIMIT_GATES]);
}

/**
 * A row for each place, in the order of cases, variants and repeats. Concurrent calls finish in any
 * order, and a killed run lacks rows.
 */
async function rowsOf({ cases, variants, repeats, rows }: Answers): Promise<Row[]> {
  const known = new Map<string, Row>();
  for await (const row of rows(cases)) known.set(placeName(row), row);
  return cases.flatMap(({ id, cluster }) =>
    variants.flatMap(({ name }) =>
      Array.from({ length: repeats }, (_, sample): Row => {
        const place = { case: id, cluster, variant: name, sample };
        return known.get(placeName(place)) ?? { ...place, key: "", status: "missing" };
      })
    )
  );
}
