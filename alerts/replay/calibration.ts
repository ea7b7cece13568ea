import { parseAnswer } from "../src/llm/parse_answer.ts";
import { readReply } from "../src/llm/read_reply.ts";
import type { Score } from "./checks/check.ts";
import { STATED } from "./checks/outcome.ts";
import { placeName, type Row } from "./row.ts";
import { type Bounded, nameMean } from "./statistics/by_name.ts";

type Level = keyof typeof STATED;

/** The answers that state a level. `coverage` and `risk` include the levels above it. */
interface Reliability {
  readonly level: Level;
  /** Answers whose first hypothesis has this level. */
  readonly answers: number;
  readonly right: Bounded | null;
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
  readonly overconfidence: Bounded | null;
  /** Mean risk over coverage (AUGRC); 0 is best. */
  readonly risk: number;
}

const LEVELS: readonly Level[] = ["high", "medium", "low"];

/** An abstaining answer makes no statement, so it counts neither as right nor as wrong. */
export function calibrationOf(
  rows: readonly Row[],
  scores: readonly Score[],
): VariantCalibration[] {
  const outcomes = new Map(
    scores.flatMap((score) =>
      (score.check === "cause" || score.check === "abstains") && score.value !== null
        ? [[placeName(score), score.value]]
        : []
    ),
  );
  const forecasts = rows.flatMap((row) => {
    const outcome = outcomes.get(placeName(row));
    const reading = outcome === undefined || !row.answer ? null : readReply(row.answer.response);
    const parsed = reading && "text" in reading ? parseAnswer(reading.text) : null;
    if (!parsed || "failure" in parsed) return [];
    const { inconclusive, hypotheses } = parsed.written;
    const level = inconclusive ? null : hypotheses[0]?.confidence ?? null;
    const { case: id, cluster, variant } = row;
    // 1 if the answer is right.
    return [{ case: id, cluster, variant, level, value: outcome === 1 ? 1 : 0 }];
  });
  return [...Map.groupBy(forecasts, ({ variant }) => variant)].map(([variant, own]) => {
    const stated = own.flatMap(({ level, ...one }) =>
      level === null ? [] : [{ ...one, value: STATED[level] - one.value }]
    );
    let coverage = 0, risk = 0, area = 0;
    const levels = LEVELS.map((level): Reliability => {
      const at = own.filter((one) => one.level === level);
      const share = at.length / own.length;
      const wrong = at.filter(({ value }) => value === 0).length / own.length;
      // Within one level answers have no order, so risk grows linearly.
      area += share * (risk + wrong / 2);
      coverage += share;
      risk += wrong;
      return { level, answers: at.length, right: nameMean(at), coverage, risk };
    });
    return {
      variant,
      answers: own.length,
      abstained: own.length - stated.length,
      levels,
      overconfidence: nameMean(stated, { low: -1, high: 1 }),
      risk: area + (1 - coverage) * risk,
    };
  });
}
