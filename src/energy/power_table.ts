/**
 * The power table: mean power per slot of the day, for profiles, peaks and pictures.
 *
 * @module
 */

import pl from "nodejs-polars";
import { WattbookError } from "../errors.ts";
import type { Gap } from "../frames/gaps.ts";
import type { Frame } from "../frames/polars.ts";
import type { Household } from "../household.ts";
import { localDays, MINUTE, type Period, periodLabel, type TimeRange } from "../time.ts";
import { joinPower, type PowerPart } from "./join_power.ts";
import type { Peak } from "./peaks.ts";
import { pullPower } from "./pull_power.ts";
import type { Source, SourceOptions } from "./source.ts";

/** Names of the powers in a power table. */
export type PowerColumn = "grid_w" | "import_w" | "export_w" | "generation_w" | "load_w";

/** Mean power of one string per slot. */
export interface StringPower {
  /** Value of the label `string`. */
  readonly name: string;
  /** DC power, NaN where it is not known. [W] */
  readonly power_w: Float64Array;
}

/**
 * Mean power per slot. Slots tile each local day from its midnight, so a day of 25 hours has 100
 * quarter-hours. It is made of power samples only: energy that a counter caught up on after a gap
 * (flag `recovered`) belongs to the day, but nobody knows when in the day it flowed. Power samples
 * that cannot be true are left out, as they are of the daily table.
 */
export interface PowerTable extends Readonly<Record<PowerColumn, Float64Array>> {
  /** IANA zone of the days. */
  readonly zone: string;
  /** Length of a slot. [ms] */
  readonly step: number;
  /** The local days, ascending. */
  readonly days: readonly Period[];
  /** Start of each slot, ascending. [ms] */
  readonly time: Float64Array;
  /** Strings that ever gave power. */
  readonly strings: readonly StringPower[];
  /** The greatest raw samples; `null` without any. */
  readonly rawPeaks: { readonly import: Peak | null; readonly export: Peak | null };
  /** Ascending stretches of daylight. */
  readonly daylight: readonly TimeRange[];
  /** Gaps in the grid power and in the generation power. */
  readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
  /** Where the samples came from, for people. */
  readonly source: string;
  /** What the source had to say. */
  readonly notices: readonly string[];
}

/** Which days, and in what slots. */
export interface PowerTableOptions extends SourceOptions {
  /** First local day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last local day, inclusive. */
  readonly to: string;
  /**
   * Length of a slot. [ms]
   *
   * @default {900_000}
   */
  readonly step?: number;
  /**
   * Share of a slot that samples must cover. [0–1]
   *
   * @default {0.8}
   */
  readonly minCoverage?: number;
  /**
   * Whether the power of the strings is pulled too.
   *
   * @default {true}
   */
  readonly strings?: boolean;
  /**
   * The present. [ms]
   *
   * @default {Date.now()}
   */
  readonly now?: number;
}

/**
 * Computes the mean power per slot: grid power (positive import, negative export), its two
 * directions clipped per raw sample, generation (zero in proven nights), load = grid + generation,
 * and the strings. The samples of one month at a time are in memory.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE` (also for a step that is not between a second and a
 * day), `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { powerTable } from "./power_table.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-10-26",
 *   to: "2025-10-26",
 * });
 * assert(power.time.length === 100 && Number.isNaN(power.load_w[0]));
 * ```
 */
export async function powerTable(
  source: Source,
  household: Household,
  options: PowerTableOptions,
): Promise<PowerTable> {
  const { from, to, step = 15 * MINUTE, now = Date.now(), signal, onProgress } = options;
  if (!(step >= 1000 && step <= 86_400_000)) {
    throw new WattbookError("BAD_RANGE", `A slot of ${step} ms is not between a second and a day`, {
      hint: "Give the step in milliseconds: 900_000 is a quarter of an hour.",
    });
  }
  const days = localDays(from, to, household.zone);
  const months = [...Map.groupBy(days, ({ label }) => periodLabel(label, "month")).values()];
  const parts: PowerPart[] = [];
  for (const [index, month] of months.entries()) {
    parts.push(
      await pullPower(source, household, month, {
        ...options,
        step,
        now,
        ...(signal && { signal }),
        onProgress: (done, total) => onProgress?.(index + done / total, months.length),
      }),
    );
    onProgress?.(index + 1, months.length);
  }
  return { zone: household.zone, step, days, source: source.description, ...joinPower(parts) };
}

/**
 * A power table as a frame.
 *
 * @returns Columns `time` (UTC, start of the slot), `grid_w`, `import_w`, `export_w`,
 * `generation_w`, `load_w`, and one per string (`pv1_w`); unknown values are `null`. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { powerFrame, powerTable } from "./power_table.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 * });
 * assert(powerFrame(power).height === 96 && powerFrame(power).columns[5] === "load_w");
 * ```
 */
export function powerFrame(power: PowerTable): Frame {
  const column = (name: string, values: Float64Array) => pl.Series(name, values);
  const names = [...POWERS, ...power.strings.map(({ name }) => `${name}_w`)];
  return pl.DataFrame([
    column("time", power.time).cast(pl.Datetime("ms", "UTC")),
    ...POWERS.map((name) => column(name, power[name])),
    ...power.strings.map(({ name, power_w }) => column(`${name}_w`, power_w)),
  ]).withColumns(...names.map((name) => pl.col(name).fillNan(null)));
}

const POWERS = ["grid_w", "import_w", "export_w", "generation_w", "load_w"] as const;
