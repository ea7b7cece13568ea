import type { Comparison } from "../compare.ts";
import { difference, percent } from "../results/figures.ts";
import type { RunResults } from "../judge_answers.ts";

/** A verdict as a sentence, or why there is none. */
export function verdictInWords(
  { candidate, baseline, check, difference: mean, interval, losers, names, verdict }: Comparison,
  { within, plan }: Pick<RunResults, "within" | "plan">,
): string {
  const score = scoreName(check);
  const both = `between ${difference(interval.low)} and ${difference(interval.high)}`;
  switch (verdict?.finding) {
    case undefined:
      return `There is no verdict about ${candidate}: ` +
        `${plan.exploratory.get(candidate) ?? "it was not planned"}. ` +
        `The difference of its ${score} from ${baseline} is ${both} (95 %, exploratory).`;
    case "better":
    case "worse": {
      const [near, far] = [interval.low, interval.high].map(Math.abs).sort((a, b) => a - b);
      return `${candidate} is ${verdict.finding} than ${baseline}: averaged over alert names, its ` +
        `${score} is ${Math.abs(mean ?? 0).toFixed(2)} ` +
        `${verdict.finding === "better" ? "higher" : "lower"} ` +
        `(95 %: ${near!.toFixed(2)} to ${far!.toFixed(2)}).`;
    }
    case "typically better":
    case "typically worse": {
      const { cap, atMost } = losers;
      const tail = verdict.finding === "typically better"
        ? `: a loss of more than ${cap} at up to ${percent(atMost)} of all names is not excluded`
        : "";
      return `${candidate} is ${verdict.finding} than ${baseline} if no name counts more than ` +
        `${cap}. The mean of its ${score} is undecided, ${both} (95 %)${tail}.`;
    }
    case "as good as":
      return `${candidate} is as good as ${baseline}, within ${within}: the difference of its ` +
        `${score} is ${both} (95 %).`;
    case "undecided":
      return `It is undecided whether ${candidate} is better or worse than ${baseline}: the ` +
        `difference of its ${score} is ${both} (95 %).`;
    case "too few names":
      return `There are too few names of alerts for a verdict about ${candidate}: ` +
        `${names.length}.`;
  }
}

/** Name of a check within a sentence. */
export function scoreName(check: string): string {
  return check === "score" ? "score" : check === "form_only" ? "form-only score" : `'${check}'`;
}
