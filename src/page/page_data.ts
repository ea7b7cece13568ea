/**
 * The data of a page.
 *
 * @module
 */

import type { Analysis } from "../energy/days.ts";
import { powerOfDays, type PowerSlots, type PowerTable } from "../energy/power.ts";
import { dayRecords } from "../energy/records.ts";
import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import type { Household } from "../household.ts";
import type { MoneyTable } from "../money/money_table.ts";
import type { MoneyDay } from "../money/settle.ts";
import { MINUTE } from "../time.ts";

/** The days of a household and the data behind them. */
export interface PageData {
  /** The table to show: days, or longer periods. */
  readonly table: EnergyTable;
  /** Its days. */
  readonly days: EnergyTable;
  /** What the periods of the table cost and earned; `null` without a tariff. @default {null} */
  readonly money?: MoneyTable | null;
  /**
   * Days of the months that the last one is compared with, where the table lacks them.
   *
   * @default {none}
   */
  readonly earlier?: {
    readonly rows: readonly EnergyRow[];
    readonly money: readonly MoneyDay[];
  };
  /** The house. */
  readonly household: Household;
  /** Results of raw samples; `null` if the server computed the days. */
  readonly samples: PageSamples | null;
  /** When the page was made. [ms] */
  readonly made: number;
  /** What an assistant gets that asks about these days. @default {none} */
  readonly assistant?: AssistantExample;
}

/** A call of the MCP server and its answer. */
export interface AssistantExample {
  /** Name of the tool and its arguments. */
  readonly call: string;
  /** What it answers. */
  readonly answer: object;
}

/** Results that need raw samples. */
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

/** Up to this many days are all shown one by one. */
const FEW_DAYS = 2;

/** The power tables that a page is made from: of all days, and for a closer look. */
export const PAGE_POWER: readonly PowerSlots[] = [{ step: 15 * MINUTE }, { step: 5 * MINUTE }];

/**
 * Picks what a page shows besides the daily table: the power of all days, and close-ups in steps of
 * five minutes. Close-ups are all days of a short range, or the sunniest and the dullest day.
 *
 * @param analysis Days with the power of {@linkcode PAGE_POWER}.
 * @returns `null` if there are no days.
 */
export function pageSamples(analysis: Analysis): PageSamples | null {
  const [power, fine] = analysis.power;
  if (!power || !fine || analysis.table.rows.length === 0) return null;
  const closeUps = daysToLookAt(analysis.table).map(({ date, reason }) => (
    { reason, power: { ...powerOfDays(fine, date, date), strings: [] } }
  ));
  return { analysis, power, closeUps };
}

function daysToLookAt(table: EnergyTable): { date: string; reason: string }[] {
  if (table.rows.length <= FEW_DAYS) {
    return table.rows.map(({ date }) => ({ date, reason: "" }));
  }
  const records = dayRecords(table);
  const picked =
    (["yield", "consumption", "import"] as const).map((name) =>
      records.filter(({ column, value }) => column === `${name}_kwh` && value > 0)
        .map(({ date, kind }) => ({ date, reason: `The day with the ${kind} ${name}` }))
    ).find((days) => days.length > 0) ?? [];
  return picked.filter(({ date }, i) => picked.findIndex((one) => one.date === date) === i);
}
