import { counted } from "../../terminal/counted.ts";
import { addDays } from "../../time.ts";
import type { Comparison } from "../../verify/compare.ts";

const QUANTITIES = { yield: "PV yield", import: "Grid import", export: "Export" } as const;
const DAYS = { local: "local days", utc: "the server's 1d steps (UTC)" } as const;

/**
 * What was compared, in words.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatInWords } from "./words.ts";
 *
 * assert.equal(formatInWords({ quantity: "yield", days: "local" }), "PV yield on local days");
 * ```
 */
export function formatInWords({ quantity, days }: Pick<Comparison, "quantity" | "days">): string {
  return `${QUANTITIES[quantity]} on ${DAYS[days]}`;
}

/**
 * Days in words, those that follow one another as a range.
 *
 * @param days Ascending.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { daysInWords } from "./words.ts";
 *
 * const text = daysInWords(["2025-02-27", "2025-02-28", "2025-03-01", "2025-03-09"]);
 * assert.equal(text, "2025-02-27 to 2025-03-01, 2025-03-09 (4 days)");
 * ```
 */
export function daysInWords(days: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && addDays(range.last, 1) === day) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  const texts = ranges.map(({ first, last }) => first === last ? first : `${first} to ${last}`);
  return `${texts.join(", ")} (${counted(days.length, "day")})`;
}
