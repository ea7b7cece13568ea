/**
 * Instants and durations as the API reads them.
 *
 * @module
 */

import { SECOND } from "../time.ts";

/**
 * Milliseconds as decimal seconds, exactly.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatSeconds } from "./format_seconds.ts";
 *
 * assert(formatSeconds(1_735_689_600_050) === "1735689600.05");
 * ```
 */
export function formatSeconds(milliseconds: number): string {
  return String(milliseconds / SECOND);
}

/**
 * A duration as PromQL reads it, in the largest unit of those that have a fixed length.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatDuration } from "./format_seconds.ts";
 *
 * assert(formatDuration(86_400_000) === "1d" && formatDuration(82_800_000) === "82800s");
 * ```
 */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === 86_400 * SECOND) return "1d";
  if (milliseconds % SECOND === 0) return `${milliseconds / SECOND}s`;
  return `${milliseconds}ms`;
}
