import { counted } from "../../text.ts";
import { addDays } from "../../time.ts";
import type { Comparison } from "../../verify/compare.ts";

const QUANTITIES = { yield: "PV yield", import: "Grid import", export: "Export" } as const;
const DAYS = { local: "local days", utc: "the server's 1d steps (UTC)" } as const;

/**
 * What was compared, in words.
 */
export function formatInWords({ quantity, days }: Pick<Comparison, "quantity" | "days">): string {
  return `${QUANTITIES[quantity]} on ${DAYS[days]}`;
}

/**
 * Days in words, those that follow one another as a range.
 *
 * @param days Ascending.
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
