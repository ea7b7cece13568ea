import type { PastOptions } from "../options.ts";

/** The command line of `deno task whatif tariff`, checked. */
export interface WhatIfTariffOptions extends PastOptions {
  /** Tariff files; the others are compared with the first one. */
  readonly tariffs: readonly string[];
  /** SVG file of the picture. */
  readonly plot?: string;
  /** Whether standard output is JSON. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
}
