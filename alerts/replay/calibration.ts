import { parseAnswer } from "../src/llm/parse_answer.ts";
import { readReply } from "../src/llm/read_reply.ts";
import type { Score } from "./checks/check.ts";
import { STATED } from "./checks/outcome.ts";
import { placeName, type Row } from "./row.ts";
import { nameMean } from "./statistics/by_name.ts";

type Level = keyof typeof STATED;

export type VariantCalibration = ReturnType<typeof calibrationOf>[number];

const LEVELS: readonly Level[] = ["high", "medium", "low"];

/** An abstaining answer makes no statement, so it counts neither as right nor as wrong. */
export function calibrationOf(rows: readonly Row[], scores: readonly Score[]) {
  const isOutcome = ({ check }: Score) => check === "cause" || check === "abstains";
  const known = scores.filter((score) => isOutcome(score) && score.value !== null);
  const outcomes = new Map(known.map((score) => [placeName(score), score.value]));
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
    const levels = LEVELS.map((level) => {
      const at = own.filter((one) => one.level === level);
      const share = at.length / own.length;
      const wrong = at.filter(({ value }) => value === 0).length / own.length;
      // Within one level answers have no order, so risk grows linearly.
      area += share * (risk + wrong / 2);
      coverage += share;
      risk += wrong;
      // Coverage and risk, the share of all answers that are wrong, include the levels above.
      return { level, answers: at.length, right: nameMean(at), coverage, risk };
    });
    return {
      variant,
      answers: own.length,
      abstained: own.length - stated.length,
      levels,
      /** Stated confidence minus share of right answers, mean over names; `null` if all abstain. */
      overconfidence: nameMean(stated, { low: -1, high: 1 }),
      /** Mean risk over coverage (AUGRC); 0 is best. */
      risk: area + (1 - coverage) * risk,
    };
  });
}
