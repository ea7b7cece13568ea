import type { SourceOption } from "../options.ts";

/** The command line of `deno task whatif tariff`, checked. */
export interface WhatIfTariffOptions {
  /** Tariff files; the others are compared with the first one. */
  readonly tariffs: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
  readonly source?: SourceOption;
  readonly household?: string;
  /** SVG file of the picture. */
  readonly plot?: string;
  /** Whether standard output is JSON. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
}
