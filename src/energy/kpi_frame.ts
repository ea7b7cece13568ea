/**
 * Key figures for people.
 *
 * @module
 */

import pl from "nodejs-polars";
import { KPIS } from "../catalogue.ts";
import type { Frame } from "../frames/frame.ts";
import { formatInstant } from "../time.ts";
import type { Kpis } from "./kpis.ts";

/**
 * Key figures as a frame, for a notebook.
 *
 * @param zone Zone in which the times of peaks are written.
 * @returns Columns `kpi`, `value`, `unit`, `when` (local time or day, empty where there is none),
 * `basis`; then the strings and the records in the same columns.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { kpiFrame } from "./kpi_frame.ts";
 * import { computeKpis } from "./kpis.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(kpiFrame(computeKpis(none), "UTC").row(0)[0] === "self_consumption_rate");
 * ```
 */
export function kpiFrame(kpis: Kpis, zone: string): Frame {
  const rows = [
    ...KPIS.map(({ name, unit }) => {
      const { value, time, basis } = kpis.figures[name];
      return { kpi: name, value, unit, when: time === undefined ? "" : local(time, zone), basis };
    }),
    ...kpis.strings.map(({ name, share, dc_kwh }) => (
      {
        kpi: `share_${name}`,
        value: share,
        unit: "0–1",
        when: "",
        basis: `${dc_kwh.toFixed(1)} kWh DC`,
      }
    )),
    ...kpis.records.map(({ column, kind, date, value }) => ({
      kpi: `${kind}_${column}`,
      value,
      unit: column === "autarky" ? "0–1" : "kWh",
      when: date,
      basis: "complete days",
    })),
  ];
  const texts = (name: "kpi" | "unit" | "when" | "basis") =>
    pl.Series(name, rows.map((row) => row[name]), pl.String);
  return pl.DataFrame([
    texts("kpi"),
    pl.Series("value", rows.map(({ value }) => value), pl.Float64),
    texts("unit"),
    texts("when"),
    texts("basis"),
  ]);
}

function local(time: number, zone: string): string {
  return formatInstant(Math.round(time / 1000) * 1000, zone);
}
