import { contentHash } from "../../src/content_hash.ts";
import type { RecordedRequest } from "./recording.ts";

/**
 * The key of a request: SHA-256 of all of it in canonical JSON (RFC 8785), so that nothing that
 * shapes an answer can change without another key, and the order of fields does not count.
 *
 * @returns 64 hexadecimal digits.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { keyOf } from "./key_of.ts";
 *
 * const request = {
 *   v: 1, kind: "analysis", provider: "aggregator", endpoint: "https://llm.example/v1", body: "{}",
 *   sample: 0,
 * } as const;
 * assert.match(keyOf(request), /^[0-9a-f]{64}$/);
 * assert.notEqual(keyOf(request), keyOf({ ...request, sample: 1 }));
 * ```
 */
export function keyOf(request: RecordedRequest): string {
  return contentHash(request);
}
