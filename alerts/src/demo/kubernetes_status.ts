/**
 * Failures, as an API server writes them.
 *
 * @module
 */

const STATUS_REASONS: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  410: "Expired",
  503: "ServiceUnavailable",
};

/**
 * An answer of kind `Status`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { failure } from "./kubernetes_status.ts";
 *
 * assert.equal((await failure(410, "too old").json()).reason, "Expired");
 * ```
 */
export function failure(
  code: number,
  message: string,
  metadata: Record<string, string> = {},
): Response {
  const reason = STATUS_REASONS[code];
  return Response.json({
    kind: "Status",
    apiVersion: "v1",
    metadata,
    status: "Failure",
    message,
    ...(reason !== undefined && { reason }),
    code,
  }, { status: code });
}
