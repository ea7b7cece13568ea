import { isWattbookError } from "../../errors.ts";
import type { Finding } from "../../terminal/check.ts";

/**
 * The finding for an error that stands in the way.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { WattbookError } from "../../errors.ts";
 * import { failure } from "./failure.ts";
 *
 * const refused = new WattbookError("CONNECTION_REFUSED", "Nobody is there", { hint: "Start it." });
 * assert(failure(refused).advice === "Start it.");
 * ```
 */
export function failure(error: unknown): Finding {
  if (isWattbookError(error)) {
    return { status: "failure", found: error.message, advice: error.hint };
  }
  const [line] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return {
    status: "failure",
    found: `this was not foreseen: ${line}`,
    advice: "Report it with the command and the version of the server.",
  };
}
