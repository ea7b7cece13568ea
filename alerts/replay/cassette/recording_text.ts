import { z } from "zod";
import { WattbookError } from "../../src/errors.ts";
import { isAnswerIntact, keyOf, type Recording } from "./recording.ts";
import { fromLegible, legible } from "./legible.ts";

const HASH = z.string().regex(/^[0-9a-f]{64}$/, "is not a SHA-256");
/** A text, or the structure it was expanded to. */
const legibleText = z.unknown().transform(fromLegible);

const discardedForm = z.strictObject({
  failure: z.string(),
  usage: z.strictObject({
    input: z.number(),
    output: z.number(),
    usd: z.number().exactOptional(),
  }).exactOptional(),
});

const recordingForm = z.strictObject({
  v: z.literal(1),
  key: HASH,
  origin: z.enum(["recorded", "synthetic"]),
  recordedAt: z.iso.datetime(),
  request: z.strictObject({
    v: z.literal(1),
    kind: z.enum(["analysis", "judge"]),
    provider: z.enum(["native", "aggregator"]),
    endpoint: z.string(),
    apiVersion: z.string().exactOptional(),
    body: legibleText,
    sample: z.int().min(0),
  }),
  response: z.strictObject({ status: z.int(), body: legibleText }),
  timing: z.strictObject({
    latency: z.number().min(0),
    attempts: z.int().min(1),
    discarded: z.array(discardedForm).exactOptional(),
  }),
  seal: HASH,
});

/** Writes a recording so that people can read it and version control shows what changed. */
export function recordingText(recording: Recording): string {
  const { v, key, origin, recordedAt, request, response, timing, seal } = recording;
  const content = {
    v,
    key,
    origin,
    recordedAt,
    request: { ...request, body: legible(request.body) },
    response: { ...response, body: legible(response.body) },
    timing,
    seal,
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
  const recording: Recording = form.data;
  if (keyOf(recording.request) !== recording.key) {
    throw bad(`The recording '${name}' was changed: its request does not have its key`);
  }
  if (!isAnswerIntact(recording)) {
    throw bad(`The recording '${name}' was changed: its seal does not fit`);
  }
  return recording;
}

function bad(message: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_RECORDING", message, {
    hint: "Restore the file, or delete it and record the answer anew.",
    cause,
  });
}
