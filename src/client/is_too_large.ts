/**
 * Failures that a smaller request may avoid.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";

/**
 * Whether a request may succeed when it asks for a shorter range.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { WattbookError } from "../errors.ts";
 * import { isTooLarge } from "./is_too_large.ts";
 *
 * assert(isTooLarge(new WattbookError("TOO_MANY_SAMPLES", "Too many", { hint: "" })));
 * ```
 */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof WattbookError)) return false;
  // A server or proxy that says "timeout" is well; one that does not answer at all may be not.
  if (error.code === "TIMEOUT") return error.status !== undefined;
  return ["TOO_MANY_POINTS", "TOO_MANY_SAMPLES", "RANGE_TOO_LONG"].includes(error.code);
}
