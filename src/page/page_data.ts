/**
 * What a report as a page is made of.
 *
 * @module
 */

import type { Analysis } from "../energy/days.ts";
import type { PowerTable } from "../energy/power.ts";
import type { EnergyTable } from "../energy/table.ts";
import type { Household } from "../household.ts";

/** The days of a household and what stands behind them. */
export interface PageData {
  /** The table that is shown: days, or what they were rolled up to. */
  readonly table: EnergyTable;
  /** Its days. */
  readonly days: EnergyTable;
  /** The house. */
  readonly household: Household;
  /** What raw samples tell; `null` where the server computed the days. */
  readonly samples: PageSamples | null;
  /** When the page was made. [ms] */
  readonly made: number;
}

/** What only raw samples tell. */
export interface PageSamples {
  /** Gaps, repairs and error bands. */
  readonly analysis: Analysis;
  /** Mean power of all days. */
  readonly power: PowerTable;
  /** Days worth a closer look, in finer steps. */
  readonly closeUps: readonly CloseUp[];
}

/** One day in fine steps. */
export interface CloseUp {
  /** Why it is shown. */
  readonly reason: string;
  /** A power table of this one day. */
  readonly power: PowerTable;
}
