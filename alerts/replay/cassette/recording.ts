import { z } from "zod";
import { contentHash } from "../../src/content_hash.ts";
import { complaint } from "../json_lines.ts";
import { fromLegible, legible } from "./legible.ts";

const bad = complaint(
  "BAD_RECORDING",
  "Restore the file, or delete it and record the answer anew.",
);

const HASH = z.string().regex(/^[0-9a-f]{64}$/, "is not a SHA-256");
/** A text, or the structure it was expanded to. */
const legibleText = z.unknown().transform(fromLegible);

/** Everything that shapes an answer, and nothing else: its hash is the key. */
const requestForm = z.strictObject({
  v: z.literal(1),
  kind: z.enum(["analysis", "judge"]),
  provider: z.enum(["native", "aggregator"]),
  /** Origin and path. An endpoint with a query is refused. */
  endpoint: z.string(),
  apiVersion: z.string().exactOptional(),
  body: legibleText,
  /** Number of the repeat. It is in the key but is not sent. */
  sample: z.int().min(0),
}).readonly();

/** An answer that the analyzer rejected: `not_json`, `bad_form` or `empty`. */
const discardedForm = z.strictObject({
  failure: z.string(),
  usage: z.strictObject({ input: z.number(), output: z.number(), usd: z.number().exactOptional() })
    .readonly().exactOptional(),
}).readonly();

const recordingForm = z.strictObject({
  v: z.literal(1),
  key: HASH,
  /**
   * A synthetic answer was composed by code for a demo or a test. No model gave it, and its tokens
   * and latency are invented.
   */
  origin: z.enum(["recorded", "synthetic"]),
  recordedAt: z.iso.datetime(),
  request: requestForm,
  /**
   * Only answers with a status below 300 are kept. A secret is replaced by a placeholder such as
   * `[PASSWORD#3]` whose number the request does not use.
   */
  response: z.strictObject({ status: z.int(), body: legibleText }).readonly(),
  timing: z.strictObject({
    /** [ms] */
    latency: z.number().min(0),
    attempts: z.int().min(1),
    /** Answers of the wrong form, which were asked for again. Only their usage is kept. */
    discarded: z.array(discardedForm).readonly().exactOptional(),
  }).readonly(),
  /** SHA-256 over all other fields, so that changes are detected. */
  seal: HASH,
}).readonly();

export type Recording = z.infer<typeof recordingForm>;
export type RecordedRequest = Recording["request"];
export type DiscardedAnswer = z.infer<typeof discardedForm>;
/** An answer without its request: this is what a run keeps and what the seal covers. */
export type RecordedAnswer = Omit<Recording, "request">;

/** SHA-256 of the request as canonical JSON (RFC 8785). The order of fields does not matter. */
export function keyOf(request: RecordedRequest): string {
  return contentHash(request);
}

export function sealRecording(
  { origin, recordedAt, request, response, timing }: Omit<Recording, "v" | "key" | "seal">,
): Recording {
  const key = keyOf(request);
  // In the order of a file.
  const rest = { v: 1, key, origin, recordedAt, request, response, timing } as const;
  return { ...rest, seal: sealOf(rest) };
}

/** Whether the seal fits. It does not say to which request the answer belongs; the key does. */
export function isAnswerIntact(answer: RecordedAnswer): boolean {
  return answer.seal === sealOf(answer);
}

function sealOf({ seal: _seal, request: _request, ...answer }: Partial<Recording>): string {
  return contentHash(answer);
}

/** Writes a recording so that people can read it and version control shows what changed. */
export function recordingText(recording: Recording): string {
  const { request, response } = recording;
  const content = {
    ...recording,
    request: { ...request, body: legible(request.body) },
    response: { ...response, body: legible(response.body) },
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

/** Reads a recording and checks its form, key and seal. */
export function parseRecording(text: string, name: string): Recording {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw bad(`The recording '${name}' is not whole, or not JSON`, cause);
  }
  const form = recordingForm.safeParse(parsed);
  if (!form.success) {
    const { path, message } = form.error.issues[0]!;
    throw bad(`'${name}' is no recording: ${path.join(".") || "it"}: ${message}`);
  }
  const { data: recording } = form;
  if (keyOf(recording.request) !== recording.key) {
    throw bad(`The recording '${name}' was changed: its request does not have its key`);
  }
  if (!isAnswerIntact(recording)) {
    throw bad(`The recording '${name}' was changed: its seal does not fit`);
  }
  return recording;
}
