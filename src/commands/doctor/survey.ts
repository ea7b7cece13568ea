import type { Client } from "../../client/client.ts";
import {
  eachSeries,
  joinSeries,
  labelKey,
  type LabelledSamples,
  type Labels,
  type SeriesColumns,
} from "../../columns.ts";
import { identityLabels, mergeRestarts } from "../../frames/restarts.ts";
import { usualStep } from "../../frames/samples.ts";
import type { Household } from "../../household.ts";
import { formatSelector, labelTest, quote } from "../../selector.ts";
import { HOUR, MINUTE, SECOND } from "../../time.ts";
import { type Probe, probesOf } from "./probes.ts";

/** The samples of one metric on a server. */
export interface Observation {
  /** The metric. */
  readonly probe: Probe;
  /** Its latest samples, series that restarts split merged, in the probe's unit. */
  readonly series: readonly LabelledSamples[];
  /** Number of series of the last week, merged. */
  readonly devices: number;
  /** Number of additional series of the last week that restarts caused. */
  readonly restarts: number;
  /** Time between scrapes. [ms] */
  readonly interval: number | null;
  /** Time of the last sample, to within hours if it is older than a day. [ms] */
  readonly last: number | null;
}

/** The samples of all expected metrics on a server. */
export interface Survey {
  /** One entry per metric that the household expects. */
  readonly observations: readonly Observation[];
  /** Labels of all series of the last week, also those of other devices with the same metrics. */
  readonly listed: readonly Labels[];
  /** When it was made, by the server's clock. [ms] */
  readonly at: number;
}

/** Options of {@linkcode makeSurvey}. */
export interface SurveyOptions {
  /** The server's present. [ms] */
  readonly at: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

const DAY = 24 * HOUR;
const RECENT = HOUR;
/** A sleeping inverter was awake within this time. */
const BACK = 26 * HOUR;
const WEEK = 7 * DAY, LONG_AGO = 60 * DAY, LONG_AGO_STEP = 3 * HOUR;

/**
 * Looks at all metrics of a household at once: a list of series, the samples of the last hour and,
 * only for what is silent now, those of the last 26 hours and a coarse look at two months.
 *
 * @throws {WattbookError} Whatever the client throws.
 */
export async function makeSurvey(
  client: Pick<Client, "query" | "queryRange" | "samples" | "series">,
  household: Pick<Household, "bindings">,
  { at, signal }: SurveyOptions,
): Promise<Survey> {
  const probes = probesOf(household);
  const tests = new Map(
    await Promise.all(probes.map(async (one) => [one, await labelTest(one.selector)] as const)),
  );
  const matches = (probe: Probe, labels: Labels) =>
    labels["__name__"] === probe.selector.metric && tests.get(probe)!(labels);
  // Without matchers, because other meters matter, too.
  const listed = await client.series(
    probes.map(({ selector, specified }) => specified ? { ...selector, matchers: [] } : selector),
    { range: { start: at - WEEK, end: at }, ...(signal && { signal }) },
  );
  let latest = await latestSamples(probes, RECENT);
  const silent = probes.filter((probe) => isSilent(seenOf(latest.get(probe)!), at));
  if (silent.length > 0) latest = new Map([...latest, ...await latestSamples(silent, BACK)]);
  const lost = probes.filter((probe) => latest.get(probe)!.length === 0);
  const lastSeen = await lookBack(lost);

  return {
    at,
    listed: listed.items,
    observations: probes.map((probe) => {
      const series = latest.get(probe)!;
      const labels = listed.items.filter((one) => matches(probe, one));
      const devices = new Set(labels.map((one) => labelKey(identityLabels(one)))).size;
      const { interval, last } = seenOf(series);
      return {
        probe,
        series,
        devices,
        restarts: labels.length - devices,
        interval,
        last: last ?? lastSeen.get(probe) ?? null,
      };
    }),
  };

  /** Raw samples up to now of each probe; those of the catalogue in one request. */
  async function latestSamples(
    wanted: readonly Probe[],
    window: number,
  ): Promise<Map<Probe, LabelledSamples[]>> {
    const specified = wanted.filter((probe) => probe.specified);
    const all = specified.length === 0
      ? joinSeries([])
      : (await client.query(`${anyOf(specified)}[${window / SECOND}s]`, { time: at, ...passed() }))
        .columns;
    const found = new Map<Probe, LabelledSamples[]>();
    for (const probe of wanted) {
      const own = probe.specified
        ? joinSeries([...eachSeries(all)].filter(({ labels }) => matches(probe, labels)))
        : (await client.samples(probe.selector, { start: at - window, end: at }, passed())).columns;
      found.set(probe, merged(own, probe.factor));
    }
    return found;
  }

  /** The last sample of each probe, to within a step. */
  async function lookBack(wanted: readonly Probe[]): Promise<Map<Probe, number>> {
    const range = { start: at - LONG_AGO, end: at, step: LONG_AGO_STEP };
    const found = new Map<Probe, number>();
    const expressions = wanted.filter((probe) => !probe.specified)
      .map((probe): [string, Probe[]] => [`count(${probe.name})`, [probe]]);
    const specified = wanted.filter((probe) => probe.specified);
    const [plain = [], matching = []] = [true, false].map((isPlain) =>
      specified.filter(({ selector }) => (selector.matchers.length === 0) === isPlain)
    );
    // A sample of a device that does not match is none of this household.
    const selected = [
      ...plain.length > 0 ? [anyOf(plain)] : [],
      ...matching.map(({ selector }) => formatSelector(selector)),
    ];
    if (selected.length > 0) {
      const counts = selected.map((one) => `count by (__name__) (${one})`);
      expressions.push([counts.join(" or on (__name__) "), specified]);
    }
    for (const [expression, probes] of expressions) {
      const { columns } = await client.queryRange(expression, range, passed());
      for (const { labels, time } of eachSeries(columns)) {
        const probe = labels["__name__"] === undefined
          ? probes[0]
          : probes.find(({ name }) => name === labels["__name__"]);
        if (probe && time.length > 0) found.set(probe, time.at(-1)!);
      }
    }
    return found;
  }

  function passed() {
    return signal ? { signal } : {};
  }
}

/**
 * Whether the last sample of a metric is too old to be current.
 *
 * @param at The present. [ms]
 */
export function isSilent(
  { last, interval }: Pick<Observation, "last" | "interval">,
  at: number,
): boolean {
  return last === null || at - last > Math.max(5 * MINUTE, 3 * (interval ?? 0));
}

/** Interval and time of the last samples. */
function seenOf(series: readonly LabelledSamples[]): Pick<Observation, "interval" | "last"> {
  const steps = series.map(usualStep).filter((step) => !Number.isNaN(step));
  return {
    interval: steps.length === 0 ? null : Math.min(...steps),
    last: series.length === 0 ? null : Math.max(...series.map(({ time }) => time.at(-1)!)),
  };
}

function anyOf(probes: readonly Probe[]): string {
  return `{__name__=~${quote(probes.map(({ name }) => name).join("|"))}}`;
}

function merged(columns: SeriesColumns, factor: number): LabelledSamples[] {
  return mergeRestarts(columns).filter(({ time }) => time.length > 0)
    .sort((a, b) => labelKey(a.labels) < labelKey(b.labels) ? -1 : 1)
    .map((series) =>
      factor === 1 ? series : { ...series, value: series.value.map((one) => one * factor) }
    );
}
