import { openWhole } from "../../files.ts";
import { openHousehold } from "../../house/open_household.ts";
import type { BatteryWhatIf, BatteryWhatIfPlots } from "../../house/what_if.ts";
import { saveFigure } from "../../plots/save_figure.ts";
import type { Effects } from "../../terminal/command.ts";
import { progressLine } from "../../terminal/progress.ts";
import { csvText } from "../../text.ts";
import type { WhatIfBatteryOptions } from "./battery_options.ts";
import { batteryTables } from "./battery_tables.ts";
import { writeNotices } from "../../terminal/labelled.ts";

const PLOTS: readonly (keyof BatteryWhatIfPlots)[] = ["gain", "day", "full"];

/** Computes what batteries would have changed, and shows it. */
export async function runWhatIfBattery(
  options: WhatIfBatteryOptions,
  effects: Effects,
): Promise<void> {
  const { stdout, stderr, signal, settings, now } = effects;
  const { source, household, zone, json, out, plots, quiet } = options;
  // Opened first, so that a file that cannot be written fails before a long pull.
  await using file = out === undefined ? null : await openWhole(out);
  const result = await compute();
  await file?.commit(csvText(rowsOf(result)));
  const written = out === undefined ? [] : [`Wrote ${out} (${result.batteries.length} rows)`];
  for (const name of plots === undefined ? [] : PLOTS) {
    const path = `${plots}/${name}.svg`;
    await saveFigure(await result.plot(name), path);
    written.push(`Wrote ${path}`);
  }
  if (json) await stdout.write(`${JSON.stringify(jsonOf(result), null, 2)}\n`);
  if (quiet) return;
  const { columns: width, colours } = stdout;
  if (!json) await stdout.write(batteryTables(result, options, { width, colours }));
  await writeNotices(result.notices, stderr);
  if (written.length > 0) await (json ? stderr : stdout).write(`\n${written.join("\n")}\n`);

  async function compute(): Promise<BatteryWhatIf> {
    await using home = await openHousehold(
      { ...source, household, zone, signal },
      { settings, now, asFlags: true, warn: () => {} },
    );
    await using progress = progressLine(stderr, { now, silent: quiet });
    const { battery, tariffs, from, to, step, optimum, payback } = options;
    return await home.whatIf({
      ...{ battery, tariffs, from, to, step, optimum, payback, signal },
      onProgress: progress.onProgress,
    });
  }
}

/** The rows of the frame, as text; money and energies with three decimals. */
function rowsOf(result: BatteryWhatIf): string[][] {
  const { frame } = result;
  const cell = (value: unknown) =>
    value === null ? "" : typeof value === "number" ? String(Number(value.toFixed(4))) : `${value}`;
  return [
    frame.columns,
    ...Array.from({ length: frame.height }, (_, row) => frame.row(row).map(cell)),
  ];
}

/** Everything, for programs. Unknown numbers are `null`. */
function jsonOf(result: BatteryWhatIf) {
  const { span, zone, currency, without, batteries, worthIt, notices } = result;
  return { span, zone, currency, without, batteries, worth_it: worthIt, notices };
}
