import type { Role } from "../../catalogue/roles.ts";
import type { Samples } from "../../columns.ts";
import { type Check, defineCheck } from "./run_checks.ts";
import type { Survey } from "./survey.ts";
import { integrate } from "../../frames/integrate.ts";
import type { Household } from "../../household.ts";
import type { Finding } from "../../terminal/findings.ts";
import { fixed } from "../../text.ts";

/** Less energy than this is not compared: samples may miss a kettle. [kWh] */
const ENOUGH = 0.1;
/** A wrong unit is off by a factor of 1000, an integral of coarse samples by less than this. */
const TOLERANCE = 3;

/** Whether powers and counters, which measure the same, agree: a wrong unit or sign shows here. */
export const units: Check = defineCheck({
  id: "units",
  title: "Units and signs",
  needs: ["household", "survey"],
  run({ household, survey }) {
    const of = (role: Role) => onlySignal(survey, household, role);
    return {
      findings: [
        judge("grid", of("grid_power"), of("import_energy")),
        judge("generation", of("generation_power"), of("yield_today")),
      ],
    };
  },
});

/** The signal of a role that has exactly one, in W or kWh. */
function onlySignal(
  { observations }: Survey,
  { bindings }: Household,
  role: Role,
): Samples | null {
  const [observation, ...more] = observations.filter(({ probe }) => probe.role === role);
  const [series, ...others] = observation?.series ?? [];
  if (!observation || !series || more.length > 0 || others.length > 0) return null;
  // Series that the household file binds are scaled already.
  const factor = observation.probe.specified ? bindings[role][0]!.factor : 1;
  return { time: series.time, value: series.value.map((one) => one * factor) };
}

function judge(subject: string, power: Samples | null, counter: Samples | null): Finding {
  if (!power || !counter) {
    return { status: "skipped", subject, found: "needs one power and one counter" };
  }
  const start = Math.max(power.time[0]!, counter.time[0]!);
  const end = Math.min(power.time.at(-1)!, counter.time.at(-1)!);
  const hours = [start, end];
  const part = (sign: 1 | -1) =>
    integrate({ time: power.time, value: power.value.map((one) => Math.max(0, sign * one)) }, hours)
      .energy[0]! / 1000;
  const integral = part(1), reverse = part(-1), counted = rise(counter, start, end);
  const both = `the counter rose by ${fixed(counted, 3)} kWh, the power adds up to ${
    fixed(integral, 3)
  } kWh`;
  const fits = (energy: number, scale = 1) =>
    energy * scale > counted / TOLERANCE && energy * scale < counted * TOLERANCE;
  if (counted < ENOUGH && integral < ENOUGH) {
    return { status: "ok", subject, found: "too little energy lately to compare" };
  }
  if (fits(integral)) return { status: "ok", subject, found: both };
  const scale = [1000, 1 / 1000].find((one) => fits(integral, one));
  if (scale !== undefined) {
    return {
      status: "failure",
      subject,
      found: `${both}: one of them is ${
        scale > 1 ? "1000 times too small" : "1000 times too large"
      }`,
      advice: "Bind the role with its real unit (W or kW, Wh or kWh) in household.json.",
    };
  }
  if (fits(reverse)) {
    return {
      status: "failure",
      subject,
      found: `${both}, but ${fixed(reverse, 3)} kWh with the other sign`,
      advice: 'Bind grid_power with "sign": "export_positive" in household.json.',
    };
  }
  return {
    status: "warning",
    subject,
    found: both,
    advice:
      "Both should be about the same. One hour may be too short; the check of the household file " +
      "compares whole days and names the line to correct.",
  };
}

/** The rise of a counter between two instants; falls are ignored. */
function rise({ time, value }: Samples, start: number, end: number): number {
  let sum = 0;
  for (let i = 1; i < time.length; i++) {
    if (time[i - 1]! >= start && time[i]! <= end) sum += Math.max(0, value[i]! - value[i - 1]!);
  }
  return sum;
}
