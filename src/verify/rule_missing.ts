import { MINUTE } from "../time.ts";
import { samplesIn } from "./dialects.ts";
import type { Evidence } from "./evidence.ts";
import type { DayWindow } from "../server_side/day_windows.ts";

/** A rule is evaluated once a minute or so; it may come this much later than the samples. [ms] */
const LATE = 5 * MINUTE;

/**
 * Whether a recording rule did not exist yet when a day began: the meter has samples of the day
 * before the rule's very first one. A rule has no past, and a sum over a part of the day would look
 * like the sum over all of it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isRuleMissing } from "./rule_missing.ts";
 * import { utcWindows } from "./windows.ts";
 *
 * const [day] = utcWindows("2025-06-01", "2025-06-01"), noon = day!.start + 12 * 3_600_000;
 * const meter = { time: Float64Array.of(day!.start, noon), value: Float64Array.of(1, 1) };
 * const rule = [{ time: Float64Array.of(noon), value: Float64Array.of(1) }];
 * assert(isRuleMissing({ meters: [[meter]], rule }, day!));
 * ```
 */
export function isRuleMissing(
  { meters, rule }: Pick<Evidence, "meters" | "rule">,
  { start, end }: DayWindow,
): boolean {
  const first = Math.min(...rule.map(({ time }) => time[0] ?? Infinity));
  return meters.flat().some((series) => {
    const { time } = samplesIn(series, { start, end: end - 1 }, true);
    return time.length > 0 && first > time[0]! + LATE;
  });
}
