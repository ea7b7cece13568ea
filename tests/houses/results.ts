/**
 * What Wattbook computes for a month of a house, as text: the days in full, everything else as one line
 * per column. Numbers are rounded to six digits, so that the text is the same on every machine.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Analysis } from "../../src/energy/days.ts";
import { reconciledFrame, rollUpReconciled } from "../../src/energy/accuracy/bands.ts";
import { computeKpis } from "../../src/energy/kpis.ts";
import { powerFrame } from "../../src/energy/power.ts";
import { rollingRatios } from "../../src/energy/records.ts";
import { auditFrame } from "../../src/energy/repairs.ts";
import { stringProfile } from "../../src/energy/strings.ts";
import { energyFrame, rollUp } from "../../src/energy/table.ts";
import { durationCurve } from "../../src/frames/distribution.ts";
import type { Frame } from "../../src/frames/frame.ts";
import { byTimeOfDay, typicalDays } from "../../src/frames/time_of_day.ts";
import type { Household } from "../../src/household.ts";

/** Columns of the table that a person can read day by day. */
const SHOWN = [
  "date",
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "consumption_kwh",
  "complete",
  "flags",
] as const;

/** Options of {@linkcode resultsOf}. */
export interface ResultsOptions {
  /**
   * Whether the days are shown in full, which takes half of the text.
   *
   * @default {true}
   */
  readonly days?: boolean;
}

/** The results of a month. */
export function resultsOf(
  analysis: Analysis,
  household: Household,
  options: ResultsOptions = {},
): string {
  const { table, power: [quarters], reconciled, repairs, gaps } = analysis;
  const { devices } = table;
  const shownColumns = options.days === false ? [] : SHOWN;
  const days = [
    shownColumns.join(" "),
    ...table.rows.map((row) =>
      shownColumns.map((name) => shown(name === "flags" ? row.flags.join(";") || "-" : row[name]))
        .join(" ")
    ),
  ].filter(Boolean);
  const { figures, battery, strings, records } = computeKpis(table, {
    power: quarters!,
    household,
  });
  const matrix = byTimeOfDay({ time: quarters!.time, value: quarters!.load_w }, quarters!);
  return [
    ...days,
    ...linesOf("", energyFrame(table), [...shownColumns, "start", "end"]),
    ...linesOf("", reconciledFrame(reconciled, devices), ["date"]),
    ...linesOf("slot ", powerFrame(quarters!)),
    ...linesOf("repair ", auditFrame(repairs)),
    ...Object.entries({ ...figures, ...battery }).map(([name, kpi]) =>
      `kpi ${name} ${shown(kpi.value)} ${digestOf(kpi)}`
    ),
    ...Object.entries({
      "weeks": rollUp(table, "week").rows,
      "weeks by every method": rollUpReconciled(reconciled, "week"),
      "strings": strings,
      "string profile": stringProfile(quarters!),
      "records": records,
      "ratios of seven days": rollingRatios(table, { window: 7 }),
      "duration of the load": durationCurve(quarters!.load_w, 50),
      "typical load": typicalDays(matrix, "weekday"),
      "peaks": quarters!.rawPeaks,
      "daylight": quarters!.daylight,
      "estimates": reconciled.map(({ estimates, balanced }) => [estimates, balanced]),
      "calibrations": analysis.calibrations,
      "intervals": analysis.intervals,
      "gaps of the grid": gaps.grid,
      "gaps of the generation": gaps.generation,
      "gaps of devices": gaps.devices ?? {},
      "gaps of power": quarters!.gaps,
      "repairs": repairs,
    }).map(([name, value]) => `${name} ${digestOf(value)}`),
    ...analysis.contradictions.map(({ flag, holds }) => `${flag} ${digestOf(holds)}`),
    ...table.notices.map((notice) => `notice: ${notice}`),
  ].join("\n");
}

/** One line per column: the mean of what is known, and a digest of all values. */
function linesOf(prefix: string, frame: Frame, but: readonly string[] = []): string[] {
  return frame.columns.filter((column) => !but.includes(column)).map((column) => {
    const values: unknown[] = frame.getColumn(column).toArray();
    const known = values.filter((value) => typeof value === "number");
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return `${prefix}${column} ${known.length === 0 ? "-" : Number(mean.toPrecision(4))} ${
      digestOf(values)
    }`;
  });
}

/** A value as text. */
function shown(value: unknown): string {
  return typeof value === "number" ? String(rounded(value)) : String(value ?? "-");
}

/** A number with at most six digits, and at most six of them behind the point. Instants in milliseconds. */
function rounded(value: number): number {
  if (Math.abs(value) >= 1e9) return Math.round(value);
  return Number(Number(value.toPrecision(6)).toFixed(6)) + 0;
}

/** A few characters that differ if a value does. */
function digestOf(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, one) =>
      typeof one === "number"
        ? Number.isFinite(one) ? rounded(one) : String(one)
        : ArrayBuffer.isView(one)
        ? Array.from(one as Float64Array)
        : one,
  );
  return createHash("sha1").update(text).digest("hex").slice(0, 6);
}
