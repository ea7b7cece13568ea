import { WattbookError } from "../../src/errors.ts";
import { isAnswerIntact, keyOf, type Recording, recordingForm } from "./recording.ts";
import { legible } from "./legible.ts";

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
  const { data: recording } = form;
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
