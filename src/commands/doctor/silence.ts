import { sunUp } from "../../frames/sun_up.ts";
import type { Household } from "../../household.ts";
import { HOUR, MINUTE, type TimeRange } from "../../time.ts";
import { formatSpan } from "../../text.ts";
import type { Observation, Survey } from "./survey.ts";

/** Why an inverter is silent. `asleep` is normal. */
export interface Silence {
  /** `doubtful` if it is uncertain. */
  readonly verdict: "asleep" | "doubtful" | "broken";
  /** The reason for the verdict. */
  readonly why: string;
}

/** Below this elevation of the sun, inverters stay asleep. [°] */
const WAKING = 3;
/** An inverter may sleep through this much daylight in the morning and in the evening. [ms] */
const DROWSY = 90 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Judges the silence of an inverter's series: by the sun if coordinates are known, else by the logger
 * and by whether it was silent at this time yesterday.
 *
 * @param observation Its last sample is some minutes old or older.
 * @param context The survey that it is from, and where the house stands.
 */
export function judgeSilence(
  { last, series }: Pick<Observation, "last" | "series">,
  { survey, household }: {
    readonly survey: Pick<Survey, "at" | "observations">;
    readonly household: Pick<Household, "latitude" | "longitude">;
  },
): Silence {
  const { at } = survey;
  if (last === null) return { verdict: "broken", why: "no sample within 60 days" };
  const { latitude, longitude } = household;
  if (latitude !== undefined && longitude !== undefined) {
    const sun = { latitude, longitude, elevation: WAKING };
    const light = lengthOf(sunUp({ start: last, end: at }, sun));
    // Dusk counts: shortly before sunset the night has not begun, but the inverter may sleep.
    const isNightNear = lengthOf(sunUp({ start: last, end: at + DROWSY }, sun)) <
      at + DROWSY - last;
    return isNightNear && light <= DROWSY
      ? { verdict: "asleep", why: "the sun is down or low" }
      : { verdict: "broken", why: `${formatSpan(light)} of daylight have passed since` };
  }
  if (loggerOnline(survey) === true) {
    return { verdict: "broken", why: "the logger answers" };
  }
  if (at - last > 26 * HOUR) {
    return {
      verdict: "broken",
      why: "too long for a night (estimated without coordinates)",
    };
  }
  const wasAwake = series.some(({ time }) =>
    time.some((one) => Math.abs(one - (at - DAY)) < 15 * MINUTE)
  );
  return wasAwake
    ? { verdict: "doubtful", why: "it was awake at this time yesterday" }
    : { verdict: "asleep", why: "it was silent at this time yesterday, too" };
}

/**
 * Whether the inverter's logger answers now, `null` if unknown.
 */
export function loggerOnline(
  { at, observations }: Pick<Survey, "at" | "observations">,
): boolean | null {
  const logger = observations.filter(({ probe }) => probe.role === "logger_online");
  const recent = logger.flatMap(({ series }) => series)
    .filter(({ time }) => at - time.at(-1)! <= 5 * MINUTE);
  return recent.length === 0 ? null : recent.some(({ value }) => value.at(-1) === 1);
}

function lengthOf(stretches: readonly TimeRange[]): number {
  return stretches.reduce((sum, { start, end }) => sum + end - start, 0);
}
