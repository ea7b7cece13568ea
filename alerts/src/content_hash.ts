import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * SHA-256 of a value in canonical JSON (RFC 8785), so that the order of fields does not count.
 *
 * @returns 64 hexadecimal digits.
 */
export function contentHash(content: object): string {
  return createHash("sha256").update(canonicalize(content)!).digest("hex");
}
