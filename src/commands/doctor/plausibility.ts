import type { Unit } from "../../catalogue.ts";
import type { LabelledSamples } from "../../columns.ts";
import type { Observation } from "./survey.ts";

/** What is wrong with values, and what to do about it. */
export interface Complaint {
  /** What is wrong. */
  readonly found: string;
  /** What to do. */
  readonly advice: string;
}

/** Values outside of these are no measurements of a house. Zero is always allowed. */
const LIMITS: Readonly<Partial<Record<Unit, readonly [least: number, most: number]>>> = {
  W: [-100_000, 100_000],
  V: [5, 1_500],
  A: [-500, 500],
  Hz: [45, 65],
  "°C": [-50, 120],
};

/** Powers in kW stay below this and have decimals. [W] */
const LARGEST_KW = 30;

/**
 * Looks whether values can be what their name says.
 *
 * @returns `null` if nothing speaks against it.
 */
export function implausible(
  { probe: { unit, kind, name }, series }: {
    readonly probe: Pick<Observation["probe"], "unit" | "kind" | "name">;
    readonly series: readonly LabelledSamples[];
  },
): Complaint | null {
  const values = series.flatMap(({ value }) => [...value]).filter((one) => !Number.isNaN(one));
  const checkUnit =
    `Check what ${name} measures; another unit or sign can be bound in household.json.`;
  if (kind === "flag") {
    const odd = values.find((one) => one !== 0 && one !== 1);
    return odd === undefined ? null : { found: `${odd} is neither 0 nor 1`, advice: checkUnit };
  }
  if (kind === "counter" && unit !== "min") return decreasing(series);
  const [least, most] = LIMITS[unit] ?? [-Infinity, Infinity];
  const odd = values.find((one) => one !== 0 && !(one >= least && one <= most));
  if (odd !== undefined) return { found: `${odd} ${unit} cannot be right`, advice: checkUnit };
  if (unit === "W" && looksLikeKilowatts(values)) {
    return {
      found: `values such as ${values.findLast((one) => one !== 0)} look like kW, not W`,
      advice: 'If they are, bind the role with "unit": "kW" in household.json.',
    };
  }
  return null;
}

/** Powers in W with three decimals exist, but not with a house that never uses more than 30 W. */
function looksLikeKilowatts(values: readonly number[]): boolean {
  const largest = values.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const fine = values.filter((one) => Math.abs(one * 10 - Math.round(one * 10)) > 1e-6);
  return largest > 0.05 && largest < LARGEST_KW && fine.length > values.length / 2;
}

function decreasing(series: readonly LabelledSamples[]): Complaint | null {
  for (const { time, value } of series) {
    for (let i = 1; i < value.length; i++) {
      if (!(value[i]! < value[i - 1]! - 1e-6)) continue;
      return {
        found: `it falls from ${value[i - 1]} to ${value[i]} at ${
          new Date(time[i]!).toISOString()
        }`,
        advice: "A counter only rises. Look whether the exporter mixes devices; 'report' repairs " +
          "single faults and flags them.",
      };
    }
  }
  return null;
}
