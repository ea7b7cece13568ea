import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import { placeName } from "../run/plan.ts";
import { columnsOf, type Table } from "./table.ts";

/**
 * The table `results`: a row per answer, with a column per check (0 to 1, empty where it does not
 * apply), tokens, cost and latency.
 */
export function resultsTable(rows: readonly Row[], scores: readonly Score[]): Table {
  const places = scoresByPlace(scores);
  // The score comes first.
  const checks = [...new Set(scores.map(({ check }) => check))]
    .sort((a, b) => Number(b === "score") - Number(a === "score"));
  const answers = rows.map((row) => {
    const own = places.get(placeName(row)) ?? [];
    return { ...row, values: new Map(own.map(({ check, value }) => [check, value])) };
  });
  const { text, number } = columnsOf(answers);
  return [
    text("case", (row) => row.case),
    text("cluster", (row) => row.cluster),
    text("variant", (row) => row.variant),
    number("sample", (row) => row.sample, "integer"),
    text("status", (row) => row.status),
    text("failure", (row) => row.failure),
    ...checks.map((check) => number(check, ({ values }) => values.get(check))),
    number("input_tokens", (row) => row.usage?.input, "integer"),
    number("output_tokens", (row) => row.usage?.output, "integer"),
    number("usd", (row) => row.usd),
    number("latency_ms", (row) => row.latency),
  ];
}

/** Scores of each answer. Those of one answer are usually adjacent, which saves most keys. */
export function scoresByPlace(scores: readonly Score[]): Map<string, Score[]> {
  const places = new Map<string, Score[]>();
  let last: Score | undefined, own: Score[] = [];
  for (const score of scores) {
    if (
      score.case !== last?.case || score.variant !== last.variant || score.sample !== last.sample
    ) {
      const name = placeName(score);
      own = places.get(name) ?? [];
      places.set(name, own);
    }
    own.push(score);
    last = score;
  }
  return places;
}

export function scoresTable(scores: readonly Score[]): Table {
  const { text, number } = columnsOf(scores);
  return [
    text("case", (score) => score.case),
    text("cluster", ({ cluster }) => cluster),
    text("variant", ({ variant }) => variant),
    number("sample", ({ sample }) => sample, "integer"),
    text("check", ({ check }) => check),
    text("kind", ({ kind }) => kind),
    number("value", ({ value }) => value),
    text("reason", ({ reason }) => reason),
  ];
}
