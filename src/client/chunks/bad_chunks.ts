/**
 * The error for an answer of remote read that is not one.
 *
 * @module
 */

import { WattbookError } from "../../errors.ts";

/** The error, with what is wrong. */
export function badChunks(why: string): WattbookError {
  return new WattbookError("BAD_ANSWER", `The answer of remote read cannot be read: ${why}`, {
    hint: 'Use --wire json, or the option wire: "json", to fetch the samples as JSON.',
  });
}
