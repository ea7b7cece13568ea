import { contentHash } from "../../src/content_hash.ts";
import type { RecordedRequest } from "./recording.ts";

/**
 * The key of a request: SHA-256 of all of it in canonical JSON (RFC 8785), so that nothing that
 * shapes an answer can change without another key, and the order of fields does not count.
 */
export function keyOf(request: RecordedRequest): string {
  return contentHash(request);
}
