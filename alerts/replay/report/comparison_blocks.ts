import { counted } from "../../../src/text.ts";
import type { Comparison } from "../compare.ts";
import { difference, interval, percent, probability, score } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { type Block, type Cell, left, paragraph, right, type Table, warningIf } from "./block.ts";
import { scoreName, verdictInWords } from "./verdict_words.ts";

/** Most names listed. */
const MOST_NAMES = 5;
/**
 * With fewer effective names, or a larger share of alerts at one name, a mean over alerts misleads.
 */
const FEW_NAMES = 10, LARGE_SHARE = 0.25;

/** The verdict on each candidate: a sentence, its interval, the worst names. */
export function verdictBlocks(results: RunResults): Block[] {
  const { comparisons, plan, primaries } = results;
  const primary = comparisons.filter(({ check }) => primaries.includes(check));
  if (primary.length === 0) return [];
  const bar = barsOf(primary);
  const isMany = primaries.length > 1;
  return [
    ...primary.map((one) => paragraph(verdictInWords(one, results), toneOf(one))),
    {
      kind: "table",
      caption:
        "Differences from the baseline over names of alerts. An interval that crosses zero " +
        "decides nothing.",
      columns: [
        left("Candidate"),
        ...isMany ? [left("Check")] : [],
        right("Names"),
        left("Difference (95 %)"),
        left("worse ┊ better"),
      ],
      rows: primary.map((one) => [
        one.candidate,
        ...isMany ? [one.check] : [],
        String(one.names.length),
        differenceText(one),
        bar(one),
      ]),
    },
    ...primary.flatMap(tailBlocks),
    ...limits(primary[0]!),
    ...plan.number > 1
      ? [paragraph(
        `This is plan ${plan.number} on these names. Its verdicts may be wrong in at most ` +
          `${percent(plan.alpha)} of runs, so that all later plans together stay below 5 %.`,
        "quiet",
      )]
      : [],
  ];
}

/** All checks of a candidate. Only primary checks are corrected for their number. */
export function comparisonTable(
  comparisons: readonly Comparison[],
  primaries: readonly string[],
): Table {
  const { baseline, candidate } = comparisons[0]!;
  const bar = barsOf(comparisons);
  return {
    kind: "table",
    caption:
      "Intervals and p are of each check alone, not corrected for the number of checks: with " +
      "many, some miss zero by chance. n: names of alerts, and their alerts.",
    columns: [
      left("Check"),
      right("n"),
      right(baseline),
      right(candidate),
      left("Difference (95 %)"),
      left("worse ┊ better"),
      right("p, not corrected"),
    ],
    rows: comparisons.map((one): Cell[] => {
      const isSame = one.names.every(({ difference: { low, high } }) => low === 0 && high === 0);
      return [
        { text: one.check, tone: primaries.includes(one.check) ? "strong" : "quiet" },
        `${one.names.length} (${one.alerts})`,
        score(one.baselineMean),
        score(one.candidateMean),
        isSame ? { text: "the same at every name", tone: "quiet" } : differenceText(one),
        isSame ? "" : bar(one),
        probability(one.p),
      ];
    }),
  };
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
    ...isWorse || best === "" ? [] : [paragraph(`It gains most at ${best}.`)],
    ...warningIf(
      failedCalls > 0,
      `${counted(failedCalls, "call")} failed: the intervals hold whatever the answers would be.`,
    ),
    ...warningIf(
      unpaired > 0,
      `${counted(unpaired, "alert")} judged for only one of the two: in no figure.`,
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
    ...warningIf(
      isSkewed && alerts > count,
      `${loud.name} has ${loud.alerts} of ${alerts} alerts; it counts as one name here. ` +
        `Over alerts the difference is ${difference(byAlert)}, which says as much as ` +
        `${effectiveNames.toFixed(1)} names could: there is no interval or verdict for it.`,
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
    bar: { interval: range, mean, reach },
  });
}

function toneOf({ verdict }: Comparison): "good" | "bad" | "strong" {
  if (verdict?.finding.endsWith("better")) return "good";
  return verdict?.finding.endsWith("worse") ? "bad" : "strong";
}
