import { WattbookError } from "../src/errors.ts";
import { replaceFile } from "../../src/files.ts";

/**
 * Writes a file that appears whole or not at all, and is on the disk when this returns. Several
 * processes may write the same one at once: one of them wins.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await replaceFile(path, content);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write '${path}': ${reason}`, {
      hint: "Check the disk and the permissions of its folder.",
      cause,
    });
  }
}
