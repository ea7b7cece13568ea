import { counted } from "../../../src/text.ts";
import type { Comparison } from "../compare.ts";
import { difference, interval, percent, probability, score } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { type Block, type Cell, left, paragraph, right, warningIf } from "./block.ts";
import { scoreName, verdictInWords } from "./verdict_words.ts";

/** Most names listed. */
const WORST = 5;
/**
 * With fewer effective names, or a larger share of alerts at one name, a mean over alerts misleads.
 */
const FEW_NAMES = 10, LARGE_SHARE = 0.25;

/** The verdict on each candidate: a sentence, its interval, the worst names. */
export function verdictBlocks(results: RunResults): Block[] {
  const { comparisons, plan, within, primaries } = results;
  const primary = comparisons.filter(({ check }) => primaries.includes(check));
  if (primary.length === 0) return [];
  const reach = reachOf(primary);
  return [
    ...primary.map((one): Block => (paragraph(
      verdictInWords(one, { within, exploratory: plan.exploratory.get(one.candidate) }),
      toneOf(one) ?? "strong",
    ))),
    {
      kind: "table",
      caption:
        "Differences from the baseline over names of alerts. An interval that crosses zero " +
        "decides nothing.",
      columns: [
        left("Candidate"),
        ...primaries.length > 1 ? [left("Check")] : [],
        right("Names"),
        left("Difference (95 %)"),
        left("worse ┊ better"),
      ],
      rows: primary.map((one) => [
        one.candidate,
        ...primaries.length > 1 ? [one.check] : [],
        String(one.names.length),
        `${signed(one.difference)} (${interval(one.interval)})`,
        barOf(one, reach),
      ]),
    },
    ...primary.flatMap(tailBlocks),
    ...limits(primary[0]!),
    ...planBlocks(results),
  ];
}

/** All checks of a candidate. Only primary checks are corrected for their number. */
export function comparisonTable(
  comparisons: readonly Comparison[],
  primaries: readonly string[],
): Block[] {
  const [first] = comparisons;
  if (!first) return [];
  const reach = reachOf(comparisons);
  const ordered = [...primaries, ...comparisons.map(({ check }) => check)];
  const sorted = comparisons.toSorted((a, b) =>
    ordered.indexOf(a.check) - ordered.indexOf(b.check)
  );
  return [{
    kind: "table",
    caption:
      "Intervals and p are of each check alone, not corrected for the number of checks: with " +
      "many, some miss zero by chance. n: names of alerts, and their alerts.",
    columns: [
      left("Check"),
      right("n"),
      right(first.baseline),
      right(first.candidate),
      left("Difference (95 %)"),
      left("worse ┊ better"),
      right("p, not corrected"),
    ],
    rows: sorted.map((one): Cell[] => [
      { text: one.check, tone: primaries.includes(one.check) ? "strong" : "quiet" },
      `${one.names.length} (${one.alerts})`,
      score(one.baselineMean),
      score(one.candidateMean),
      isSame(one)
        ? { text: "the same at every name", tone: "quiet" }
        : `${signed(one.difference)} (${interval(one.interval)})`,
      isSame(one) ? "" : barOf(one, reach),
      probability(one.p),
    ]),
  }];
}

function isSame({ names }: Comparison): boolean {
  return names.every(({ difference: { range } }) => range.low === 0 && range.high === 0);
}

function tailBlocks(one: Comparison): Block[] {
  const { candidate, names, losers, check, failedCalls, unpaired, verdict } = one;
  const worst = names.filter(({ difference: { mean } }) => mean !== null && mean < 0)
    .sort((a, b) => a.difference.mean! - b.difference.mean!).slice(0, WORST)
    .map(({ name, difference: { mean } }) => `${name} ${difference(mean!)}`).join(", ");
  // For a worse candidate this adds nothing.
  const tail = verdict?.finding === "worse"
    ? ""
    : ` It loses more than ${losers.cap} at ${losers.names} of ${names.length} names; among all ` +
      `such names at most ${percent(losers.atMost)} do (95 %).`;
  return [
    paragraph(
      worst === ""
        ? `${candidate} loses at no name.`
        : `${candidate} loses most of its ${scoreName(check)} at ${worst}.${tail}`,
    ),
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
        `Over alerts the difference is ${signed(byAlert)}, which says as much as ` +
        `${effectiveNames.toFixed(1)} names could: there is no interval or verdict for it.`,
    ),
  ];
}

function planBlocks({ plan: { number, alpha } }: RunResults): Block[] {
  if (number <= 1) return [];
  return [paragraph(
    `This is plan ${number} on these names. Its verdicts may be wrong in at most ` +
      `${percent(alpha)} of runs, so that all later plans together stay below 5 %.`,
    "quiet",
  )];
}

/** Largest bound in the column. */
function reachOf(all: readonly Comparison[]): number {
  return Math.max(0.01, ...all.flatMap(({ interval: { low, high } }) => [-low, high]));
}

function barOf({ interval: range, difference: mean }: Comparison, reach: number): Cell {
  return {
    text: `${signed(mean)}, 95 % interval ${interval(range)}`,
    bar: { interval: range, mean, reach },
  };
}

function toneOf({ verdict }: Comparison): "good" | "bad" | undefined {
  if (verdict?.finding.endsWith("better")) return "good";
  return verdict?.finding.endsWith("worse") ? "bad" : undefined;
}

function signed(value: number | null): string {
  return value === null ? "–" : difference(value);
}
