import { basename, dirname, join } from "node:path";
import { WattbookError } from "../../src/errors.ts";

/**
 * Writes a file that appears whole or not at all, and is on the disk when this returns. Several
 * processes may write the same one at once: one of them wins.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeWhole } from "./write_whole.ts";
 *
 * const folder = await Deno.makeTempDir();
 * await writeWhole(`${folder}/a.json`, "{}");
 * assert.equal(await Deno.readTextFile(`${folder}/a.json`), "{}");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.partial`);
  try {
    {
      using file = await Deno.open(partial, { write: true, createNew: true });
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
      // Without this a crash of the machine could leave the new name with empty content.
      await file.sync();
    }
    await Deno.rename(partial, path);
  } catch (cause) {
    await Deno.remove(partial).catch(() => {});
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write '${path}': ${reason}`, {
      hint: "Check the disk and the permissions of its folder.",
      cause,
    });
  }
}
