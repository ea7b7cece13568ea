import { type Reading, readReply } from "../../src/llm/read_reply.ts";

/** Ways in which a model itself ends an answer. They count as answers. */
const MODELS_OWN =
  /^(?:refusal(?:_\w+)?|max_tokens|model_context_window_exceeded|pause_turn|tool_use)$/;

export function isAnswer(
  response: { readonly status: number; readonly body: string },
  reading: Reading = readReply(response),
): boolean {
  return response.status < 300 && ("text" in reading || MODELS_OWN.test(reading.failure));
}
