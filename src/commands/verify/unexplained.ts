import { WattbookError } from "../../errors.ts";
import type { ComparedDay, Comparison, Verification } from "../../verify/compare.ts";
import { formatInWords } from "./words.ts";

/** What rounding in a server may leave. [kWh] */
const ROUNDING = 0.001;

/**
 * Whether a difference is left that no reason explains.
 */
export function isUnexplained({ rest }: ComparedDay): boolean {
  return rest !== null && !(Math.abs(rest) <= ROUNDING);
}

/**
 * Refuses a verification that leaves something unexplained.
 *
 * @throws {WattbookError} `UNEXPLAINED_DIFFERENCE` that names each energy and its worst day.
 */
export function refuseUnexplained({ comparisons }: Verification): void {
  const found = comparisons.flatMap(worst);
  if (found.length === 0) return;
  throw new WattbookError("UNEXPLAINED_DIFFERENCE", `Not explained: ${found.join("; ")}`, {
    hint: "Look at the raw series of that day: a second meter, an edited rule, deleted samples. " +
      "The column Rest shows every such day.",
  });
}

function worst(comparison: Comparison): string[] {
  const days = comparison.rows.filter(isUnexplained)
    .toSorted((a, b) => Math.abs(b.rest!) - Math.abs(a.rest!));
  const first = days[0];
  if (!first) return [];
  const wh = Math.round(1000 * first.rest!);
  const more = days.length > 1 ? ` and ${days.length - 1} more` : "";
  return [`${formatInWords(comparison)} on ${first.day} (${wh} Wh)${more}`];
}
