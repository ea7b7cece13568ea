import type { Flag } from "../../catalogue/flags.ts";
import { FLAGS } from "../../catalogue/flags.ts";
import type { HouseholdGaps } from "../../energy/findings.ts";
import type { Gap } from "../../frames/gaps.ts";
import { formatInstant, HOUR } from "../../time.ts";
import { hasData, methodsOf, noSamples, periodFacts, trustOf } from "../answer.ts";
import { caveatsOf } from "../caveats.ts";
import { rounded } from "../figures.ts";
import { PERIOD, subjectOf, tool } from "../tool.ts";
import { totalsOf } from "./totals.ts";

/** So many days and gaps are listed. */
const LISTED = 10;

/** How far the numbers of a period can be trusted, and why. */
export const quality = tool({
  name: "data_quality",
  title: "Quality of the data",
  description:
    "Use for 'can I trust this', gaps, outages, missing or repaired data, and which days are " +
    "incomplete. Gives coverage, gaps with causes, repairs, flags with their meaning, and how wide " +
    "the error bands are.",
  input: PERIOD,
  async answer(asked, context) {
    const subject = await subjectOf(asked, context);
    if (!hasData(subject)) return { data: noSamples(subject) };
    const { days } = subject, { gaps, repairs = [] } = days.analysis ?? {};
    const incomplete = days.rows.filter(({ complete }) => !complete);
    return {
      data: {
        period: periodFacts(subject),
        trust: trustOf(subject),
        method: methodsOf(subject),
        band_width_percent: bandWidths(totalsOf(subject).energy),
        incomplete_days: incomplete.slice(0, LISTED).map(({ date, flags }) => ({ date, flags })),
        incomplete_days_not_listed: Math.max(0, incomplete.length - LISTED),
        flags: meanings(days.rows),
        gaps: gaps ? gapFacts(gaps, days.zone) : null,
        repairs: counts(repairs.map(({ rule }) => rule)),
        caveats: caveatsOf(subject),
      },
    };
  },
});

/** Half of each band in per cent of its energy. */
function bandWidths(energy: ReturnType<typeof totalsOf>["energy"]) {
  return Object.fromEntries(
    Object.entries(energy).map(([name, { kwh, low, high }]) => [
      name,
      kwh === null || low === null || high === null || kwh <= 0
        ? null
        : rounded(50 * (high - low) / kwh, 2),
    ]),
  );
}

/** The most frequent flags: on how many days, and what they mean. */
function meanings(rows: readonly { readonly flags: readonly Flag[] }[]) {
  return Object.entries(counts(rows.flatMap(({ flags }) => flags))).slice(0, LISTED)
    .map(([flag, days]) => ({ flag, days, meaning: FLAGS[flag as Flag] }));
}

function counts(names: readonly string[]): Record<string, number> {
  const found = [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => [name, all.length] as const);
  return Object.fromEntries(found.sort(([, a], [, b]) => b - a));
}

/** Gaps that are no nights: how many, how long, and the longest. */
function gapFacts({ grid, generation, devices = {} }: HouseholdGaps, zone: string) {
  const all = Object.entries({ grid, generation, ...devices }).flatMap(([power, gaps]) =>
    gaps.filter((gap) => gap.class !== "night").map((gap) => ({ ...gap, power }))
  );
  const hours = (gaps: readonly Gap[]) =>
    rounded(gaps.reduce((sum, { start, end }) => sum + end - start, 0) / HOUR, 1);
  return {
    count: all.length,
    hours: hours(all),
    hours_by_cause: Object.fromEntries(
      [...Map.groupBy(all, (gap) => gap.class)].map(([cause, gaps]) => [cause, hours(gaps)]),
    ),
    longest: all.toSorted((a, b) => b.end - b.start - (a.end - a.start)).slice(0, 3).map((gap) => ({
      power: gap.power,
      start: formatInstant(gap.start, zone).slice(0, 16),
      end: formatInstant(gap.end, zone).slice(0, 16),
      cause: gap.class,
    })),
  };
}
