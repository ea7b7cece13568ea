import { WattbookError } from "../src/errors.ts";
import { replaceFile } from "../../src/files.ts";

/**
 * Writes a file completely or not at all; it is on the disk when this returns. If several processes
 * write it, one of them wins.
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
