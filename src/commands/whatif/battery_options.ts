/**
 * The command line of `deno task whatif battery`, checked.
 *
 * @module
 */

import type { BatteryOptions } from "../../house/pull_what_if.ts";
import type { PaybackOptions } from "../../money/payback.ts";
import type { PastOptions } from "../options.ts";

/** The command line of `deno task whatif battery`, checked. */
export interface WhatIfBatteryOptions extends PastOptions {
  readonly battery: BatteryOptions & {
    readonly kwh: readonly number[];
    readonly kw: readonly number[];
  };
  /** Tariff files. Default: the tariff of the house. */
  readonly tariffs?: readonly string[] | undefined;
  /** Cadence, such as `15m`. Default: the meter's. */
  readonly step?: string | undefined;
  /** Whether the best use is computed. */
  readonly optimum: boolean;
  /** What is assumed of a purchase. */
  readonly payback?: PaybackOptions | undefined;
  /** Whether standard output is JSON. */
  readonly json: boolean;
  /** CSV file of the rows. */
  readonly out?: string | undefined;
  /** Folder for the pictures. */
  readonly plots?: string | undefined;
  readonly quiet: boolean;
  readonly debug: boolean;
}
