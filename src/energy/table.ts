/**
 * The energy table: one row per local period, each number with how it was obtained.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Frame } from "../frames/frame.ts";
import type { Flag } from "../catalogue.ts";
import type { PeriodKind } from "../time.ts";
import type { Reconciled } from "./reconciled.ts";

/** One period. The fields are the columns of the daily table; `null` is unknown. */
export interface EnergyRow extends Energies, Ratios {
  /** Local day, ISO week, month or year. */
  readonly date: string;
  /** First instant of the period. [ms] */
  readonly start: number;
  /** First instant after the period. [ms] */
  readonly end: number;
  /** Real length of the period. [h] */
  readonly hours: number;
  /** Share of the period with grid power samples. [0–1] */
  readonly coverage_grid: number | null;
  /** Share of the daylight with inverter samples; `null` without daylight. [0–1] */
  readonly coverage_pv: number | null;
  /** Whether every energy is known and nothing is missing. */
  readonly complete: boolean;
  /** How import, export and yield were obtained, e.g. `import:counter export:integral yield:day_counter`. */
  readonly method: string;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** Rows of one kind of period, with where they came from. */
export interface EnergyTable {
  /** Kind of the periods. */
  readonly kind: PeriodKind;
  /** IANA zone of the periods. */
  readonly zone: string;
  /** Where the samples came from, for people. */
  readonly source: string;
  /** Ascending, without gap or overlap. */
  readonly rows: readonly EnergyRow[];
  /** Warnings of the source and remarks on the whole table. */
  readonly notices: readonly string[];
  /**
   * Whether faults of counters and of power samples were repaired.
   *
   * @default {true}
   */
  readonly isRepaired?: boolean;
  /** The days that longer periods were rolled up from. */
  readonly days?: readonly EnergyRow[];
  /** Each row by every way that there is to its energies, if asked for. */
  readonly detail?: readonly Reconciled[];
}

/** Energies of a period from which the rest follows. `null` is unknown. [kWh] */
export interface Energies {
  /** Energy drawn from the grid. [kWh] */
  readonly import_kwh: number | null;
  /** Energy fed into the grid. [kWh] */
  readonly export_kwh: number | null;
  /** PV yield, AC side. [kWh] */
  readonly yield_kwh: number | null;
  /** PV energy used in the house. [kWh] */
  readonly self_consumed_kwh: number | null;
  /** Energy used in the house. [kWh] */
  readonly consumption_kwh: number | null;
}

/** The two ratios of a period. `null` is unknown. [0–1] */
export interface Ratios {
  /** 1 − import ÷ consumption. */
  readonly autarky: number | null;
  /** Self-consumed ÷ yield. */
  readonly self_consumption_rate: number | null;
}

/**
 * Autarky and self-consumption rate of a period, from its energies. Ratios of a longer period come
 * from its summed energies, never from the ratios of its days.
 *
 * Autarky = 1 − import ÷ consumption; self-consumption rate = self-consumed ÷ yield. Both are the
 * usual definitions of the HTW Berlin calculator and of Home Assistant's gauges for a house without
 * a battery.
 *
 * @param energies Energies of the period. [kWh]
 * @returns Ratios; `null` where an energy is unknown or the divisor is zero.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { ratiosOf } from "./table.ts";
 *
 * const ratios = ratiosOf({
 *   import_kwh: 2, export_kwh: 6, yield_kwh: 8, self_consumed_kwh: 2, consumption_kwh: 4,
 * });
 * assert(ratios.autarky === 0.5 && ratios.self_consumption_rate === 0.25);
 * ```
 */
export function ratiosOf(energies: Energies): Ratios {
  const { import_kwh, consumption_kwh, self_consumed_kwh, yield_kwh } = energies;
  return {
    autarky: import_kwh === null || !consumption_kwh ? null : 1 - import_kwh / consumption_kwh,
    self_consumption_rate: self_consumed_kwh === null || !yield_kwh
      ? null
      : self_consumed_kwh / yield_kwh,
  };
}

/**
 * The table as a frame, with the columns of the catalogue in their order.
 *
 * @returns `start` and `end` in UTC; `flags` separated by `;`; unknown values are `null`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { energyFrame } from "./table.ts";
 *
 * const empty = energyFrame({ kind: "day", zone: "UTC", source: "none", rows: [], notices: [] });
 * assert(empty.height === 0 && empty.columns[4] === "import_kwh");
 * ```
 */
export function energyFrame(table: EnergyTable): Frame {
  const { rows } = table;
  const texts = (name: string, of: (row: EnergyRow) => string) =>
    pl.Series(name, rows.map(of), pl.String);
  const numbers = (name: keyof EnergyRow) =>
    pl.Series(name, rows.map((row) => row[name] as number | null), pl.Float64);
  const instants = (name: "start" | "end") =>
    pl.Series(name, Float64Array.from(rows, (row) => row[name])).cast(pl.Datetime("ms", "UTC"));
  return pl.DataFrame([
    texts("date", (row) => row.date),
    instants("start"),
    instants("end"),
    numbers("hours"),
    numbers("import_kwh"),
    numbers("export_kwh"),
    numbers("yield_kwh"),
    numbers("self_consumed_kwh"),
    numbers("consumption_kwh"),
    numbers("autarky"),
    numbers("self_consumption_rate"),
    numbers("coverage_grid"),
    numbers("coverage_pv"),
    pl.Series("complete", rows.map((row) => row.complete), pl.Bool),
    texts("method", (row) => row.method),
    texts("flags", (row) => row.flags.join(";")),
  ]);
}
