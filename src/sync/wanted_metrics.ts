import { METRICS, type Role, ROLES } from "../catalogue.ts";
import type { Household } from "../household.ts";
import { formatSelector, type Matcher, type Selector, selector } from "../selector.ts";

/** A metric that an archive is to hold, and which of its series. */
export interface WantedMetric {
  /** Name of the metric. */
  readonly metric: string;
  /** Its series, sorted; a series may match several. */
  readonly selectors: readonly Selector[];
}

/**
 * What an archive of a household holds: the series of its roles with those that may stand in for
 * them, and every other metric of the specification. Of the meter's metrics only the household's own
 * meter, if the household file or `METER_AIN_REGEX` names it.
 *
 * @returns In order of the names.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseHousehold } from "../household.ts";
 * import { wantedMetrics } from "./wanted_metrics.ts";
 *
 * const wanted = wantedMetrics(parseHousehold({
 *   zone: "UTC",
 *   roles: { import_energy: { selector: 'p1_kwh{direction="in"}', unit: "kWh" } },
 * }));
 * assert(wanted.some(({ metric }) => metric === "p1_kwh"));
 * assert(wanted.some(({ metric }) => metric === "inverter_radiator_temperature_celsius"));
 * ```
 */
export function wantedMetrics({ bindings }: Pick<Household, "bindings">): WantedMetric[] {
  const bound = (Object.keys(ROLES) as Role[]).flatMap((role) => bindings[role])
    .flatMap(({ selector, fallback }) => fallback ? [selector, fallback] : [selector]);
  const meter = bound.find(({ matchers }) => matchers.some(isAin));
  const others = METRICS.filter(({ name }) => !bound.some(({ metric }) => metric === name))
    .map(({ name, identity }) => {
      const own: readonly Matcher[] = identity.includes("ain")
        ? meter?.matchers.filter(isAin) ?? []
        : [];
      return selector(name, ...own);
    });
  const metrics = Map.groupBy([...bound, ...others], ({ metric }) => metric);
  return [...metrics].map(([metric, selectors]) => ({ metric, selectors: distinct(selectors) }))
    .sort((a, b) => a.metric < b.metric ? -1 : 1);
}

function isAin({ label }: Matcher): boolean {
  return label === "ain";
}

function distinct(selectors: readonly Selector[]): Selector[] {
  // A selector without matchers takes in all the others.
  const all = selectors.find(({ matchers }) => matchers.length === 0);
  if (all) return [all];
  const byText = new Map(selectors.map((one) => [formatSelector(one), one]));
  return [...byText].sort(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one);
}
