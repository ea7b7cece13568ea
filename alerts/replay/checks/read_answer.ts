/**
 * An answer as checks see it.
 *
 * @module
 */

import { z } from "zod";
import { analysisSchema } from "../../src/llm/analysis.ts";
import { parseAnswer, type WrittenAnswer } from "../../src/llm/parse_answer.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import { fold } from "./fold.ts";

/** A provider's answer, read by the analyzer's own code. */
export interface Answer {
  /** What the model wrote; `null` if there is no answer at all. */
  readonly text: string | null;
  /** Why the analyzer would not take it, before it looks at the form: `refusal`, `max_tokens`, … */
  readonly failure?: string;
  /**
   * What was written. Where the form is broken, what can be made out of it: the gate `valid` does not
   * let it pass, but the grades can still say what else is wrong.
   */
  readonly written?: WrittenAnswer;
  /** Why it has not the form. */
  readonly formFailure?: string;
  /** All that a person would read, one text per paragraph. */
  readonly prose: string;
  /** The same, folded. */
  readonly folded: string;
}

/** As the form of an answer, with something in the place of what is broken. */
const brokenForm = z.object({
  not_read: z.array(z.string()).catch([]),
  hypotheses: z.array(z.object({
    evidence: z.array(z.string()).catch([]),
    cause: z.string(),
    confidence: z.enum(["high", "medium", "low"]).catch("low"),
  })).catch([]),
  inconclusive: z.boolean().catch(false),
  severity: analysisSchema.shape.severity.optional().catch(undefined),
  next_steps: z.array(z.string()).catch([]),
  summary: z.string(),
});

const contentForm = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

/**
 * Reads an answer. Also of one that was cut or refused the text is kept: it may hold what must not be
 * in it.
 *
 * @param response `null` where a call failed or was never made.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readAnswer } from "./read_answer.ts";
 *
 * const body = { content: [{ type: "text", text: "Sure!" }], stop_reason: "max_tokens" };
 * const { text, failure, formFailure } = readAnswer({ status: 200, body: JSON.stringify(body) });
 * assert.deepEqual([text, failure, formFailure], ["Sure!", "max_tokens", "not_json"]);
 * ```
 */
export function readAnswer(
  response: { readonly status: number; readonly body: string } | null,
): Answer {
  if (!response) return { text: null, failure: "no_answer", prose: "", folded: "" };
  const reading = readReply(response);
  const text = "text" in reading ? reading.text : textOf(response.body);
  const parsed = parseAnswer(text);
  const written = "written" in parsed ? parsed.written : brokenAnswer(text);
  const prose = written ? proseOf(written) : text;
  return {
    text,
    ...("failure" in reading && { failure: reading.failure }),
    ...(written && { written }),
    ...("failure" in parsed && {
      formFailure: parsed.failure + (parsed.detail === undefined ? "" : ` (${parsed.detail})`),
    }),
    prose,
    folded: fold(prose),
  };
}

function brokenAnswer(text: string): WrittenAnswer | undefined {
  try {
    return brokenForm.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function proseOf({ summary, hypotheses, next_steps, not_read }: WrittenAnswer): string {
  return [summary, ...hypotheses.map(({ cause }) => cause), ...next_steps, ...not_read].join("\n");
}

function textOf(body: string): string {
  try {
    const { content } = contentForm.parse(JSON.parse(body));
    return content.filter(({ type }) => type === "text").map(({ text = "" }) => text).join("");
  } catch {
    return "";
  }
}
