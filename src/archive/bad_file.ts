import { WattbookError } from "../errors.ts";

/**
 * The error about a file of an archive that cannot be used.
 *
 * @param what What is wrong with it, as the rest of a sentence.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { badFile } from "./bad_file.ts";
 *
 * const error = badFile("a/data.parquet", "is damaged");
 * assert(error.code === "BAD_ARCHIVE" && error.message === "'a/data.parquet' is damaged");
 * ```
 */
export function badFile(file: string, what: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_ARCHIVE", `'${file}' ${what}`, {
    hint: "Move the file away and sync again: that month is read anew while the server has it. " +
      "Or restore the file from where it came from.",
    cause,
  });
}
