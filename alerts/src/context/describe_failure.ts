/**
 * Failures in a few words.
 *
 * @module
 */

/** An answer of the Kubernetes API that is a failure, as its client library throws it. */
interface ApiFailure {
  readonly code: number;
  readonly body: unknown;
}

/**
 * Why there is no answer: a status with the server's own words, or the error's message. Headers and
 * bodies, which the Kubernetes library puts into its messages, are left out.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeFailure } from "./describe_failure.ts";
 *
 * const failure = Object.assign(new Error("HTTP-Code: 403 Headers: …"), {
 *   code: 403,
 *   body: '{"kind":"Status","message":"pods is forbidden"}',
 * });
 * assert.equal(describeFailure(failure), "403: pods is forbidden");
 * ```
 */
export function describeFailure(error: unknown): string {
  if (isApiFailure(error)) {
    const said = messageIn(error.body);
    return said === undefined ? String(error.code) : `${error.code}: ${said}`;
  }
  return error instanceof Error ? error.message : asText(error);
}

/** Anything can be thrown, also what cannot be turned into a text. */
function asText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "a failure without a description";
  }
}

function isApiFailure(error: unknown): error is Error & ApiFailure {
  return error instanceof Error && typeof (error as Partial<ApiFailure>).code === "number" &&
    "body" in error;
}

function messageIn(body: unknown): string | undefined {
  try {
    const status = typeof body === "string" ? JSON.parse(body) : body;
    return typeof status?.message === "string" ? status.message : undefined;
  } catch {
    return undefined;
  }
}
