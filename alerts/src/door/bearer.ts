import { createHash, timingSafeEqual } from "node:crypto";
import type { Secret } from "../../../src/secret.ts";

/**
 * Makes a check of `Authorization` headers against a shared secret. It takes the same time for
 * every wrong one, so that nobody can guess the secret piece by piece.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { bearerCheck } from "./bearer.ts";
 *
 * const isKnown = bearerCheck(new Secret("s3cret"));
 * assert(isKnown("Bearer s3cret"));
 * assert(!isKnown("Bearer s3cre") && !isKnown(undefined));
 * ```
 */
export function bearerCheck(secret: Secret): (header: string | undefined) => boolean {
  // Digests have one length: neither the length nor the first difference shows in the time.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(secret.reveal());
  return (header = "") => {
    const given = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    return timingSafeEqual(digest(given ?? ""), expected) && given !== undefined;
  };
}
