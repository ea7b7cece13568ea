import type { Analysis } from "../../energy/analysis.ts";
import { formatInstant, hoursOf } from "../../time.ts";
import { csvText } from "./csv_text.ts";

/**
 * Writes the gaps in the samples as CSV, in the order of their start: whose they are (`grid` or
 * `generation`), from when until when (ISO 8601 with the zone's offset), how many hours, their class
 * and what proves it. Nights are gaps too.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapsCsv } from "./gaps_csv.ts";
 *
 * const gap = { start: 0, end: 5_400_000, class: "unknown" as const, evidence: "no counter tells" };
 * const csv = gapsCsv({ grid: [gap], generation: [] }, "UTC");
 * assert(csv.endsWith("grid,1970-01-01T00:00:00Z,1970-01-01T01:30:00Z,1.50,unknown,no counter tells\r\n"));
 * ```
 */
export function gapsCsv({ grid, generation }: Analysis["gaps"], zone: string): string {
  const gaps = [
    ...grid.map((gap) => ({ signal: "grid", gap })),
    ...generation.map((gap) => ({ signal: "generation", gap })),
  ].sort((a, b) => a.gap.start - b.gap.start);
  return csvText([
    ["signal", "start", "end", "hours", "class", "evidence"],
    ...gaps.map(({ signal, gap }) => [
      signal,
      formatInstant(gap.start, zone),
      formatInstant(gap.end, zone),
      hoursOf(gap).toFixed(2),
      gap.class,
      gap.evidence,
    ]),
  ]);
}
