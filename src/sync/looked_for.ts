import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openWhole } from "../files.ts";
import { formatSelector } from "../selector.ts";
import type { WantedMetric } from "./wanted_metrics.ts";

/** The file in which an archive remembers what was looked for. */
const STATE_FILE = ".sync.json";

/**
 * The selectors that a sync which came to its end has looked for in all the past. What of them is not
 * in the archive was not on the server either: so there is no need to look for it again and again.
 *
 * @returns None if there is no such memory, or it cannot be read: then everything is looked for.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLookedFor } from "./looked_for.ts";
 *
 * assert((await readLookedFor("no/such/archive")).size === 0);
 * ```
 */
export async function readLookedFor(dir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(dir, STATE_FILE), "utf8").catch(() => "{}");
  try {
    const { looked_for: selectors } = JSON.parse(text) as { looked_for?: unknown };
    return new Set(Array.isArray(selectors) ? selectors : []);
  } catch {
    return new Set();
  }
}

/**
 * Remembers what was looked for.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selector } from "../selector.ts";
 * import { readLookedFor, writeLookedFor } from "./looked_for.ts";
 *
 * const dir = await Deno.makeTempDir();
 * await writeLookedFor(dir, [{ metric: "up", selectors: [selector("up")] }]);
 * assert((await readLookedFor(dir)).has("up"));
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function writeLookedFor(dir: string, wanted: readonly WantedMetric[]): Promise<void> {
  const looked_for = wanted.flatMap(({ selectors }) => selectors).map(formatSelector);
  await using file = await openWhole(join(dir, STATE_FILE));
  await file.commit(`${JSON.stringify({ looked_for }, null, 2)}\n`);
}
