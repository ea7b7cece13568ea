import { type Metric, type MetricKind, METRICS, type Unit } from "../../catalogue/metrics.ts";
import { type Role, ROLES } from "../../catalogue/roles.ts";
import type { Binding, Household } from "../../household.ts";
import { formatSelector, type MetricSelector, selector } from "../../selector.ts";

/** A metric to look for. */
export interface Probe {
  /** Which series. */
  readonly selector: MetricSelector;
  /** The metric's name if the catalogue has it, else the selector. */
  readonly name: string;
  /** Whether it is in the catalogue. */
  readonly specified: boolean;
  /** Unit of the values times {@linkcode Probe.factor}. */
  readonly unit: Unit;
  /** Converts the values to W, kWh or 0/1 if another unit or sign is bound; else 1. */
  readonly factor: number;
  /** How its values behave. */
  readonly kind: MetricKind;
  /** Which exporter it comes from. */
  readonly from: "inverter" | "meter" | "device";
  /** Its role in the energy code, `null` if it has none. */
  readonly role: Role | null;
}

/** Roles that the daily table needs, of a battery if one is bound. */
export const NEEDED: readonly Role[] = [
  "grid_power",
  "import_energy",
  "generation_power",
  "yield_today",
  "battery_power",
  "battery_charged_energy",
  "battery_discharged_energy",
];

/**
 * All series that a household expects on its server: the metrics of the catalogue, or the series that
 * the household binds in their place.
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
    kind: dimension === "power" || dimension === "ratio"
      ? "gauge"
      : dimension === "flag"
      ? "flag"
      : role === "yield_today"
      ? "day_counter"
      : "counter",
    from: /^(grid|import|export)_/.test(role)
      ? "meter"
      : /^(battery|state|consumer)_/.test(role)
      ? "device"
      : "inverter",
    role,
  };
}
