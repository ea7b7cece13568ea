/** Where the WebAssembly part of the library looks for a file that it carries within itself. */
const PLACE = "__dirname";

/**
 * Loads the SSH library, at the first use.
 *
 * Its WebAssembly part asks for `__dirname`, although it needs no file. In a bundle nobody answers:
 * so the name is there while it is loaded, and gone again afterwards.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSsh2 } from "./load_ssh2.ts";
 *
 * const { Client } = await loadSsh2();
 * assert.equal(typeof new Client().connect, "function");
 * assert.equal(Object.hasOwn(globalThis, "__dirname"), false);
 * ```
 */
export async function loadSsh2(): Promise<typeof import("ssh2")> {
  const isMissing = !Object.hasOwn(globalThis, PLACE);
  if (isMissing) Object.defineProperty(globalThis, PLACE, { value: "", configurable: true });
  try {
    return await import("ssh2");
  } finally {
    if (isMissing) Reflect.deleteProperty(globalThis, PLACE);
  }
}
