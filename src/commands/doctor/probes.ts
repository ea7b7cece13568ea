import {
  type Metric,
  type MetricKind,
  METRICS,
  type Role,
  ROLES,
  type Unit,
} from "../../catalogue.ts";
import type { Binding, Household } from "../../household.ts";
import { formatSelector, type Selector, selector } from "../../selector.ts";

/** A metric to look for. */
export interface Probe {
  /** Which series. */
  readonly selector: Selector;
  /** The selector or, where the catalogue knows it, the metric's name. */
  readonly name: string;
  /** Whether it stands in the catalogue. */
  readonly specified: boolean;
  /** Unit of the values times {@linkcode Probe.factor}. */
  readonly unit: Unit;
  /** Makes the values W, kWh or 0/1 where another unit or sign is bound; else 1. */
  readonly factor: number;
  /** How its values behave. */
  readonly kind: MetricKind;
  /** Which exporter it comes from. */
  readonly from: "inverter" | "meter";
  /** What it means to the energy code, `null` for a metric that is good to have. */
  readonly role: Role | null;
}

/** Without one of these the daily table has a hole. */
export const NEEDED: readonly Role[] = [
  "grid_power",
  "import_energy",
  "generation_power",
  "yield_today",
];

/**
 * Everything that a household expects of its server: the catalogue's metrics, except those whose role
 * the household binds to others, and those others.
 */
export function probesOf({ bindings }: Pick<Household, "bindings">): Probe[] {
  const roles = Object.keys(ROLES) as Role[];
  const isForeign = (from: string) =>
    roles.some((role) => {
      const spec = METRICS.find(({ name }) => name === ROLES[role].metric);
      return spec?.from === from &&
        !bindings[role].some(({ selector }) => selector.metric === spec.name);
    });
  const specified = METRICS.flatMap((metric): Probe[] => {
    if (metric.from === "rule") return [];
    const role = roles.find((one) => ROLES[one].metric === metric.name) ?? null;
    if (role === null) return isForeign(metric.from) ? [] : [ofMetric(metric, null)];
    return bindings[role].filter(({ selector }) => selector.metric === metric.name)
      .map((binding) => ofMetric(metric, role, binding));
  });
  const bound = roles.flatMap((role) =>
    bindings[role].filter(({ selector }) => selector.metric !== ROLES[role].metric)
      .map((binding) => ofBinding(role, binding))
  );
  return [...specified, ...bound];
}

function ofMetric({ name, unit, kind, from }: Metric, role: Role | null, bound?: Binding): Probe {
  return {
    selector: bound?.selector ?? selector(name),
    name,
    specified: true,
    unit,
    factor: 1,
    kind,
    from: from === "meter" ? "meter" : "inverter",
    role,
  };
}

function ofBinding(role: Role, { selector, factor }: Binding): Probe {
  const { dimension } = ROLES[role];
  return {
    selector,
    name: formatSelector(selector),
    specified: false,
    unit: dimension === "power" ? "W" : dimension === "energy" ? "kWh" : "1",
    factor,
    kind: dimension === "power"
      ? "gauge"
      : dimension === "flag"
      ? "flag"
      : role === "yield_today"
      ? "day_counter"
      : "counter",
    from: /^(grid|import|export)_/.test(role) ? "meter" : "inverter",
    role,
  };
}
