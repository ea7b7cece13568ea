import { METRICS } from "../../catalogue/metrics.ts";
import type { Client } from "../../client/client.ts";
import { eachSeries, type LabelledSamples, type SeriesColumns } from "../../columns.ts";
import { type Check, defineCheck } from "./run_checks.ts";
import { judgeSilence } from "./silence.ts";
import { isSilent, type Survey } from "./survey.ts";
import { usualStep } from "../../frames/samples.ts";
import type { Household } from "../../household.ts";
import { quote } from "../../selector.ts";
import { spelledOut } from "../../server_side/expressions.ts";
import type { Finding } from "../../terminal/findings.ts";
import { fixed, formatSpan } from "../../text.ts";
import { HOUR, localDay, MINUTE, SECOND } from "../../time.ts";

const DAY = 24 * HOUR;
const REACH = 10 * 365 * DAY;
const GRID = "home:power_grid_import:watts";
const NAMES = METRICS.filter(({ from }) => from === "rule").map(({ name }) => name);
const ANY = `{__name__=~${quote(NAMES.join("|"))}}`;
/** How many of a rule's latest values are compared. */
const POINTS = 10;

/** Whether the recording rules exist, since when, and whether they agree with the raw samples. */
export const recordingRules: Check = defineCheck({
  id: "recording_rules",
  title: "Recording rules",
  needs: ["client", "household", "serverTime", "survey"],
  async run({ client, household, serverTime, survey }, { signal }) {
    const { bindings, zone } = household;
    const spoken = [...bindings.grid_power, ...bindings.generation_power];
    if (!spoken.some(({ fallback }) => fallback !== undefined)) {
      const found = "not checked, because the rules use other series than the household file";
      return { findings: [{ status: "skipped", found }] };
    }
    const at = serverTime();
    const past = await client.queryRange(
      `count by (__name__) (${ANY})`,
      { start: at - REACH, end: at, step: DAY },
      { signal },
    );
    const recent = await client.query(`${ANY}[15m]`, { time: at, signal });
    if (recent.columns.labels.length === 0 && past.columns.labels.length === 0) {
      return { findings: [NO_RULES] };
    }
    const raw = await spelledOutValues(client, { household, recent: recent.columns, signal });
    const findings = NAMES.map((name) =>
      judge(name, {
        first: seriesOf(past.columns, name)?.time[0],
        samples: seriesOf(recent.columns, name),
        raw: raw.get(name),
        expression: expressions(household)[name] ?? null,
        isBlind: name !== GRID && lacksGeneration(survey, household),
        at,
        zone,
      })
    );
    return { findings };
  },
});

const NO_RULES: Finding = {
  status: "warning",
  found: "there are no recording rules; 'now' and 'report' compute from raw samples instead",
  advice:
    "If your dashboards need them, load deploy/recording-rules.yml. A rule has no values from before it was created.",
};

/** The expression of each rule, from raw series. */
function expressions(
  household: Parameters<typeof spelledOut>[0],
): Readonly<Record<string, string | null>> {
  const grid = spelledOut(household, "grid_power");
  const power = spelledOut(household, "generation_power");
  const generation = power && `(${power} or vector(0))`;
  const total = grid && generation && `(${grid} + ${generation})`;
  return {
    [GRID]: grid,
    "home:power_generation:watts": generation,
    "home:power_total:watts": total,
    "home:autarky:ratio": total && `clamp_max(${generation} / (${total} > 0), 1)`,
  };
}

