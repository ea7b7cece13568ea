import type { Unit } from "../../catalogue/metrics.ts";
import type { Client } from "../../client/client.ts";
import { eachSeries, type LabelledSamples } from "../../columns.ts";
import { type Check, defineCheck } from "./run_checks.ts";
import { NEEDED, type Probe } from "./probes.ts";
import { judgeSilence, type Silence } from "./silence.ts";
import { isSilent, makeSurvey, type Observation, type Survey } from "./survey.ts";
import type { Household } from "../../household.ts";
import type { Finding } from "../../terminal/findings.ts";
import { formatSpan } from "../../text.ts";

/** Whether each metric is present, fresh and plausible. */
export const metrics: Check = defineCheck({
  id: "metrics",
  title: "Metrics",
  needs: ["client", "household", "serverTime"],
  gives: ["survey"],
  async run({ client, household, serverTime }, { signal }) {
    const at = serverTime();
    const survey = await makeSurvey(client, household, { at, signal });
    if (survey.listed.length === 0 && survey.observations.every(({ last }) => last === null)) {
      // No survey: the checks that need it would only repeat this finding, so they are skipped.
      return { findings: [nothing(survey, await jobsOf(client, { at, signal }))] };
    }
    const findings = survey.observations.map((one) => judge(one, { survey, household }));
    return { findings, facts: { survey } };
  },
});

/** The jobs that the server scrapes. */
async function jobsOf(
  client: Pick<Client, "query">,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<string[]> {
  const { columns } = await client.query("count by (job) (up)", { time: at, signal });
  return [...eachSeries(columns)].flatMap(({ labels }) => labels["job"] ?? []).sort();
}

function nothing({ observations }: Survey, jobs: readonly string[]): Finding {
  const names = observations.map(({ probe }) => probe.name);
  return {
    status: "failure",
    found:
      `none of the household's ${names.length} metrics (${names[0]}, …) has a sample within 60 ` +
      `days; the server scrapes ${jobs.length === 0 ? "nothing" : `only ${listed(jobs)}`}`,
    advice:
      "If this server has your house under other names, 'deno task setup' finds them. If it " +
      "does not read your inverter and meter yet, add them; if another server does, correct the address.",
  };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `'${name}'`);
  return names.length > 5 ? `${shown.join(", ")} and ${names.length - 5} more` : shown.join(", ");
}

interface Context {
  readonly survey: Survey;
  readonly household: Household;
}

function judge(observation: Observation, context: Context): Finding {
  const { probe, last } = observation;
  const { at } = context.survey;
  const finding = (status: Finding["status"], found: string, advice?: string): Finding => ({
    status,
    subject: probe.name,
    found,
    ...(advice !== undefined && { advice }),
  });
  if (last === null) {
    const unmatched = observation.devices === 0 &&
      context.survey.listed.some(({ __name__ }) => __name__ === probe.selector.metric);
    return unmatched
      ? finding(severity(probe), "series exist, but none with these labels", WRONG_LABELS)
      : finding(severity(probe), "no sample within 60 days", absent(probe));
  }
  const age = `${formatSpan(Math.max(0, at - last))} ago`;
  const what = describe(observation);
  if (isSilent(observation, at)) {
    const silence: Silence = probe.from !== "inverter"
      ? { verdict: "broken", why: `${probe.from}s send at night, too` }
      : judgeSilence(observation, context);
    if (silence.verdict === "asleep") {
      return finding("ok", `silent for the night (${silence.why}), last sample ${age}; ${what}`);
    }
    const status = silence.verdict === "doubtful" ? "warning" : severity(probe);
    return finding(status, `silent, last sample ${age}; ${silence.why}`, stopped(probe));
  }
  const complaint = implausible(observation);
  if (complaint) return finding("warning", `${what}; ${complaint.found}`, complaint.advice);
  return finding("ok", `${what}, last sample ${age}: ${lastValues(observation)}`);
}

const WRONG_LABELS =
  "Compare the labels in METER_AIN_REGEX or in household.json with the server's.";

/** A missing metric is a failure only if the daily table needs it. */
function severity({ role }: Probe): "failure" | "warning" {
  return role !== null && NEEDED.includes(role) ? "failure" : "warning";
}

function absent({ from, role }: Probe): string {
  if (role === null) return "Nothing is computed from it; the exporter may not provide it.";
  return `Check that the ${from}'s exporter runs and is scraped, and that the metric has this name ` +
    "there; another name can be bound in household.json.";
}

function stopped({ from }: Probe): string {
  if (from === "device") return "Check that the device's exporter runs, and that it is scraped.";
  return from === "meter"
    ? "Check that the meter's exporter runs, reaches the meter, and is scraped."
    : "Check that the inverter's logger is in the network, and that its exporter runs and is scraped.";
}

function describe({ devices, restarts, interval, series }: Observation): string {
  const count = Math.max(devices, series.length);
  const split = restarts === 0 ? "" : ` (and ${restarts} from before restarts)`;
  const every = interval === null ? "" : `, every ${formatSpan(interval)}`;
  return `${count} series${split}${every}`;
}

function lastValues({ probe: { unit }, series }: Observation): string {
  const values = series.map(({ value }) => String(Math.round(value.at(-1)! * 1000) / 1000));
  return `${values.join(", ")}${unit === "1" ? "" : ` ${unit}`}`;
}

/** What is wrong with values, and what to do about it. */
export interface Complaint {
  /** What is wrong. */
  readonly found: string;
  /** What to do. */
  readonly advice: string;
}

/** Plausible values of a house. Zero is always allowed. */
const LIMITS: Readonly<Partial<Record<Unit, readonly [least: number, most: number]>>> = {
  W: [-100_000, 100_000],
  V: [5, 1_500],
  A: [-500, 500],
  Hz: [45, 65],
  "°C": [-50, 120],
  // A state of charge; a full battery may say a little more.
  "1": [0, 1.02],
};

/** Values in kW stay below this and have decimals. */
const LARGEST_KW = 30;

/**
 * Checks whether values are plausible for their metric.
 *
 * @returns `null` if they are plausible.
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
  if (odd !== undefined) {
    const amount = unit === "1" ? `a share of ${odd}` : `${odd} ${unit}`;
    return { found: `${amount} is not plausible`, advice: checkUnit };
  }
  if (unit === "W" && looksLikeKilowatts(values)) {
    return {
      found: `values such as ${values.findLast((one) => one !== 0)} look like kW, not W`,
      advice: 'If they are, bind the role with "unit": "kW" in household.json.',
    };
  }
  if (unit === "1" && looksLikeShare(values)) {
    return {
      found: "it stays below 1 %, as shares from 0 to 1 would",
      advice: `If ${name} is such a share, bind it with "unit": "1" in household.json.`,
    };
  }
  return null;
}

/** Shares from 0 to 1 that were bound as percent. */
function looksLikeShare(values: readonly number[]): boolean {
  const largest = values.reduce((most, one) => Math.max(most, one), 0);
  return largest > 0.001 && largest <= 0.0102;
}

/** Powers in W may have decimals, but then no house stays below 30 W all the time. */
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
        advice:
          "A counter only rises. Check whether the exporter mixes devices; 'report' repairs " +
          "single faults and flags them.",
      };
    }
  }
  return null;
}
