import type { Comparison } from "../compare.ts";
import { difference, percent } from "../results/figures.ts";

export interface VerdictWordsOptions {
  readonly within: number;
  /** Why there is no verdict. */
  readonly exploratory?: string | undefined;
}

export function verdictInWords(
  { candidate, baseline, check, difference: mean, interval: range, verdict, ...rest }:
    & Pick<Comparison, "candidate" | "baseline" | "check" | "difference" | "interval">
    & Pick<Comparison, "losers" | "names" | "verdict">,
  { within, exploratory }: VerdictWordsOptions,
): string {
  const score = scoreName(check);
  const both = `${difference(range.low)} and ${difference(range.high)}`;
  if (exploratory !== undefined || !verdict) {
    return `There is no verdict about ${candidate}: ${exploratory ?? "it was not planned"}. ` +
      `The difference of its ${score} from ${baseline} is between ${both} (95 %, exploratory).`;
  }
  const { finding } = verdict;
  switch (finding) {
    case "better":
    case "worse": {
      const [near, far] = [range.low, range.high].map(Math.abs).sort((a, b) => a - b);
      const size = (value: number) => value.toFixed(2);
      return `${candidate} is ${finding} than ${baseline}: averaged over alert names, its ` +
        `${score} is ${size(Math.abs(mean ?? 0))} ${finding === "better" ? "higher" : "lower"} ` +
        `(95 %: ${size(near!)} to ${size(far!)}).`;
    }
    case "typically better":
    case "typically worse": {
      const { cap, atMost } = rest.losers;
      const tail = finding === "typically better"
        ? `: a loss of more than ${cap} at up to ${percent(atMost)} of all names is not excluded`
        : "";
      return `${candidate} is ${finding} than ${baseline} if no name counts more than ${cap}. ` +
        `The mean of its ${score} is undecided, between ${both} (95 %)${tail}.`;
    }
    case "as good as":
      return `${candidate} is as good as ${baseline}, within ${within}: the difference of its ` +
        `${score} is between ${both} (95 %).`;
    case "undecided":
      return `It is undecided whether ${candidate} is better or worse than ${baseline}: the ` +
        `difference of its ${score} is between ${both} (95 %).`;
    case "too few names":
      return `There are too few names of alerts for a verdict about ${candidate}: ` +
        `${rest.names.length}.`;
  }
}

/** Name of a check within a sentence. */
export function scoreName(check: string): string {
  return check === "score" ? "score" : check === "form_only" ? "form-only score" : `'${check}'`;
}
