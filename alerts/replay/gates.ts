import type { Score } from "./checks/check.ts";
import { readAnswer } from "./checks/read_answer.ts";
import type { Comparison } from "./compare.ts";
import type { Row } from "./row.ts";
import { type Failures, gateTest, taroneLevel } from "./statistics/exact_gate.ts";
import { pAbove, pBelow } from "./statistics/gaffke.ts";
import { signTestP } from "./statistics/proportions.ts";

/** Whether a candidate's mean is below the baseline's by more than `margin`. */
export type MarginDecision = ReturnType<typeof decideMargin>;
export type GateDecision = ReturnType<typeof decideGates>[number];

export interface DecideOptions {
  readonly baseline: string;
  /** The checks that the margin applies to. @default {["score"]} */
  readonly primaries?: readonly string[];
  /** How much worse a candidate may be. @default {0} */
  readonly margin?: number;
  readonly hard?: readonly string[];
  /** Whether all repeats of a variant at a case have the same text and count once. @default never */
  readonly isRepeated?: (variant: string, id: string) => boolean;
}

/** Probability that a run fails although no candidate is worse. Margins and gates get half each. */
const ALPHA = 0.05;

/**
 * Decides whether a run fails: a candidate is worse than the margin allows, or fails gates more
 * often than the baseline at the same alerts. If no candidate is worse, at most 5 % of runs fail.
 * Failed calls are left out.
 */
export function decide(
  scores: readonly Score[],
  comparisons: readonly Comparison[],
  options: DecideOptions,
): (MarginDecision | GateDecision)[] {
  const { baseline, primaries = ["score"], margin = 0 } = options;
  const candidates = new Set(scores.map(({ variant }) => variant));
  candidates.delete(baseline);
  const alpha = ALPHA / 2 / candidates.size;
  const gates = Map.groupBy(scores.filter(({ kind }) => kind === "gate"), ({ check }) => check);
  return [...candidates].flatMap((candidate) => [
    ...comparisons.filter((one) => one.candidate === candidate && primaries.includes(one.check))
      .map((one) => decideMargin(one, margin, alpha / primaries.length)),
    ...decideGates(gates, candidate, alpha, options),
  ]);
}

function decideMargin({ candidate, check, names }: Comparison, margin: number, level: number) {
  const p = pBelow(names.map(({ difference }) => difference.high), -margin, 1);
  return {
    about: "margin" as const,
    candidate,
    check,
    fails: p <= level,
    /** One-sided, for "no worse than allowed". */
    p,
    /** The run fails at or below this p. */
    level,
    margin,
    /** Whether it is proven to be no worse than allowed. */
    isProven: pAbove(names.map(({ difference }) => difference.low), -margin, -1) <= level,
  };
}

function decideGates(
  gates: ReadonlyMap<string, readonly Score[]>,
  candidate: string,
  alpha: number,
  { baseline, hard = [], isRepeated = () => false }: DecideOptions,
) {
  const tests = [...gates].map(([check, all]) => {
    const both = pairsOf(all, baseline, candidate);
    const failing = both.filter((pair) => pair.baseline.failed + pair.candidate.failed > 0);
    const counted = failing.map((pair) => {
      const isOnce = isRepeated(baseline, pair.id) || isRepeated(candidate, pair.id);
      return isOnce ? { baseline: onceOf(pair.baseline), candidate: onceOf(pair.candidate) } : pair;
    });
    return { check, both, failing, ...gateTest(counted) };
  });
  const level = taroneLevel(tests.map(({ least }) => least), alpha);
  return tests.map(({ check, both, failing, p }) => {
    const isHard = hard.includes(check);
    const own = countOf(both.map((pair) => pair.candidate));
    return {
      about: "gate" as const,
      candidate,
      check,
      // Tolerates rounding.
      fails: p <= level + 1e-12 || (isHard && own.failed > 0),
      /** One-sided, for "no worse". */
      p,
      level,
      /** Whether a single miss fails the run. */
      isHard,
      baseline: countOf(both.map((pair) => pair.baseline)),
      own,
      names: signsOf(failing),
      /** Alerts where only the candidate failed, each once. */
      misses: failing.filter((pair) => pair.baseline.failed === 0)
        .map(({ id, candidate: { reason } }) => ({ case: id, reason })),
    };
  });
}

/** Failures of both at each alert. */
function pairsOf(scores: readonly Score[], baseline: string, candidate: string) {
  const answered = scores.filter(({ value }) => value !== null);
  return [...Map.groupBy(answered, (one) => one.case)].flatMap(([id, own]) => {
    const of = (variant: string) => failuresOf(own.filter((one) => one.variant === variant));
    const pair = { id, name: own[0]!.cluster, baseline: of(baseline), candidate: of(candidate) };
    return pair.baseline.answers > 0 && pair.candidate.answers > 0 ? [pair] : [];
  });
}

/** `reason` is that of the first one that failed. */
function failuresOf(answers: readonly Score[]) {
  const failed = answers.filter(({ value }) => value !== 1);
  return { answers: answers.length, failed: failed.length, reason: failed[0]?.reason ?? "" };
}

/** Identical answers count as one, which failed if all did. */
function onceOf({ answers, failed }: Failures): Failures {
  return { answers: 1, failed: failed === answers ? 1 : 0 };
}

/** Answers and alerts at one gate. */
function countOf(alerts: readonly Failures[]) {
  return {
    failed: alerts.reduce((sum, { failed }) => sum + failed, 0),
    answers: alerts.reduce((sum, { answers }) => sum + answers, 0),
    passedAlerts: alerts.filter(({ failed }) => failed === 0).length,
    alerts: alerts.length,
  };
}

/** Names where the candidate fails more and less often, and p of the sign test. */
function signsOf(failing: ReturnType<typeof pairsOf>) {
  const share = ({ failed, answers }: Failures) => failed / answers;
  const signs = [...Map.groupBy(failing, ({ name }) => name).values()].map((own) =>
    own.reduce((sum, one) => sum + share(one.candidate) - share(one.baseline), 0)
  );
  const more = signs.filter((sign) => sign > 1e-9).length;
  const fewer = signs.filter((sign) => sign < -1e-9).length;
  return { more, fewer, p: signTestP(more, fewer) };
}

/**
 * Finds cases where all repeats of a variant have the same text, as at temperature 0. They say no
 * more than one answer.
 *
 * @returns Whether this holds for a variant and a case id.
 */
export function repeatedAnswers(rows: readonly Row[]): (variant: string, id: string) => boolean {
  const byPlace = Map.groupBy(rows, (row) => `${row.variant}\n${row.case}`);
  return (variant, id) => {
    const texts = (byPlace.get(`${variant}\n${id}`) ?? [])
      .flatMap(({ answer }) => answer ? [readAnswer(answer.response).text] : []);
    return texts.length > 1 && texts[0] !== null && new Set(texts).size === 1;
  };
}
