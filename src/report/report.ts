import { dailyTable } from "../energy/daily.ts";
import { rollUp, totalRow } from "../energy/rollup.ts";
import type { EnergyTable } from "../energy/table.ts";
import { WattbookError } from "../errors.ts";
import { runCommand } from "./command.ts";
import type { Effects, Output } from "./effects.ts";
import { encode } from "./encode.ts";
import { parseReportOptions, type ReportOptions } from "./options.ts";
import { pickDays } from "./pick_days.ts";
import { pickSource } from "./pick_source.ts";
import { progressLine } from "./progress.ts";
import { provenance } from "./provenance.ts";
import { terminalTable } from "./terminal_table.ts";
import { openWhole } from "./whole_file.ts";

/** More days than this, and a person also wants the months at a glance. */
const MANY_DAYS = 62;

/**
 * The command `deno task report`: computes the energy table, writes it to a file and shows it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "./effects.ts";
 * import { report } from "./report.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * let text = "";
 * const stdout = { ...effects.stdout, write: async (part: string | Uint8Array) => void (text += part) };
 * assert(await report(["--help"], { ...effects, stdout }) === 0);
 * assert(text.includes("--from <day>"));
 * ```
 */
export async function report(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseReportOptions(args), effects, (options) => run(options, effects));
}

async function run(options: ReportOptions, effects: Effects): Promise<void> {
  const { out, format, quiet } = options;
  if (out === "-") {
    const table = await compute(options, effects);
    await effects.stdout.write(await encode(table, format));
    if (!quiet) await show(table, effects, effects.stderr);
    return;
  }
  await using file = await openWhole(out);
  const table = await compute(options, effects);
  await file.commit(await encode(table, format));
  if (quiet) return;
  await show(table, effects, effects.stdout);
  await effects.stdout.write(`\nWrote ${out} (${table.rows.length} ${table.kind}s)\n`);
}

async function compute(options: ReportOptions, effects: Effects): Promise<EnergyTable> {
  const { stderr, signal, settings } = effects;
  await using picked = await pickSource({ ...options, signal }, settings);
  const { source, household } = picked;
  const { includeToday, quiet } = options, now = effects.now();
  const { from, to, ...picks } = await pickDays(source, household.zone, { ...options, now });
  const notices = [...picks.notices];
  await using progress = progressLine(stderr, { now: effects.now, silent: quiet });
  const { onProgress } = progress;
  const days = await dailyTable(source, household, {
    from,
    to,
    includeToday,
    now,
    signal,
    onProgress,
  });
  signal.throwIfAborted();
  if (days.rows.length > 0 && days.rows.every(({ flags }) => flags.includes("no_data"))) {
    notices.push("No samples at all; check METER_AIN_REGEX and the roles of the household file");
  }
  const table = rollUp({ ...days, notices: [...notices, ...days.notices] }, options.period);
  if (table.rows.length > 0) return table;
  throw new WattbookError("NO_DATA", `No day from ${from} to ${to} is over`, {
    hint: "Choose days of the past; --include-today adds the running day.",
  });
}

async function show(table: EnergyTable, { stderr }: Effects, output: Output): Promise<void> {
  const { colours, columns: width } = output;
  const draw = (one: EnergyTable) => terminalTable(one, { total: totalRow(one), width, colours });
  const parts = [draw(table)];
  if (table.kind === "day" && table.rows.length > MANY_DAYS) {
    parts.push(draw(rollUp(table, "month")));
  }
  parts.push(provenance(table, { width, colours }));
  await output.write(parts.join("\n"));
  for (const notice of table.notices) await stderr.write(`notice: ${notice}\n`);
}
