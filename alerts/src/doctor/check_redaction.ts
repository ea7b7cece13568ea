import type { Finding } from "../../../src/terminal/findings.ts";
import { newCaseRedactor } from "../case_redactor.ts";
import type { ServiceSettings } from "../settings/service_settings.ts";

/** A log with a secret, and with a word that is not on the list of harmless words. */
const LOG = "login of sunshine7 with password=hunter2 failed";

/**
 * Whether redaction works as it is set, and what it lets through.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkRedaction } from "./check_redaction.ts";
 *
 * assert.equal(checkRedaction({ redact: "strict" })[0]?.status, "ok");
 * ```
 */
export function checkRedaction({ redact }: Pick<ServiceSettings, "redact">): Finding[] {
  const isStrict = redact === "strict";
  const shown = newCaseRedactor([], { isStrict }).redactLog(LOG, new Set());
  if (shown.includes("hunter2") || isStrict === shown.includes("sunshine7")) {
    return [{
      status: "failure",
      found: `redaction is broken: a test log became '${shown}'`,
      advice: "Do not start the analyzer, and report this.",
    }];
  }
  return [{
    status: "ok",
    found: isStrict
      ? "REDACT=strict: logs keep only numbers, paths and known words"
      : "REDACT=standard hides the secrets that a rule finds, but not every secret; see alerts/docs/redaction.md",
  }];
}
