import type { Finding } from "../../../src/terminal/findings.ts";
import type { Secret } from "../../../src/secret.ts";

/** A guess takes longer than anybody has, from here on. [characters] */
const LONG_ENOUGH = 20;

/**
 * Whether the webhook's secret cannot be guessed.
 *
 * @param sender Where it must be written too.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { checkSecret } from "./check_secret.ts";
 *
 * const [finding] = checkSecret(new Secret("short"), "the rule");
 * assert.equal(finding?.status, "warning");
 * ```
 */
export function checkSecret(secret: Secret, sender: string): Finding[] {
  if (secret.reveal().length >= LONG_ENOUGH) return [{ status: "ok", found: "it is set" }];
  return [{
    status: "warning",
    found: `it has fewer than ${LONG_ENOUGH} characters`,
    advice: "Make a longer one, for example with 'openssl rand -hex 32', and give it to " +
      `${sender}.`,
  }];
}
