import { type Probe, probesOf } from "../../../src/commands/doctor/probes.ts";
import type { Client, InstantResult, RangeResult } from "../../../src/client/client.ts";
import { joinSeries, type LabelledSamples, type Labels } from "../../../src/columns.ts";
import type {
  Check,
  Facts,
  Outcome,
  Surroundings,
} from "../../../src/commands/doctor/run_checks.ts";
import type { Finding } from "../../../src/terminal/findings.ts";
import type { Observation, Survey } from "../../../src/commands/doctor/survey.ts";
import { defaultHousehold, type Household } from "../../../src/household.ts";
import { MINUTE } from "../../../src/time.ts";

/** Noon of a day in summer, in UTC and in Berlin two hours later. */
export const NOW = Date.parse("2025-06-15T12:00:00Z");

/** The specification's house in the middle of Germany. */
export const house: Household = {
  ...defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: "12(-1)?" }),
  latitude: 51,
  longitude: 10,
};

/** A series with a sample each minute, the last one 30 s before `end`. */
export function minutely(
  labels: Labels,
  values: readonly number[],
  end: number = NOW,
): LabelledSamples {
  const last = end - MINUTE / 2;
  const time = values.map((_, index) => last - (values.length - 1 - index) * MINUTE);
  return { labels, time: Float64Array.from(time), value: Float64Array.from(values) };
}

/** Which answers a fake server gives; what is not given is empty. */
export interface Answers {
  /** To instant queries. */
  readonly query?: (expression: string) => readonly LabelledSamples[];
  /** To range queries. */
  readonly queryRange?: (expression: string) => readonly LabelledSamples[];
  /** Raw samples. */
  readonly samples?: readonly LabelledSamples[];
  /** Label sets of the last week. */
  readonly listed?: readonly Labels[];
}

/** A client that answers from memory and remembers what it was asked. */
export function fakeClient(answers: Answers): Client & { readonly asked: string[] } {
  const asked: string[] = [];
  const answer = (series: readonly LabelledSamples[] = []): Promise<InstantResult & RangeResult> =>
    Promise.resolve({
      columns: joinSeries(series),
      notices: [],
      requests: 1,
      resultType: "matrix",
    });
  return {
    asked,
    query(expression: string) {
      asked.push(expression);
      return answer(answers.query?.(expression));
    },
    queryRange(expression: string) {
      asked.push(expression);
      return answer(answers.queryRange?.(expression));
    },
    samples: () => answer(answers.samples),
    series: () => Promise.resolve({ items: answers.listed ?? [], notices: [] }),
  } as Partial<Client> as Client & { asked: string[] };
}

/** Surroundings that touch nothing. */
export function surroundings(changes: Partial<Surroundings> = {}): Surroundings {
  return {
    settings: () => ({ route: null }),
    now: () => NOW,
    closeLater: () => {},
    signal: new AbortController().signal,
    ...changes,
  };
}

/** What a check finds and gives. */
export async function outcomeOf(
  check: Check,
  facts: Partial<Facts>,
  changes: Partial<Surroundings> = {},
): Promise<Outcome> {
  return await check.run(
    { household: house, zone: house.zone, serverTime: () => NOW, ...facts } as Facts,
    surroundings(changes),
  );
}

/** The only finding of a check. */
export async function findingOf(check: Check, facts: Partial<Facts>): Promise<Finding> {
  const { findings } = await outcomeOf(check, facts);
  if (findings.length !== 1) throw new Error(`${findings.length} findings instead of one`);
  return findings[0]!;
}

/** A survey that knows some metrics; the others were never seen. */
export function surveyOf(
  known: Readonly<Record<string, Partial<Observation>>>,
  { listed = [], household = house }: { listed?: readonly Labels[]; household?: Household } = {},
): Survey {
  const observe = (probe: Probe): Observation => {
    const series = known[probe.name]?.series ?? [];
    return {
      probe,
      series,
      devices: series.length,
      restarts: 0,
      interval: MINUTE,
      last: series.length === 0 ? null : Math.max(...series.map(({ time }) => time.at(-1)!)),
      ...known[probe.name],
    };
  };
  return { at: NOW, listed, observations: probesOf(household).map(observe) };
}
