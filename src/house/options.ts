/**
 * What can be asked of a household, and how.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { Config } from "../config.ts";
import type { Source } from "../energy/signals/source.ts";
import type { Household } from "../household.ts";
import type { BillFile } from "../money/bill.ts";
import type { TariffFile } from "../money/tariff_file.ts";
import type { Moment } from "./check_options.ts";

/** What answers expressions: a connected server, or the recorded answers of the demo's. */
export type ExpressionServer = Pick<Client, "description" | "query" | "queryRange" | "samples">;

/** A tariff: the path of its file, or its content. */
export type TariffOption = string | TariffFile;

/** Options of whatever takes a while. */
export interface PullOptions {
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each finished part. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The options of a pull among others; those that were not given are left out. */
export function pullOf({ signal, onProgress }: PullOptions): {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
} {
  return { ...signal && { signal }, ...onProgress && { onProgress } };
}

/** In what slots the mean power is taken. */
export interface SlotOptions {
  /** Length of a slot, such as `15m`, or milliseconds. @default {"15m"} */
  readonly step?: string | number | undefined;
  /** Share of a slot that samples must cover. [0–1] @default {0.8} */
  readonly minCoverage?: number | undefined;
}

/** Which days, and how they are computed. */
export interface DaysOptions extends PullOptions {
  /** First local day. @default {the archive's first whole day; of a server the 30th last} */
  readonly from?: string | undefined;
  /** Last local day, inclusive. @default {the last complete day} */
  readonly to?: string | undefined;
  /** Whether the running day is a row too. @default {false} */
  readonly includeToday?: boolean | undefined;
  /** Whether faults of counters and of power samples are repaired. @default {true} */
  readonly repair?: boolean | undefined;
  /** Share of a day that samples must cover for its export to be complete. [0–1] @default {0.998} */
  readonly completeCoverage?: number | undefined;
  /**
   * Whether the power of the strings is pulled too, for the detail and for the power.
   * @default {whether there is a power}
   */
  readonly strings?: boolean | undefined;
  /**
   * Mean power of the same days from the same samples, with this step; of several steps
   * `days.power` has the first. @default {none}
   */
  readonly power?: string | number | SlotOptions | readonly (string | SlotOptions)[] | undefined;
  /**
   * What the energy costs and earns: the path of a tariff file, its content, or `true` for the tariff
   * of the house, if it has one. `days.money` then has the amounts. @default {false}
   */
  readonly tariff?: TariffOption | boolean | undefined;
  /** Who computes: Wattbook from raw samples, or the server. @default {"raw"} */
  readonly compute?: "raw" | "server" | undefined;
}

/** Which days, and at which prices. */
export interface MoneyOptions
  extends Pick<DaysOptions, "from" | "to" | "includeToday" | "repair">, PullOptions {
  /** The path of a tariff file, or its content. @default {that of the house} */
  readonly tariff?: TariffOption | undefined;
}

/** Which days, and at the prices of which tariffs. */
export interface CompareTariffsOptions
  extends Pick<DaysOptions, "from" | "to" | "includeToday" | "repair">, PullOptions {
  /**
   * Paths of tariff files, or their content; the first one is what the others are compared with. A
   * single one is compared with the tariff of the house.
   */
  readonly tariffs: readonly TariffOption[];
}

/** Which bill. */
export interface CheckBillOptions extends PullOptions {
  /** The path of a bill file, or its content. */
  readonly bill: string | BillFile;
}

/** Which days, and in what slots. */
export interface PowerOptions extends PullOptions, SlotOptions {
  /** First local day. @default {as for days} */
  readonly from?: string | undefined;
  /** Last local day, inclusive. @default {as for days} */
  readonly to?: string | undefined;
  /** Whether the running day counts too. @default {false} */
  readonly includeToday?: boolean | undefined;
}

/** When an expression is evaluated: at one moment, or step by step. */
export interface QueryOptions extends PullOptions {
  /** The moment. @default {the server's present} */
  readonly at?: Moment | undefined;
  /** The first step. */
  readonly from?: Moment | undefined;
  /** No step is after this; a day counts up to its end. */
  readonly to?: Moment | undefined;
  /** Distance of the steps, such as `15m`, or milliseconds. */
  readonly step?: string | number | undefined;
}

/** Which samples. */
export interface SamplesOptions extends PullOptions {
  /** The first moment. */
  readonly from: Moment;
  /** The last moment; a day counts up to its end. */
  readonly to: Moment;
}

/** What a Home is made of. */
export interface HomeParts {
  /** The house. */
  readonly household: Household;
  /** Its samples. */
  readonly source: Source;
  /** Path of the house's own tariff file. @default {null: it has none} */
  readonly tariff?: string | null;
  /** The connected server; `null` without one. */
  readonly client: Client | null;
  /** Its settings. */
  readonly config: Config;
  /** What answers expressions. */
  readonly server: () => Promise<ExpressionServer>;
  /** Whether it is the demo household. */
  readonly isDemo: boolean;
  /** What each result has to say. */
  readonly notices: readonly string[];
  /** The clock. */
  readonly now: () => number;
  /** Whether messages name options as a command line spells them. */
  readonly asFlags: boolean;
  /** Closes the connection. */
  readonly close: () => Promise<void>;
}
