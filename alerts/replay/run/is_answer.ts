import { type Reading, readReply } from "../../src/llm/read_reply.ts";

/** Ends that the model itself came to. They are as good an answer as any: a prompt is judged by them. */
const MODELS_OWN =
  /^(?:refusal(?:_\w+)?|max_tokens|model_context_window_exceeded|pause_turn|tool_use)$/;

/**
 * Whether a provider's answer is one of the model, also a refusal or one that was cut off. An error,
 * whatever its status, is none: the same question may be answered next time.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isAnswer } from "./is_answer.ts";
 *
 * const body = (message: object) => JSON.stringify({ content: [], ...message });
 * assert(isAnswer({ status: 200, body: body({ stop_reason: "refusal" }) }));
 * assert(!isAnswer({ status: 200, body: body({ error: { code: 529, message: "Overloaded" } }) }));
 * assert(!isAnswer({ status: 529, body: "" }));
 * ```
 */
export function isAnswer(
  response: { readonly status: number; readonly body: string },
  reading: Reading = readReply(response),
): boolean {
  return response.status < 300 && ("text" in reading || MODELS_OWN.test(reading.failure));
}
