/**
 * Why there is no answer of the model, for people.
 *
 * @module
 */

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^refusal/, "the model refused to answer"],
  [/^guardrail/, "a filter of the provider refused the request"],
  [/^budget$/, "the budget of the day is spent"],
  [/^(?:spend_limit|http_402)$/, "the account at the provider has no credit left"],
  [/^(?:breaker_open|http_40[134])$/, "the provider refuses the key, the model or the address"],
  [/^(?:deadline|model_hangs)$/, "the model does not answer in time"],
  [/^(?:timeout|network_|http_5|http_429|http_408|aborted)/, "the provider gave no answer"],
  [/^http_4/, "the provider rejects the request"],
  [/^(?:max_tokens|model_context_window_exceeded)$/, "the answer was cut off"],
  [/^prompt_too_long$/, "the alert and its context are too long"],
  [/^(?:empty|not_json|bad_form|bad_reply)$/, "the answer could not be used"],
];

/**
 * A failure of the model in words, followed by its stable code for a search in the logs.
 *
 * @param failure Its code.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeModelFailure } from "./describe_model_failure.ts";
 *
 * assert.equal(describeModelFailure("budget"), "the budget of the day is spent (budget)");
 * ```
 */
export function describeModelFailure(failure = "not_asked"): string {
  const words = REASONS.find(([pattern]) => pattern.test(failure))?.[1] ?? "something went wrong";
  return `${words} (${failure.replace(/[^\w]/g, "").slice(0, 60)})`;
}
