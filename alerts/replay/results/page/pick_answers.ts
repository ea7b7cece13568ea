import { readAnswer } from "../../checks/read_answer.ts";
import type { WrittenAnswer } from "../../../src/llm/parse_answer.ts";
import type { Score } from "../../checks/check.ts";
import { placeName, type Row } from "../../row.ts";
import { mean } from "../../statistics/by_name.ts";
import { scoresByPlace } from "../tables.ts";
import type { RunResults } from "../run_results.ts";
import { losses } from "../worst.ts";

export interface ShownAnswer {
  readonly variant: string;
  /** Absent if the answer cannot be read. */
  readonly written?: WrittenAnswer;
  readonly text: string;
  readonly failure?: string;
  readonly score: number | null;
  readonly verdicts: readonly Score[];
}

export interface ShownCase {
  readonly id: string;
  /** For each repeat the variants, baseline first. */
  readonly repeats: readonly (readonly ShownAnswer[])[];
  readonly more: number;
  /** Mean score of each variant, baseline first. */
  readonly means: ReadonlyMap<string, number | null>;
}

/** Repeats shown of an alert. The CSV files have all. */
const SHOWN = 3;

/** All answers by alert. Alerts with the largest losses come first. */
export function pickAnswers(results: RunResults): ShownCase[] {
  const { rows, scores, baseline } = results;
  const places = scoresByPlace(scores);
  const answers = Map.groupBy(rows, (row) => row.case);
  const order = new Set([...losses(results).map((one) => one.case), ...answers.keys()]);
  return [...order].map((id) => {
    const own = answers.get(id)!
      .toSorted((a, b) => Number(b.variant === baseline) - Number(a.variant === baseline))
      .map((row) => ({ row, verdicts: places.get(placeName(row)) ?? [] }));
    const repeats = [...Map.groupBy(own, ({ row }) => row.sample).values()];
    return {
      id,
      repeats: repeats.slice(0, SHOWN)
        .map((all) => all.map(({ row, verdicts }) => shownAnswer(row, verdicts))),
      more: Math.max(0, repeats.length - SHOWN),
      means: new Map(
        [...Map.groupBy(own, ({ row }) => row.variant)].map(([variant, all]) => [
          variant,
          mean(all.flatMap(({ verdicts }) => scoreIn(verdicts) ?? [])),
        ]),
      ),
    };
  });
}

function shownAnswer(row: Row, verdicts: readonly Score[]): ShownAnswer {
  const { text, written, failure } = readAnswer(row.answer?.response ?? null);
  const problem = row.status === "answered" ? failure : row.failure ?? row.status;
  return {
    variant: row.variant,
    ...(written && { written }),
    text: text ?? "",
    ...(problem !== undefined && { failure: problem }),
    score: scoreIn(verdicts),
    // For an unreadable answer the gates are enough.
    verdicts: verdicts.filter(({ kind, value }) =>
      value !== null && (written ? kind !== "score" : kind === "gate")
    ),
  };
}

function scoreIn(verdicts: readonly Score[]): number | null {
  return verdicts.find(({ kind }) => kind === "score")?.value ?? null;
}
