import { WattbookError } from "../src/errors.ts";
import { replaceFile } from "../../src/files.ts";

/**
 * Writes a file completely or not at all; it is on the disk when this returns. If several processes
 * write it, one of them wins.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const hint = "Check the disk and the permissions of its folder.";
  await writing(`'${path}'`, hint, () => replaceFile(path, content));
}

/** Takes a step that writes to `what`. If it fails, that is an error with a hint. */
export async function writing<T>(
  what: string,
  hint: string,
  step: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write ${what}: ${reason}`, { hint, cause });
  }
}
