import pico from "picocolors";
import { FLAGS } from "../../catalogue.ts";
import type { EnergyTable } from "../../energy/table.ts";
import { localDay } from "../../time.ts";
import { counted, wrap } from "../../text.ts";
import { countFlags } from "../../tables/notes.ts";

/** Options of {@linkcode provenance}. */
export interface ProvenanceOptions {
  /**
   * Width of the terminal in characters.
   *
   * @default {100}
   */
  readonly width?: number;
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
  /** Longer periods of the same days, where they are shown too. */
  readonly longer?: EnergyTable;
}

/**
 * The lines under a table: where the data came from, in which zone, which period, how much of it is
 * complete, whether repairs were off, and what the flags in it mean.
 *
 * @returns Text that ends with a line break.
 */
export function provenance(table: EnergyTable, options: ProvenanceOptions = {}): string {
  const { width = 100, colours = false, longer = table } = options;
  const { dim } = pico.createColors(colours);
  const lines: [string, string][] = [["Source", table.source], ["Zone", table.zone]];
  const first = table.rows[0], last = table.rows.at(-1);
  if (first && last) {
    const complete = table.rows.filter((row) => row.complete).length;
    const periods = first === last ? first.date : `${first.date} to ${last.date}`;
    const of = `${complete} of ${counted(table.rows.length, table.kind)} complete`;
    lines.push([
      "Period",
      `${periods}, ${of}${complete < table.rows.length ? " (others: *)" : ""}`,
    ]);
  }
  const cut = cutPeriods(longer);
  if (cut !== "") lines.push(["Cut", cut]);
  if (table.isRepaired === false) {
    lines.push(["Repairs", "off: each fall of a counter is a reset, each leap is energy"]);
  }
  const flags = countFlags(table, longer);
  const flagWidth = Math.max(...flags.map(([flag]) => flag.length));
  const countWidth = Math.max(...flags.map(([, count]) => count.length));
  flags.forEach(([flag, count], index) => {
    const start = `${flag.padEnd(flagWidth)}  ${count.padStart(countWidth)}`;
    lines.push([index ? "" : "Flags", `${start}  ${FLAGS[flag]}`]);
  });
  const text = lines.flatMap(([label, value]) =>
    wrap(value, width - 10).map((part, index) =>
      dim((index ? "" : label).padEnd(8)) + (index ? `  ${part}` : part)
    )
  );
  return `${text.join("\n")}\n`;
}

/** Which days of a period are in it, where the range holds only a part of it. */
function cutPeriods({ rows, zone }: EnergyTable): string {
  return rows.filter(({ flags }) => flags.includes("period_cut")).map(({ date, start, end }) => {
    const first = localDay(start, zone), last = localDay(end - 1, zone);
    return `${date} holds ${first === last ? first : `${first} to ${last}`} only`;
  }).join("; ");
}
