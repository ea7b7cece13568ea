/**
 * From answers to alerts to names, the unit of all figures. Repeats are averaged within their
 * alert, alerts within their name, and every name counts the same.
 *
 * @module
 */

import type { Score } from "../checks/check.ts";
import { type Interval, meanInterval } from "./gaffke.ts";

type ScoredAnswer = Pick<Score, "case" | "cluster" | "value" | "isFailedCall">;

/**
 * A mean with its bounds: of an alert or a name, whatever failed calls would have given; over
 * names, with 95 % confidence.
 */
export interface Bounded extends Interval {
  /** `null` if every call failed. */
  readonly mean: number | null;
}

export type Paired = ReturnType<typeof pairNames>;
export type NamePair = Paired["names"][number];

export function scoreNames(answers: readonly ScoredAnswer[]) {
  return byName(alertsOf(answers).values(), meanOf);
}

/** Mean over names with its 95 % interval; `null` without any. */
export function nameMean(
  answers: readonly ScoredAnswer[],
  range: Interval = { low: 0, high: 1 },
): Bounded | null {
  const names = scoreNames(answers);
  if (names.length === 0) return null;
  return { mean: mean(names.flatMap((one) => one.mean ?? [])), ...meanInterval(names, range) };
}

/** Pairs two variants by alert, then averages by name. */
export function pairNames(baseline: readonly ScoredAnswer[], candidate: readonly ScoredAnswer[]) {
  const old = alertsOf(baseline), one = alertsOf(candidate);
  const alerts = [...old].flatMap(([id, before]) => {
    const after = one.get(id);
    return after ? [{ name: before.name, before, after, change: minus(after, before) }] : [];
  });
  return {
    names: byName(alerts, (own) => ({
      baseline: meanOf(own.map(({ before }) => before)),
      candidate: meanOf(own.map(({ after }) => after)),
      /** Candidate minus baseline, alert by alert. */
      difference: meanOf(own.map(({ change }) => change)),
    })),
    alerts: alerts.length,
    /** Alerts judged for only one of the two; in no figure. */
    unpaired: old.size + one.size - 2 * alerts.length,
    /** Mean difference over alerts, so a name counts as often as it fired; `null` without any. */
    byAlert: meanOf(alerts.map(({ change }) => change)).mean,
  };
}

function alertsOf(answers: readonly ScoredAnswer[]) {
  const judged = answers.filter(({ value, isFailedCall }) => value !== null || isFailedCall);
  return new Map(
    [...Map.groupBy(judged, (one) => one.case)].map(([id, own]) => [id, {
      name: own[0]!.cluster,
      ...meanOf(own.map(({ value }) => ({ mean: value, low: value ?? 0, high: value ?? 1 }))),
    }]),
  );
}

/** Figures of each name, sorted by name. */
function byName<One extends { readonly name: string }, Figures>(
  alerts: Iterable<One>,
  figuresOf: (own: readonly One[]) => Figures,
) {
  return [...Map.groupBy(alerts, ({ name }) => name)]
    .map(([name, own]) => ({ name, alerts: own.length, ...figuresOf(own) }))
    .sort((a, b) => a.name < b.name ? -1 : 1);
}

function minus(one: Bounded, other: Bounded): Bounded {
  return {
    mean: one.mean === null || other.mean === null ? null : one.mean - other.mean,
    low: one.low - other.high,
    high: one.high - other.low,
  };
}

function meanOf(all: readonly Bounded[]): Bounded {
  return {
    mean: mean(all.flatMap(({ mean }) => mean ?? [])),
    low: mean(all.map(({ low }) => low)) ?? NaN,
    high: mean(all.map(({ high }) => high)) ?? NaN,
  };
}

/** `null` for an empty list. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** Number of equally frequent names that a mean over alerts is worth: `(Σn)² / Σn²`. */
export function effectiveNames(names: readonly { readonly alerts: number }[]): number {
  const all = names.reduce((sum, { alerts }) => sum + alerts, 0);
  return all ** 2 / names.reduce((sum, { alerts }) => sum + alerts ** 2, 0);
}
