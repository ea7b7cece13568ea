import { HOUR, MINUTE, SECOND } from "../../time.ts";

const UNITS: readonly [name: string, length: number][] = [
  ["s", SECOND],
  ["min", MINUTE],
  ["h", HOUR],
  ["days", 24 * HOUR],
];

/**
 * A stretch of time in the unit in which people would say it.
 *
 * @param span Length. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatSpan } from "./format_span.ts";
 *
 * assert.equal(formatSpan(34_000), "34 s");
 * assert.equal(formatSpan(90 * 60_000), "90 min");
 * assert.equal(formatSpan(50 * 3_600_000), "50 h");
 * assert.equal(formatSpan(72 * 3_600_000), "3 days");
 * ```
 */
export function formatSpan(span: number): string {
  // A unit is left when there are enough of the next one to lose nothing that matters.
  const [name, length] =
    UNITS.findLast(([name, length]) => span >= (name === "days" ? 3 : 2) * length) ?? UNITS[0]!;
  return `${Math.round(span / length)} ${name}`;
}