/** Values from raw series at the instants at which the rules were last evaluated, in one request. */
async function spelledOutValues(
  client: Pick<Client, "queryRange">,
  { household, recent, signal }: {
    household: Parameters<typeof spelledOut>[0];
    recent: SeriesColumns;
    signal: AbortSignal;
  },
): Promise<Map<string, LabelledSamples>> {
  const pace = [...eachSeries(recent)].sort((a, b) => b.time.length - a.time.length)[0];
  if (!pace || pace.time.length < 2) return new Map();
  const step = Math.round(usualStep(pace) / SECOND) * SECOND, end = pace.time.at(-1)!;
  const all = Object.entries(expressions(household)).flatMap(([name, expression]) =>
    expression === null ? [] : [`label_replace(${expression}, "rule", ${quote(name)}, "", "")`]
  ).join(" or ");
  const { columns } = await client.queryRange(
    all,
    { start: end - (POINTS - 1) * step, end, step },
    { signal },
  );
  return new Map([...eachSeries(columns)].map((one) => [one.labels["rule"] ?? "", one]));
}

interface Evidence {
  readonly first: number | undefined;
  readonly samples: LabelledSamples | undefined;
  readonly raw: LabelledSamples | undefined;
  readonly expression: string | null;
  /** The generation is unknown, so the rule cannot be judged. */
  readonly isBlind: boolean;
  readonly at: number;
  readonly zone: string;
}

function judge(subject: string, evidence: Evidence): Finding {
  const { first, samples, raw, expression, isBlind, at, zone } = evidence;
  const since = first === undefined ? "for less than a day" : `since ${localDay(first, zone)}`;
  if (isBlind) {
    const found = `${since}; it cannot be checked while the inverter is silent by day`;
    return { status: "skipped", subject, found };
  }
  const last = samples?.time.at(-1);
  if (last === undefined || at - last > 5 * MINUTE) {
    const age = last === undefined ? "" : ` for ${formatSpan(at - last)}`;
    return {
      status: "warning",
      subject,
      found: first === undefined ? "absent" : `${since}, but silent now${age}`,
      advice: "Check the server's page of rules for errors; deploy/recording-rules.yml defines it.",
    };
  }
  const pairs = raw ? matching(samples!, raw) : [];
  if (pairs.length === 0) {
    return { status: "ok", subject, found: `${since}; no raw series to compare it with now` };
  }
  const wrong = pairs.filter(([rule, spelled]) => !agree(rule, spelled));
  const score = `${pairs.length - wrong.length} of its last ${pairs.length} values`;
  // A sample that was stored late may cause one difference.
  if (wrong.length <= pairs.length / 5) {
    return { status: "ok", subject, found: `${since}; the raw series confirm ${score}` };
  }
  const [rule, spelled] = wrong.at(-1)!;
  return {
    status: "failure",
    subject,
    found: `${since}; the raw series confirm ${score}: ${fixed(rule, 2)} where they say ` +
      fixed(spelled, 2),
    advice:
      `Correct the rule, see deploy/recording-rules.yml. Its expression should be: ${expression}`,
  };
}

/** Whether the inverter is silent although it should be awake. */
function lacksGeneration(survey: Survey, household: Household): boolean {
  const power = survey.observations.find(({ probe }) => probe.role === "generation_power");
  return power !== undefined && isSilent(power, survey.at) &&
    judgeSilence(power, { survey, household }).verdict !== "asleep";
}

/** Pairs of values at the same instants. */
function matching(rule: LabelledSamples, raw: LabelledSamples): [number, number][] {
  const pairs: [number, number][] = [];
  let next = 0;
  rule.time.forEach((time, index) => {
    // Servers may round instants to a second.
    while (next < raw.time.length && raw.time[next]! < time - SECOND) next++;
    if (next < raw.time.length && Math.abs(raw.time[next]! - time) <= SECOND) {
      pairs.push([rule.value[index]!, raw.value[next]!]);
    }
  });
  return pairs.filter(([a, b]) => !Number.isNaN(a) && !Number.isNaN(b));
}

function agree(rule: number, spelled: number): boolean {
  return Math.abs(rule - spelled) <= Math.max(0.01, 0.02 * Math.abs(spelled));
}

function seriesOf(columns: SeriesColumns, name: string): LabelledSamples | undefined {
  return [...eachSeries(columns)].find(({ labels }) => labels["__name__"] === name);
}
