import { bisect } from "../../../src/bisect.ts";
import type { Facts } from "./facts.ts";

/** A unit in all its spellings. */
interface Unit {
  readonly forms: string;
  /** What one unit may be in the case, which uses bytes, seconds and shares. */
  readonly factors: readonly number[];
  /** Only for units of time. [s] */
  readonly seconds?: number;
}

const UNITS: readonly Unit[] = [
  { forms: "%|percent|prozent", factors: [1, 0.01] },
  { forms: "ki?b|ki", factors: [1, 1e3, 2 ** 10] },
  { forms: "mi?b|mi", factors: [1, 1e3, 2 ** 10, 1e6, 2 ** 20] },
  { forms: "gi?b|gi", factors: [1, 1e6, 2 ** 20, 1e9, 2 ** 30] },
  { forms: "ti?b|ti", factors: [1, 1e9, 2 ** 30, 1e12, 2 ** 40] },
  { forms: "ms|milliseconds?|millicores?", factors: [1, 1e-3] },
  { forms: "s|sec|seconds?|sekunden", factors: [1, 1e3], seconds: 1 },
  { forms: "m|mins?|minutes?|minuten", factors: [1, 60], seconds: 60 },
  { forms: "h|hours?|stunden", factors: [1, 3600], seconds: 3600 },
  { forms: "d|days?|tage", factors: [1, 86_400], seconds: 86_400 },
  {
    forms:
      "bytes?|restarts?|times|mal|cores?|cpus?|replicas?|connections?|req/s|requests?|errors?|" +
      "inodes?|w|kw|kwh|v|°c|c|hz|[mg]bit",
    factors: [1],
  },
];

/** Tolerance for lengths of time, wider after words such as "about". */
const ROUGHLY = 0.02, VAGUELY = 0.2;
const VAGUE =
  "~|≈|about |around |over |nearly |almost |roughly |more than |less than |at least |some ";

const MEASURED = new RegExp(
  `(?<![\\p{L}\\d.,#-])(${VAGUE})?(\\d+)(?:[.,](\\d+))?\\s?(${
    UNITS.map(({ forms }) => forms).join("|")
  })(?![\\p{L}\\d])`,
  "gu",
);
const WHOLE_UNITS = UNITS.map((unit) => ({ ...unit, form: new RegExp(`^(?:${unit.forms})$`) }));

function isNear(values: Float64Array, value: number, reach: number): boolean {
  const at = bisect(-1, values.length, (at) => values[at]! >= value - reach);
  return at < values.length && values[at]! <= value + reach;
}

export function measuresIn(folded: string): RegExpExecArray[] {
  return [...folded.matchAll(MEASURED)];
}

export function isMeasured(
  [, vague, whole, fraction = "", name]: RegExpExecArray,
  facts: Pick<Facts, "numbers" | "spans">,
): boolean {
  const unit = WHOLE_UNITS.find(({ form }) => form.test(name!))!;
  const value = Number(`${whole}.${fraction}`);
  // A whole number may be rounded; a decimal may also be cut off.
  const reach = fraction === "" ? 0.5 : 10 ** -fraction.length;
  const { factors, seconds = 0 } = unit;
  return factors.some((factor) => isNear(facts.numbers, value * factor, reach * factor)) ||
    (seconds > 0 &&
      isNear(
        facts.spans,
        value * seconds,
        seconds * Math.max(reach, (vague ? VAGUELY : ROUGHLY) * value),
      ));
}
