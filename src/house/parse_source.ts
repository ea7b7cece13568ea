import { InvalidArgumentError } from "commander";
import type { SourceChoice } from "./pick_source.ts";

/**
 * Reads the value of `--source`.
 *
 * @throws {InvalidArgumentError} If it is none of the forms.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSource } from "./parse_source.ts";
 *
 * assert.deepEqual(parseSource("archive:house"), { kind: "archive", folder: "house" });
 * assert.deepEqual(parseSource("archive:house+server"), { kind: "joined", folder: "house" });
 * ```
 */
export function parseSource(text: string): SourceChoice {
  if (text === "demo" || text === "server") return { kind: text };
  const [, folder, joined] = /^archive:(.+?)(\+server)?$/s.exec(text) ?? [];
  if (folder !== undefined) return { kind: joined ? "joined" : "archive", folder };
  throw new InvalidArgumentError("Allowed are demo, server, archive:DIR and archive:DIR+server.");
}
