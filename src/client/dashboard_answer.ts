import { z } from "zod";

/** A dashboard has a `message`; query APIs have a `status`, and an `error`. */
const FAILURE = z.looseObject({
  message: z.string(),
  status: z.undefined().optional(),
  error: z.undefined().optional(),
});

/**
 * Whether a failed answer has the form in which a dashboard says no. Gateways and metrics servers say
 * it in other forms.
 *
 * @param body Body of the answer.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isDashboardAnswer } from "./dashboard_answer.ts";
 *
 * assert(isDashboardAnswer('{"message":"Unauthorized","messageId":"auth.unauthorized"}'));
 * assert(!isDashboardAnswer('{"status":"error","error":"parse error"}'));
 * assert(!isDashboardAnswer("401 Unauthorized"));
 * ```
 */
export function isDashboardAnswer(body: string): boolean {
  try {
    return FAILURE.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
