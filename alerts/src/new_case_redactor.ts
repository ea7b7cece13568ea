import type { CaseRedactor } from "./case_redactor.ts";
import { Redactor } from "./redact/redactor.ts";
import { redactValue } from "./redact/redact_value.ts";

/** Options of {@linkcode newCaseRedactor}. */
export interface CaseRedactorOptions {
  /**
   * Whether logs keep only what is known to be harmless.
   *
   * @default {false}
   */
  readonly isStrict?: boolean;
}

/**
 * Makes the redactor of one case.
 *
 * @param known The service's own secrets, which are hidden whatever they look like.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { newCaseRedactor } from "./new_case_redactor.ts";
 *
 * const redactor = newCaseRedactor(["own-secret"]);
 * assert(!redactor.redact("own-secret leaked").includes("own-secret"));
 * assert.deepEqual(redactor.redactValue({ password: "hunter2" }), { password: "[PASSWORD#1]" });
 * assert.equal(redactor.counts()["password"], 1);
 * ```
 */
export function newCaseRedactor(
  known: readonly string[] = [],
  { isStrict = false }: CaseRedactorOptions = {},
): CaseRedactor {
  const redactor = new Redactor({ known });
  return {
    redact: (text) => redactor.redact(text).text,
    redactValue: (value) => redactValue(value, redactor).value,
    redactLog: (text, names) =>
      isStrict ? redactor.restrict(text, names).text : redactor.redact(text).text,
    counts: () => Object.fromEntries(redactor.counts()),
  };
}
