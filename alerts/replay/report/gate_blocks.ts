import { counted } from "../../../src/text.ts";
import type { GateDecision, MarginDecision } from "../gates.ts";
import { percent, probability } from "../results/figures.ts";
import type { RunResults } from "../judge_answers.ts";
import { type Block, heading, left, list, onlyIn, paragraph, right, tableOf } from "./block.ts";

/** Most misses listed in the terminal. */
const MOST_MISSES = 5;

/** What fails the run, and every miss. */
export function gateBlocks({ decisions, primaries }: RunResults): Block[] {
  if (decisions.length === 0) return [];
  const failing = new Set(decisions.flatMap(({ fails, candidate }) => fails ? candidate : []));
  const gates = decisions.filter((one) => one.about === "gate");
  const scope = primaries.includes("form_only") ? " (form only: nothing is labelled)" : "";
  // A gate without a miss is not listed.
  const told = decisions.filter((one) => one.about === "margin" || one.own.failed > 0);
  return [
    heading("Gate"),
    failing.size === 0
      ? paragraph(`passed${scope}: no candidate is proven to be worse than allowed`, "good")
      : paragraph(`failed${scope}: ${[...failing].join(", ")}`, "bad"),
    list(told.map(decisionInWords)),
    ...onlyIn("files", [tableOf(gates, [
      left("Candidate", ({ candidate }) => candidate),
      left("Gate", ({ check }) => check),
      right(
        "Alerts that pass",
        ({ own, baseline }) => `${own.passedAlerts} of ${own.alerts} (${baseline.passedAlerts})`,
      ),
      right(
        "Answers that fail",
        ({ own, baseline }) =>
          `${own.failed} of ${own.answers} (${baseline.failed} of ${baseline.answers})`,
      ),
      right("Names more / less", ({ names }) => `${names.more} / ${names.fewer}`),
      right("p", ({ p, level }) => `${probability(p)} (${probability(level)})`),
    ], {
      caption:
        "In brackets: the baseline, and the p at which the run fails. An alert passes a gate if all " +
        "its answers do. Names: where the candidate fails more, or less, often. p is one-sided, from " +
        "exchanging answers within each alert.",
    })]),
    ...missBlocks(gates),
  ];
}

export function decisionInWords(one: MarginDecision | GateDecision): string {
  const { candidate, check, p, fails } = one;
  if (one.about === "margin") {
    const limit = one.margin === 0 ? "worse" : `worse by more than ${one.margin}`;
    return `${candidate}, ${check}: ` +
      (fails
        ? `it is ${limit} (p ${probability(p)})`
        : one.isProven
        ? `it is not ${limit}, which is proven`
        : `it may be ${limit}: neither that nor the contrary is proven`);
  }
  const { own, baseline, names, isHard } = one;
  const counts =
    `${candidate}, ${check}: ${own.failed} of ${counted(own.answers, "answer")} fail, ` +
    `${baseline.failed} of ${baseline.answers} of the baseline (p ${probability(p)}; more at ` +
    `${counted(names.more, "name")}, fewer at ${names.fewer})`;
  if (!fails) return `${counts}: not proven to be worse`;
  if (!isHard) return counts;
  // The baseline's rate; at least one miss is assumed.
  const rate = Math.max(baseline.failed, 1) / Math.max(1, baseline.answers);
  return `${counts}; a single miss fails this gate. If one answer in ${Math.round(1 / rate)} ` +
    `fails, ${percent(1 - (1 - rate) ** own.answers)} of equally good candidates fail it by chance`;
}

function missBlocks(gates: readonly GateDecision[]): Block[] {
  const misses = gates.flatMap(({ candidate, check, misses }) =>
    misses.map(({ case: id, reason }) => `${candidate}, ${check}, at ${id}: ${reason}`)
  );
  if (misses.length === 0) return [];
  const more = misses.length - MOST_MISSES;
  return [
    paragraph("Only the candidate missed at these alerts:"),
    ...onlyIn("terminal", [
      list([...misses.slice(0, MOST_MISSES), ...more > 0 ? [`… and ${more} more`] : []]),
    ]),
    ...onlyIn("files", [list(misses)]),
  ];
}
