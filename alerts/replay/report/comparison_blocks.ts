import { counted } from "../../../src/text.ts";
import type { Comparison } from "../compare.ts";
import { difference, interval, percent, probability, score } from "../results/figures.ts";
import type { RunResults } from "../judge_answers.ts";
import { type Block, type Cell, left, paragraph, paragraphIf, right, tableOf } from "./block.ts";
import { scoreName, verdictInWords } from "./verdict_words.ts";

/** Most names listed. */
const MOST_NAMES = 5;
/** With fewer effective names, or a larger share at one name, a mean over alerts misleads. */
const FEW_NAMES = 10, LARGE_SHARE = 0.25;

/** The verdict on each candidate: a sentence, its interval, the worst names. */
export function verdictBlocks(results: RunResults): Block[] {
  const { comparisons, plan, primaries } = results;
  const primary = comparisons.filter(({ check }) => primaries.includes(check));
  if (primary.length === 0) return [];
  return [
    ...primary.map((one) => paragraph(verdictInWords(one, results), toneOf(one))),
    tableOf(primary, [
      left("Candidate", ({ candidate }) => candidate),
      ...primaries.length > 1 ? [left("Check", ({ check }: Comparison) => check)] : [],
      right("Names", ({ names }) => String(names.length)),
      left("Difference (95 %)", differenceText),
      left("worse ┊ better", barsOf(primary)),
    ], {
      caption:
        "Differences from the baseline over names of alerts. An interval that crosses zero " +
        "decides nothing.",
    }),
    ...primary.flatMap(tailBlocks),
    ...limits(primary[0]!),
    ...paragraphIf(
      plan.number > 1,
      `This is plan ${plan.number} on these names. Its verdicts may be wrong in at most ` +
        `${percent(plan.alpha)} of runs, so that all later plans together stay below 5 %.`,
      "quiet",
    ),
  ];
}

/** All checks of a candidate. Only primary checks are corrected for their number. */
export function comparisonTable(comparisons: readonly Comparison[], primaries: readonly string[]) {
  const { baseline, candidate } = comparisons[0]!;
  const bar = barsOf(comparisons);
  const isSame = ({ names }: Comparison) =>
    names.every(({ difference: { low, high } }) => low === 0 && high === 0);
  const same: Cell = { text: "the same at every name", tone: "quiet" };
  return tableOf(comparisons, [
    left("Check", ({ check }) => ({
      text: check,
      tone: primaries.includes(check) ? "strong" : "quiet",
    })),
    right("n", ({ names, alerts }) => `${names.length} (${alerts})`),
    right(baseline, ({ baselineMean }) => score(baselineMean)),
    right(candidate, ({ candidateMean }) => score(candidateMean)),
    left("Difference (95 %)", (one) => isSame(one) ? same : differenceText(one)),
    left("worse ┊ better", (one) => isSame(one) ? "" : bar(one)),
    right("p, not corrected", ({ p }) => probability(p)),
  ], {
    caption:
      "Intervals and p are of each check alone, not corrected for the number of checks: with " +
      "many, some miss zero by chance. n: names of alerts, and their alerts.",
  });
}

function tailBlocks(
  { candidate, names, losers, check, failedCalls, unpaired, verdict }: Comparison,
): Block[] {
  const most = (sign: 1 | -1) =>
    names.flatMap(({ name, difference: { mean } }) =>
      mean !== null && sign * mean > 0 ? [{ name, mean }] : []
    ).sort((a, b) => sign * (b.mean - a.mean)).slice(0, MOST_NAMES)
      .map(({ name, mean }) => `${name} ${difference(mean)}`).join(", ");
  const worst = most(-1), best = most(1);
  // For a worse candidate the rest adds nothing.
  const isWorse = verdict?.finding === "worse";
  const tail = isWorse
    ? ""
    : ` It loses more than ${losers.cap} at ${losers.names} of ${names.length} names; among all ` +
      `such names at most ${percent(losers.atMost)} do (95 %).`;
  return [
    paragraph(
      worst === ""
        ? `${candidate} loses at no name.`
        : `${candidate} loses most of its ${scoreName(check)} at ${worst}.${tail}`,
    ),
    ...paragraphIf(!isWorse && best !== "", `It gains most at ${best}.`),
    ...paragraphIf(
      failedCalls > 0,
      `${counted(failedCalls, "call")} failed: the intervals hold whatever the answers would be.`,
      "warning",
    ),
    ...paragraphIf(
      unpaired > 0,
      `${counted(unpaired, "alert")} judged for only one of the two: in no figure.`,
      "warning",
    ),
  ];
}

/** What cannot be decided with so few names, and which name has most alerts. */
function limits({ names, alerts, effectiveNames, byAlert }: Comparison): Block[] {
  const count = names.length;
  // A loss that occurs with this probability goes unseen in one of five runs.
  const least = 32 ** (1 / count) - 1;
  const loud = names.reduce((most, one) => one.alerts > most.alerts ? one : most);
  const isSkewed = effectiveNames < Math.min(FEW_NAMES, count) ||
    loud.alerts / alerts > LARGE_SHARE;
  return [
    paragraph(
      `With ${counted(count, "name")}, no valid method finds ` +
        (least < 1 ? `a difference below ${least.toFixed(2)}` : "any difference") +
        ` in four of five runs, or excludes a large loss at ` +
        `fewer than ${percent(1 - 0.05 ** (1 / count))} of names.`,
      "quiet",
    ),
    ...paragraphIf(
      isSkewed && alerts > count,
      `${loud.name} has ${loud.alerts} of ${alerts} alerts; it counts as one name here. ` +
        `Over alerts the difference is ${difference(byAlert)}, which says as much as ` +
        `${effectiveNames.toFixed(1)} names could: there is no interval or verdict for it.`,
      "warning",
    ),
  ];
}

export function differenceText({ difference: mean, interval: range }: Comparison): string {
  return `${difference(mean)} (${interval(range)})`;
}

/** Draws intervals to a common scale. */
function barsOf(all: readonly Comparison[]): (one: Comparison) => Cell {
  const reach = Math.max(0.01, ...all.flatMap(({ interval: { low, high } }) => [-low, high]));
  return ({ interval: range, difference: mean }) => ({
    text: `${difference(mean)}, 95 % interval ${interval(range)}`,
    bar: { ...range, mean, reach },
  });
}

function toneOf({ verdict }: Comparison): "good" | "bad" | "strong" {
  if (verdict?.finding.endsWith("better")) return "good";
  return verdict?.finding.endsWith("worse") ? "bad" : "strong";
}
