/**
 * The summary of a sync for the terminal.
 *
 * @module
 */

import pico from "picocolors";
import type { Wire } from "../../client/client.ts";
import { describeWire } from "../../client/wire_choice.ts";
import { type AlignedLine, alignedTable } from "../../terminal/aligned_table.ts";
import { counted, wrap } from "../../text.ts";
import { formatInstant } from "../../time.ts";
import type { ArchiveSize } from "../../archive/contents.ts";
import type { StoredMonth } from "../../archive/store_month.ts";

/** What the summary shows. */
export interface SyncSummary {
  readonly dir: string;
  readonly months: readonly StoredMonth[];
  /** Metrics that neither archive nor server has. */
  readonly absent?: readonly string[];
  readonly zone: string;
  /** How long it took. [ms] */
  readonly took: number;
  /** How the samples came; `null` if there were none to fetch. */
  readonly wire?: Wire | null;
  readonly size: ArchiveSize;
  readonly ended: boolean;
}

/** Options of {@linkcode summary}. */
export interface SummaryOptions {
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
}

const LABEL_WIDTH = 9;

/**
 * A table with a line per metric, and below it the size of the archive.
 *
 * @returns Text that ends with a line break.
 */
export function summary(sync: SyncSummary, options: SummaryOptions = {}): string {
  const { width = 100, colours = false } = options;
  const { dim } = pico.createColors(colours);
  const { dir, size: { metrics, files, bytes, first }, took, wire = null, absent = [], ended } =
    sync;
  const holds = `${counted(metrics, "metric")}, ${counted(files, "file")}, ${formatBytes(bytes)}`;
  const lines: [string, string][] = [
    ["Archive", `${dir}: ${first === null ? "empty" : `${holds}, since ${first}`}`],
    ["Took", `${(took / 1000).toFixed(1)} s${wire === null ? "" : `, ${describeWire(wire)}`}`],
  ];
  if (absent.length > 0) lines.push(["Absent", `${absent.join(", ")} (not on the server)`]);
  if (!ended) {
    lines.push(["Stopped", "everything listed is on disk; the next sync continues from there"]);
  }
  const text = lines.flatMap(([label, value]) =>
    wrap(value, width - LABEL_WIDTH).map((part, index) =>
      dim((index ? "" : label).padEnd(LABEL_WIDTH)) + part
    )
  );
  // Without months to list, every month is finished.
  const above = sync.months.length === 0 ? "Nothing new\n" : `${table(sync, options)}\n`;
  return `${above}\n${text.join("\n")}\n`;
}

function table({ months, zone }: SyncSummary, { colours = false }: SummaryOptions): string {
  const { bold, dim } = pico.createColors(colours);
  const metrics = [...Map.groupBy(months, ({ metric }) => metric)]
    .sort(([a], [b]) => a < b ? -1 : 1);
  const hasChanges = months.some(({ changed }) => changed > 0);
  const layout = [
    { width: 2 + Math.max(6, ...metrics.map(([metric]) => metric.length)), align: "left" as const },
    { width: 12 },
    ...(hasChanges ? [{ width: 10 }] : []),
    { width: 8 },
    { width: 10 },
    { width: 18 },
  ];
  const cells = (name: string, rows: readonly StoredMonth[], last: string) => {
    const written = rows.filter((row) => row.written !== null);
    return [
      name,
      count(sum(rows, ({ added }) => added)),
      ...(hasChanges ? [count(sum(rows, ({ changed }) => changed))] : []),
      count(written.length),
      formatBytes(sum(written, (row) => row.written!)),
      last,
    ];
  };
  const head = ["Metric", "New samples", ...(hasChanges ? ["Changed"] : []), "Files", "Written"];
  const rule = { across: dim("─".repeat(layout.reduce((total, { width }) => total + width, 0))) };
  const lines: AlignedLine[] = [[...head, "Last sample"].map(bold), rule];
  for (const [metric, rows] of metrics) lines.push(cells(metric, rows, lastOf(rows, zone)));
  if (metrics.length > 1) lines.push(rule, cells("Total", months, "").map(bold));
  return alignedTable(layout, lines);
}

/** Local time to the minute. */
function lastOf(rows: readonly StoredMonth[], zone: string): string {
  const last = Math.max(...rows.map(({ last }) => last ?? -Infinity));
  if (last === -Infinity) return "–";
  return formatInstant(last, zone).slice(0, 16).replace("T", " ");
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
