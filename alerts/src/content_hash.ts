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

/** A value as JSON keeps it. Half a surrogate pair is replaced: it has no UTF-8, so no hash. */
export function plainJson(value: unknown) {
  return JSON.parse(JSON.stringify(value), wellFormed);
}

function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), one]));
}
