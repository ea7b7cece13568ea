/**
 * The form of what a model wrote.
 *
 * @module
 */

import { z } from "zod";
import { parsedJson } from "../text/parsed_json.ts";
import { analysisSchema } from "./analysis.ts";

/** As the schema that is asked for, without the limits: a long answer is cut, not thrown away. */
const answerForm = z.object({
  not_read: z.array(z.string()).default([]),
  hypotheses: z.array(z.object({
    evidence: z.array(z.string()),
    cause: z.string(),
    confidence: z.enum(["high", "medium", "low"]),
  })),
  inconclusive: z.boolean(),
  severity: analysisSchema.shape.severity.optional().catch(undefined),
  next_steps: z.array(z.string()).default([]),
  summary: z.string(),
});

/** What a model wrote, where it has the form: not cut, not redacted, not checked. */
export type WrittenAnswer = z.infer<typeof answerForm>;

/** Why a text is no answer. */
export interface AnswerFailure {
  /** What it is instead. */
  readonly failure: "empty" | "not_json" | "bad_form";
  /** The first place where the form is broken. */
  readonly detail?: string;
}

/**
 * Reads the form of a model's text, also in a block of Markdown. Nothing is repaired.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseAnswer } from "./parse_answer.ts";
 *
 * const text = '{"summary":"The disk is full","hypotheses":[],"inconclusive":true}';
 * const parsed = parseAnswer(text);
 * assert("written" in parsed && parsed.written.summary === "The disk is full");
 * assert.deepEqual(parseAnswer("Sure!"), { failure: "not_json" });
 * ```
 */
export function parseAnswer(text: string): { readonly written: WrittenAnswer } | AnswerFailure {
  const json = withoutFence(text.trim());
  if (json === "") return { failure: "empty" };
  const parsed = parsedJson(json);
  if (parsed === undefined) return { failure: "not_json" };
  const form = answerForm.safeParse(parsed);
  if (form.success) return { written: form.data };
  const { path, message } = form.error.issues[0]!;
  return { failure: "bad_form", detail: `${path.join(".") || "the answer"}: ${message}` };
}

/** Models that do not know structured outputs wrap JSON into a block of Markdown. */
function withoutFence(text: string): string {
  const [, inside = text] = /^```(?:json)?\s*\n([^]*)\n\s*```$/.exec(text) ?? [];
  return inside.trim();
}
