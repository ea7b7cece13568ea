import { parseAnswer } from "../src/llm/parse_answer.ts";
import { readReply } from "../src/llm/read_reply.ts";
import type { Score } from "./checks/check.ts";
import { STATED } from "./checks/grades/confidence.ts";
import type { Row } from "./row.ts";
import { placeName } from "./run/plan.ts";
import { type NameMean, nameMean } from "./statistics/by_name.ts";

export type Level = keyof typeof STATED;

/** The answers that state a level. `coverage` and `risk` include the levels above it. */
export interface Reliability {
  readonly level: Level;
  /** Answers whose first hypothesis has this level. */
  readonly answers: number;
  readonly right: NameMean | null;
  readonly coverage: number;
  /** Share of all answers that are wrong and state this level or a higher one. */
  readonly risk: number;
}

export interface VariantCalibration {
  readonly variant: string;
  readonly answers: number;
  readonly abstained: number;
  readonly levels: readonly Reliability[];
  /** Stated confidence minus share of right answers, mean over names; `null` if all abstain. */
  readonly overconfidence: NameMean | null;
  /** Mean risk over coverage (AUGRC); 0 is best. */
  readonly risk: number;
}

interface Forecast {
  readonly case: string;
  readonly cluster: string;
  readonly level: Level | null;
  readonly isRight: boolean;
}

const LEVELS: readonly Level[] = ["high", "medium", "low"];

/** An abstaining answer makes no statement, so it counts neither as right nor as wrong. */
export function calibrationOf(
  rows: readonly Row[],
  scores: readonly Score[],
): VariantCalibration[] {
  const outcomes = new Map(
    scores.filter(({ check, value }) =>
      (check === "cause" || check === "abstains") && value !== null
    )
      .map((score) => [placeName(score), score] as const),
  );
  const forecasts = Map.groupBy(
    rows.flatMap((row) => {
      const outcome = outcomes.get(placeName(row));
      if (!outcome) return [];
      const reading = row.answer && readReply(row.answer.response);
      const parsed = reading && "text" in reading ? parseAnswer(reading.text) : undefined;
      if (!parsed || "failure" in parsed) return [];
      const { inconclusive, hypotheses } = parsed.written;
      const level = inconclusive ? null : hypotheses[0]?.confidence ?? null;
      const { case: id, variant, cluster } = row;
      return [{ case: id, variant, cluster, level, isRight: outcome.value === 1 }];
    }),
    ({ variant }) => variant,
  );
  return [...forecasts].map(([variant, own]) => ({ variant, ...calibration(own) }));
}

function calibration(own: readonly Forecast[]): Omit<VariantCalibration, "variant"> {
  const stated = own.filter(({ level }) => level !== null);
  let coverage = 0, risk = 0, area = 0;
  const levels = LEVELS.map((level): Reliability => {
    const at = own.filter((one) => one.level === level);
    const share = at.length / own.length;
    const wrong = at.filter(({ isRight }) => !isRight).length / own.length;
    // Within one level answers have no order, so risk grows linearly.
    area += share * (risk + wrong / 2);
    coverage += share;
    risk += wrong;
    const right = nameMean(at.map((one) => ({ ...one, value: one.isRight ? 1 : 0 })));
    return { level, answers: at.length, right, coverage, risk };
  });
  return {
    answers: own.length,
    abstained: own.length - stated.length,
    levels,
    overconfidence: nameMean(
      stated.map((one) => ({ ...one, value: STATED[one.level!] - (one.isRight ? 1 : 0) })),
      { low: -1, high: 1 },
    ),
    risk: area + (1 - coverage) * risk,
  };
}
