import { contentHash } from "../../src/content_hash.ts";
import { keyOf } from "./key_of.ts";
import type { RecordedAnswer, RecordedRequest, Recording } from "./recording.ts";

/** What a recording is made of. */
export type UnsealedRecording =
  & Pick<Recording, "origin" | "recordedAt" | "response" | "timing">
  & { readonly request: RecordedRequest };

/** Makes a recording: computes its key and seals it. */
export function sealRecording(unsealed: UnsealedRecording): Recording {
  const { origin, recordedAt, request, response, timing } = unsealed;
  const rest = { v: 1, key: keyOf(request), origin, recordedAt, response, timing } as const;
  return { ...rest, request, seal: sealOf(rest) };
}

/**
 * Whether an answer is as it was sealed. Whether it is the answer to a request tells the request's
 * key.
 */
export function isAnswerIntact(answer: RecordedAnswer): boolean {
  return answer.seal === sealOf(answer);
}

function sealOf(
  { v, key, origin, recordedAt, response, timing }: Omit<RecordedAnswer, "seal">,
): string {
  const content = { v, key, origin, recordedAt, response, timing };
  return contentHash(content);
}
