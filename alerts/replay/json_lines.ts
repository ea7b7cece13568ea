import type { z } from "zod";
import { isMissing } from "../../src/files.ts";
import { readText } from "../src/effects.ts";
import { type ErrorCode, WattbookError } from "../src/errors.ts";

export type Complaint = (message: string, cause?: unknown) => WattbookError;

/** Errors of one code, which are put right in the same way. */
export function complaint(code: ErrorCode, hint: string): Complaint {
  return (message, cause) => new WattbookError(code, message, { hint, cause });
}

/** Reads JSON lines of one form, with their places for errors. */
export async function readJsonLines<T>(
  file: string,
  form: z.ZodType<T>,
  { what, bad }: { readonly what: string; readonly bad: Complaint },
) {
  const text = await textOf(file, bad, `Cannot read the ${what}s`);
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = `${file}:${index + 1}`;
    let written: unknown;
    try {
      written = JSON.parse(line);
    } catch (cause) {
      throw bad(`${place}: it is no JSON`, cause);
    }
    const parsed = form.safeParse(written);
    if (parsed.success) return [{ value: parsed.data, place }];
    const { path, message } = parsed.error.issues[0]!;
    throw bad(`${place}: it is no ${what}: ${path.join(".") || "it"}: ${message}`);
  });
}

/** Reads a file. Errors begin with `problem`. */
export async function textOf(
  file: string,
  bad: Complaint,
  problem = "Cannot read",
): Promise<string> {
  try {
    return await readText(file);
  } catch (cause) {
    throw bad(`${problem} '${file}': ${isMissing(cause) ? "there is none" : cause}`, cause);
  }
}
