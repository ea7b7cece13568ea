/**
 * A JSON file that a person wrote.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ErrorCode, WattbookError } from "./errors.ts";
import { isFolder, isMissing } from "./files.ts";
import { shown } from "./text.ts";

/** What messages say about a file. */
export interface JsonFileKind {
  /** Code of its errors. */
  readonly code: ErrorCode;
  /** What the file describes, such as `tariff`. */
  readonly what: string;
  /** The page that explains it. */
  readonly page: string;
}

const SPREADSHEET = /\.(xlsx?|ods|numbers)$/i;

/**
 * Reads a JSON file that a person wrote.
 *
 * @throws {WattbookError} The kind's code if the file cannot be read or is not JSON.
 */
export async function readJsonFile(
  file: string,
  { code, what, page }: JsonFileKind,
  readTextFile: (path: string) => Promise<string> = (path) => readFile(path, "utf8"),
): Promise<unknown> {
  const failure = (why: string, hint: string, cause: unknown) =>
    new WattbookError(code, `The ${what} file '${file}' ${why}`, { hint, cause });
  try {
    return JSON.parse(await readTextFile(file));
  } catch (cause) {
    if (isMissing(cause)) {
      throw failure("does not exist", `Check the name of the ${what} file.`, cause);
    }
    if (isFolder(cause)) {
      throw failure(
        "is a folder",
        `Name a file in it, such as ${join(file, `${what}.json`)}.`,
        cause,
      );
    }
    if (!(cause instanceof SyntaxError)) {
      const why = `cannot be read: ${(cause as Error).message}`;
      throw failure(why, `Check the name of the ${what} file.`, cause);
    }
    if (SPREADSHEET.test(file)) {
      const hint = `Write the ${what} as a JSON file; ${page} shows how.`;
      throw failure("is a spreadsheet, not JSON", hint, undefined);
    }
    // The parser quotes the file, which may be binary.
    const hint = "Correct the file; an editor that knows JSON shows the place.";
    throw failure(`is not JSON: ${shown(cause.message, 200)}`, hint, undefined);
  }
}
