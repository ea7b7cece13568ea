/**
 * What a person may give: known options, steps, and points in time.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import { addDays, checkDay, HOUR, MINUTE, offsetAt, SECOND, startOfDay } from "../time.ts";

/**
 * A point in time: a local day (`2025-06-01`), a local time (`2025-06-01T13:15`), a time with an
 * offset (`2025-06-01T11:15Z`), a `Date`, or Unix time in milliseconds.
 */
export type Moment = string | number | Date;

/**
 * Refuses options that a method does not have: a slip of the pen would otherwise pass unnoticed.
 *
 * @param method Its name, for the message.
 * @param known Names of its options.
 * @throws {WattbookError} `BAD_OPTION`
 */
export function checkOptions(method: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new WattbookError("BAD_OPTION", `${method} has no option '${unknown}'`, {
    hint: `Its options are ${known.join(", ")}.`,
  });
}

/** An option as a command line spells it: `minCharge` is `--min-charge`. */
export function asFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The `known` name that was given. */
export function checkName<Name extends string>(
  what: string,
  name: string,
  known: readonly Name[],
): Name {
  if ((known as readonly string[]).includes(name)) return name as Name;
  throw new WattbookError("BAD_OPTION", `There is no ${what} '${name}'`, {
    hint: `Choose one of ${known.join(", ")}.`,
  });
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: 24 * HOUR,
};

/**
 * Reads a step such as `15m` or `1h30m`, in the units of PromQL from milliseconds to days.
 *
 * @param step The text, or milliseconds.
 * @returns Length. [ms]
 * @throws {WattbookError} `BAD_STEP`
 */
export function parseStep(step: string | number): number {
  const parts = typeof step === "string" && /^(\d+(ms|[smhd]))+$/.test(step)
    ? step.matchAll(/(\d+)(ms|[smhd])/g)
    : [];
  const length = typeof step === "number"
    ? step
    : [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
  if (Number.isSafeInteger(length) && length > 0) return length;
  throw new WattbookError("BAD_STEP", `'${step}' is not a step`, {
    hint: "Write a number and a unit, such as 30s, 15m, 1h or 1d, or give whole milliseconds.",
  });
}

/**
 * Reads a point in time. A local time that occurs twice, because the clocks are put back, means the
 * first; one that is skipped moves forward by what was skipped.
 *
 * @param zone Zone of local days and times.
 * @param end Whether a day stands for its end: its last millisecond instead of its first.
 * @returns Unix time. [ms]
 * @throws {WattbookError} `BAD_DAY`, `BAD_TIME`
 */
export function parseMoment(moment: Moment, zone: string, end = false): number {
  const instant = typeof moment === "string" ? readMoment(moment, zone, end) : Number(moment);
  if (Number.isSafeInteger(instant)) return instant;
  throw new WattbookError("BAD_TIME", `'${moment}' is not a point in time`, {
    hint: "Write 2025-06-01, 2025-06-01T13:15 (local) or 2025-06-01T11:15Z, or give a Date.",
  });
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function readMoment(text: string, zone: string, end: boolean): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const day = checkDay(text);
    return end ? startOfDay(addDays(day, 1), zone) - 1 : startOfDay(day, zone);
  }
  const iso = text.replace(" ", "T");
  if (WITH_OFFSET.test(text)) return Date.parse(iso);
  if (!LOCAL_TIME.test(text)) return NaN;
  checkDay(text.slice(0, 10));
  const wall = Date.parse(`${iso}Z`);
  // Zones change their offset at most once within two days.
  const [before, after] = [wall - 24 * HOUR, wall + 24 * HOUR].map((at) =>
    wall - offsetAt(at, zone)
  );
  const found = [before!, after!].filter((at) => at + offsetAt(at, zone) === wall);
  return found.length === 0 ? before! : Math.min(...found);
}

/**
 * Two points in time as a range.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_TIME`, `BAD_RANGE` if it ends before it starts.
 */
export function parseRange(
  { from, to }: { readonly from: Moment; readonly to: Moment },
  zone: string,
): { start: number; end: number } {
  const start = parseMoment(from, zone), end = parseMoment(to, zone, true);
  if (start <= end) return { start, end };
  throw new WattbookError("BAD_RANGE", `The range ends (${to}) before it begins (${from})`, {
    hint: "Both ends belong to the range; give the earlier one first.",
  });
}
