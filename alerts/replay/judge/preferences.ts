import { percent, probability } from "../results/figures.ts";
import { signTestP } from "../statistics/proportions.ts";
import type { Preference } from "./read_judgement.ts";

/** What a judge said of one pair. */
export interface PairJudgement {
  readonly case: string;
  readonly cluster: string;
  /** Whether both wrote the same: then nobody is asked, and it is a tie. @default {false} */
  readonly isSame?: boolean;
  /** With the baseline's answer first. */
  readonly baselineFirst: Preference;
  /** With the candidate's answer first. */
  readonly candidateFirst: Preference;
}

/** What came of all pairs. */
export interface Preferences {
  /** Pairs at which the candidate was preferred in both orders. */
  readonly wins: number;
  /** Pairs at which the baseline was. */
  readonly losses: number;
  /** Pairs without a winner: also those where the order decided, or where both wrote the same. */
  readonly ties: number;
  /** Pairs of which a verdict is missing or cannot be read; they are in nothing else. */
  readonly unreadable: number;
  /**
   * Share of the pairs that the judge was asked about at which it said the same in both orders;
   * `null` without such pairs. A judge that looks at the place rather than the answer has a low
   * one.
   */
  readonly consistency: number | null;
  /**
   * Of the exact sign test, two-sided, over names of alerts: repeats of an alert count once, and so
   * do alerts of one name.
   */
  readonly p: number;
}

/** Sums preferences up. The same winner in both orders wins; otherwise it is a tie. */
export function sumPreferences(pairs: readonly PairJudgement[]): Preferences {
  const readable = pairs.filter((pair) =>
    pair.isSame || (pair.baselineFirst !== null && pair.candidateFirst !== null)
  );
  const asked = readable.filter(({ isSame }) => !isSame);
  const outcomes = readable.map((pair) => ({ ...pair, outcome: outcomeOf(pair) }));
  const count = (of: number) => outcomes.filter(({ outcome }) => outcome === of).length;
  const consistent = asked.filter((pair) =>
    inFavour(pair.baselineFirst, "second") ===
      inFavour(pair.candidateFirst, "first")
  );
  const alerts = [...Map.groupBy(outcomes, (pair) => pair.case).values()].map((own) => ({
    cluster: own[0]!.cluster,
    sign: signOf(own.map(({ outcome }) => outcome)),
  }));
  const signs = [...Map.groupBy(alerts, ({ cluster }) => cluster).values()]
    .map((own) => signOf(own.map(({ sign }) => sign)));
  return {
    wins: count(1),
    losses: count(-1),
    ties: count(0),
    unreadable: pairs.length - readable.length,
    consistency: asked.length === 0 ? null : consistent.length / asked.length,
    p: signTestP(
      signs.filter((sign) => sign > 0).length,
      signs.filter((sign) => sign < 0).length,
    ),
  };
}

/** Whom the majority is for. */
function signOf(outcomes: readonly number[]): number {
  return Math.sign(outcomes.reduce((sum, one) => sum + one, 0));
}

function outcomeOf({ isSame, baselineFirst, candidateFirst }: PairJudgement): -1 | 0 | 1 {
  if (isSame) return 0;
  const one = inFavour(baselineFirst, "second"), other = inFavour(candidateFirst, "first");
  return one === other ? one : 0;
}

/** 1 for the candidate, who stands at `place`; -1 for the baseline. */
function inFavour(preference: Preference, place: "first" | "second"): -1 | 0 | 1 {
  return preference === "tie" ? 0 : preference === place ? 1 : -1;
}

/** Preferences as a text. */
export function preferencesInWords(
  { wins, losses, ties, unreadable, consistency, p }: Preferences,
): string {
  const of = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  const outcomes = [
    of(wins, "win", "wins"),
    of(losses, "loss", "losses"),
    of(ties, "tie", "ties"),
    ...unreadable > 0 ? [`${unreadable} missing`] : [],
  ];
  return `against the baseline: ${outcomes.join(", ")} (sign test p ${probability(p)}); ` +
    `${percent(consistency)} the same in both orders`;
}
