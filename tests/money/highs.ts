/**
 * The solver HiGHS, compiled to WebAssembly.
 *
 * @module
 */

import * as module from "highs";
import type { LegacyHighs } from "highs";

/** The loaded solver. */
export type Highs = LegacyHighs;

/** Loads it. The package is CommonJS, whose only export is this function. */
export const HIGHS = (): Promise<Highs> =>
  (module as unknown as { default: () => Promise<Highs> }).default();
