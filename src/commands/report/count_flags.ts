import { type Flag, FLAGS } from "../../catalogue.ts";
import { counted } from "../../terminal/counted.ts";
import type { EnergyTable } from "../../energy/table.ts";

/**
 * Flags in the order of the catalogue, each with the number of days that carry it; those that only
 * longer periods have, with the number of these.
 *
 * @param longer Longer periods of the same days, where they are shown too.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { countFlags } from "./count_flags.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(countFlags(none).length === 0);
 * ```
 */
export function countFlags(table: EnergyTable, longer: EnergyTable = table): [Flag, string][] {
  const days = { kind: table.days ? "day" : table.kind, rows: table.days ?? table.rows };
  return (Object.keys(FLAGS) as Flag[]).flatMap((flag): [Flag, string][] => {
    const [found] = [days, longer].flatMap(({ kind, rows }) => {
      const count = rows.filter((row) => row.flags.includes(flag)).length;
      return count > 0 ? [counted(count, kind)] : [];
    });
    return found === undefined ? [] : [[flag, found]];
  });
}
