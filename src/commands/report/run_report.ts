import { type EnergyTable, rollUp, totalRow } from "../../energy/table.ts";
import { computeReport } from "./compute_report.ts";
import { counted } from "../../text.ts";
import type { Output } from "../../effects.ts";
import type { Effects } from "../../terminal/command.ts";
import { encode } from "./encode.ts";
import { gapsCsv } from "../../tables/csv_json.ts";
import type { ReportOptions } from "./options.ts";
import { provenance } from "./provenance.ts";
import { terminalTable } from "./terminal_table.ts";
import { openWhole, type WholeFile } from "../../files.ts";

/** With more days than this, the months stand below them, and the total below the months. */
const MANY_DAYS = 62;

/**
 * Computes the energy table, writes it to a file or to standard output, and shows it.
 *
 * @throws {WattbookError} Whatever source, household and file have to complain about.
 */
export async function runReport(options: ReportOptions, effects: Effects): Promise<void> {
  const { out, gaps: gapsFile, format, quiet } = options;
  const { stdout, stderr } = effects;
  // Opened first: whoever waits for a long pull wants to know that its result can be kept.
  await using file = await openOutput(out, stdout);
  await using gapsOutput = gapsFile === undefined ? null : await openOutput(gapsFile, stdout);
  const report = await computeReport(options, effects);
  const { table, gaps } = report;
  await file.commit(await encode(report, format));
  await gapsOutput?.commit(gapsCsv(gaps, table.zone));
  if (quiet) return;
  const reader = out === "-" || gapsFile === "-" ? stderr : stdout;
  await show(table, { reader, stderr });
  const gapCount = counted(gaps.grid.length + gaps.generation.length, "gap");
  const written = [
    ...out === "-" ? [] : [`Wrote ${out} (${counted(table.rows.length, table.kind)})`],
    ...gapsFile === undefined || gapsFile === "-" ? [] : [`Wrote ${gapsFile} (${gapCount})`],
  ];
  if (written.length > 0) await reader.write(`\n${written.join("\n")}\n`);
}

/** A file, or standard output for `-`. */
async function openOutput(path: string, stdout: Output): Promise<WholeFile> {
  if (path !== "-") return await openWhole(path);
  return {
    commit: (content) => stdout.write(content),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function show(
  table: EnergyTable,
  { reader, stderr }: { reader: Output; stderr: Output },
): Promise<void> {
  const { colours, columns: width } = reader;
  const row = totalRow(table);
  const complete = table.rows.filter((row) => row.complete).length;
  const total = row && { row, note: `${complete} of ${counted(table.rows.length, table.kind)}` };
  const isLong = table.kind === "day" && table.rows.length > MANY_DAYS;
  const longer = isLong ? rollUp(table, "month") : table;
  const parts = isLong
    ? [
      terminalTable(table, { width, colours }),
      terminalTable(longer, { total, width, colours }),
    ]
    : [terminalTable(table, { total, width, colours })];
  await reader.write([...parts, provenance(table, { width, colours, longer })].join("\n"));
  for (const notice of table.notices) await stderr.write(`notice: ${notice}\n`);
}
