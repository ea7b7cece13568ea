import { type Reading, readReply } from "../../src/llm/read_reply.ts";

/** Ends that the model itself came to. They are as good an answer as any: a prompt is judged by them. */
const MODELS_OWN =
  /^(?:refusal(?:_\w+)?|max_tokens|model_context_window_exceeded|pause_turn|tool_use)$/;

/**
 * Whether a provider's answer is one of the model, also a refusal or one that was cut off. An
 * error, whatever its status, is none: the same question may be answered next time.
 */
export function isAnswer(
  response: { readonly status: number; readonly body: string },
  reading: Reading = readReply(response),
): boolean {
  return response.status < 300 && ("text" in reading || MODELS_OWN.test(reading.failure));
}
