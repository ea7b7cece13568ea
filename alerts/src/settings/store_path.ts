import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";

/**
 * `STORE_PATH` alone, for commands that need no other setting.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { storePathOf } from "./store_path.ts";
 *
 * assert.equal(storePathOf(new Map([["STORE_PATH", "/data/analyzer.db"]])), "/data/analyzer.db");
 * assert.equal(storePathOf(new Map()), undefined);
 * ```
 */
export function storePathOf(env: Environment = environment): string | undefined {
  return env.get("STORE_PATH")?.trim() || undefined;
}
