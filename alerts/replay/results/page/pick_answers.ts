import { readAnswer } from "../../checks/read_answer.ts";
import type { WrittenAnswer } from "../../../src/llm/parse_answer.ts";
import type { Score } from "../../checks/check.ts";
import type { Row } from "../../row.ts";
import type { RunResults } from "../run_results.ts";

export interface ShownAnswer {
  readonly variant: string;
  readonly sample: number;
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
  readonly means: ReadonlyMap<string, number>;
}

/** Repeats shown of an alert. The CSV files have all. */
const SHOWN = 3;

/**
 * All answers by alert. Alerts with the largest losses come first, then those with the largest
 * gains.
 */
export function pickAnswers(
  { rows, scores, baseline }: Pick<RunResults, "rows" | "scores" | "baseline">,
): ShownCase[] {
  const verdicts = Map.groupBy(scores, nameOf);
  const cases = [...Map.groupBy(rows, (row) => row.case)].map(([id, own]): ShownCase => {
    const ordered = own.toSorted((a, b) =>
      Number(b.variant === baseline) - Number(a.variant === baseline)
    );
    const repeats = [...Map.groupBy(ordered, ({ sample }) => sample)]
      .sort(([a], [b]) => a - b).map(([, one]) => one);
    return {
      id,
      repeats: repeats.slice(0, SHOWN).map((one) =>
        one.map((row) => shownAnswer(row, verdicts.get(nameOf(row)) ?? []))
      ),
      more: Math.max(0, repeats.length - SHOWN),
      means: new Map(
        [...Map.groupBy(ordered, ({ variant }) => variant)].map(([variant, own]) => {
          const scores = own.map((row) => scoreIn(verdicts.get(nameOf(row)) ?? []) ?? 0);
          return [variant, scores.reduce((sum, one) => sum + one, 0) / own.length];
        }),
      ),
    };
  });
  const lossOf = ({ means }: ShownCase) =>
    Math.min(...[...means.values()].map((mean) => mean - (means.get(baseline) ?? 0)));
  const order = new Map(cases.map((one) => [one.id, lossOf(one)]));
  const gainOf = ({ means }: ShownCase) =>
    Math.max(...[...means.values()].map((mean) => mean - (means.get(baseline) ?? 0)));
  return cases.sort((a, b) => order.get(a.id)! - order.get(b.id)! || gainOf(b) - gainOf(a));
}

function shownAnswer(row: Row, verdicts: readonly Score[]): ShownAnswer {
  const { text, written, failure } = readAnswer(row.answer?.response ?? null);
  const problem = row.status === "answered" ? failure : row.failure ?? row.status;
  return {
    variant: row.variant,
    sample: row.sample,
    ...(written && { written }),
    text: text ?? "",
    ...(problem !== undefined && { failure: problem }),
    score: scoreIn(verdicts),
    verdicts: verdicts.filter(({ kind }) => kind !== "score"),
  };
}

function scoreIn(verdicts: readonly Score[]): number | null {
  return verdicts.find(({ kind }) => kind === "score")?.value ?? null;
}

function nameOf(one: { readonly case: string; readonly variant: string; readonly sample: number }) {
  return `${one.case}\n${one.variant}\n${one.sample}`;
}
