/**
 * Tells whether there is a file at a path.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isFile } from "./is_file.ts";
 *
 * assert(!await isFile("no/such/file"));
 * ```
 */
export async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
