/**
 * Answers of the monitoring site that are failures, as errors that say what to do.
 *
 * @module
 */

import { z } from "zod";
import { type ErrorCode, WattbookError } from "../../errors.ts";
import { cutText } from "../../text/cut_text.ts";
import { visibleText } from "../../text/visible_text.ts";

/** A problem, as the site describes it. */
const PROBLEM = z.object({
  title: z.string().catch(""),
  detail: z.string().catch(""),
  fields: z.record(z.string(), z.unknown()).catch({}),
});

/** Far more than is shown in the end: what is cut here has not been redacted yet. */
const TOLD = { characters: 1000 };

const KINDS: readonly {
  readonly statuses: RegExp;
  readonly code: ErrorCode;
  readonly hint: string;
}[] = [
  {
    statuses: /^3/,
    code: "REDIRECTED",
    hint: "Redirects are not followed, because the secret would be sent along. " +
      "Set HOSTMON_API_URL to the address that it leads to.",
  },
  {
    statuses: /^401$/,
    code: "HOSTMON_REFUSED",
    hint: "Check HOSTMON_API_USER and HOSTMON_API_SECRET: an automation user and its secret.",
  },
  {
    statuses: /^403$/,
    code: "HOSTMON_REFUSED",
    hint: "Give the automation user the permission to see all hosts and services.",
  },
  {
    statuses: /^40[45]$/,
    code: "NOT_FOUND",
    hint: "Check that HOSTMON_API_URL names the right site, and that the host is monitored there.",
  },
  { statuses: /^5/, code: "SERVER_ERROR", hint: "Look at the log of the site's web server." },
];

/**
 * The error for an answer that is no success: the status and the site's own words, in short.
 *
 * @param answer What came, as JSON; `undefined` if it was none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { apiFailure } from "./api_failure.ts";
 *
 * const error = apiFailure(404, {
 *   title: "Not Found",
 *   fields: { host_name: ["Host not found: db9"] },
 * });
 * assert.equal(error.message, "404: Not Found (Host not found: db9)");
 * assert.equal(apiFailure(500, undefined).message, "500");
 * ```
 */
export function apiFailure(status: number, answer: unknown): WattbookError {
  const { code, hint } = KINDS.find(({ statuses }) => statuses.test(String(status))) ??
    { code: "BAD_ANSWER" as const, hint: "Check that HOSTMON_API_URL names a Checkmk site." };
  const said = problemIn(answer);
  const text = said === "" ? String(status) : `${status}: ${said}`;
  return new WattbookError(code, text, { hint, status });
}

function problemIn(answer: unknown): string {
  const parsed = PROBLEM.safeParse(answer);
  if (!parsed.success) return "";
  const { title, detail, fields } = parsed.data;
  const [wrong] = Object.values(fields).flat().filter((one) => typeof one === "string");
  // What is wrong with a field says more than that one is wrong.
  const told = cutText(visibleText(wrong ?? detail), TOLD);
  const heading = cutText(visibleText(title), TOLD);
  if (heading === "" || told === "") return heading || told;
  return `${heading} (${told})`;
}
