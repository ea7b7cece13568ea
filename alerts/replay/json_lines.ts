import type { z } from "zod";
import { isMissing } from "../../src/files.ts";
import { readText } from "../src/effects.ts";
import { type ErrorCode, WattbookError } from "../src/errors.ts";

export type Complaint = (message: string, cause?: unknown) => WattbookError;

/** Errors of one code, which are put right in the same way. */
export function complaint(code: ErrorCode, hint: string): Complaint {
  return (message, cause) => new WattbookError(code, message, { hint, cause });
}

/** Reads JSON lines of one form, raw and parsed, with their places for errors. */
export async function readJsonLines<T>(
  file: string,
  form: z.ZodType<T>,
  { what, bad, read = readText }: {
    readonly what: string;
    readonly bad: Complaint;
    readonly read?: ((file: string) => Promise<string>) | undefined;
  },
) {
  const text = await readOr(
    file,
    read,
    (reason, cause) => bad(`Cannot read the ${what}s '${file}': ${reason}`, cause),
  );
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
    if (parsed.success) return [{ written, value: parsed.data, place }];
    const { path, message } = parsed.error.issues[0]!;
    throw bad(`${place}: it is no ${what}: ${path.join(".") || "it"}: ${message}`);
  });
}

/** Reads a file, or throws an error with the reason. */
export async function readOr(
  file: string,
  read: (file: string) => Promise<string>,
  bad: Complaint,
): Promise<string> {
  try {
    return await read(file);
  } catch (cause) {
    throw bad(isMissing(cause) ? "there is none" : String(cause), cause);
  }
}
