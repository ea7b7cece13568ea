/**
 * The body of a request to a model.
 *
 * @module
 */

import canonicalize from "canonicalize";
import type { z } from "zod";
import { plainJson } from "../content_hash.ts";
import { answerSchema } from "./answer_schema.ts";
import type { Prompt } from "./prompt.ts";

/** How the model is asked. */
export interface RenderOptions {
  /** Name of the model, as the provider knows it. */
  readonly model: string;
  /** Longest answer, thinking included. [tokens] @default {8192} */
  readonly maxTokens?: number;
  /** Whether the model thinks first; some refuse one or the other. @default the model's own choice */
  readonly thinking?: "adaptive" | "disabled";
  /** How hard it tries; older models refuse to be told. @default the model's own choice */
  readonly effort?: "low" | "medium" | "high";
}

/** What a model is asked. */
export interface Asked {
  /** The instructions. */
  readonly prompt: Prompt;
  /** The data to analyse; other systems wrote it. */
  readonly document: unknown;
  /** The form of the answer. */
  readonly form: z.ZodType;
}

/**
 * Renders the body of a request.
 *
 * Instructions stand in `system` and nowhere else. What strangers may have written stands in the
 * one message of the user and nowhere else, as a JSON document without a word of ours around it. A
 * `tool_result` would keep it further apart, but needs a call of a tool that no model made:
 * aggregators pass that on to models which demand a signature of theirs for it and refuse the request.
 *
 * There are no sampling parameters: newer models and versions of the API refuse them.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { promptOf } from "./prompt.ts";
 * import { renderBody } from "./render_body.ts";
 *
 * const asked = { prompt: promptOf("p", "Say why."), document: { b: 1, a: 2 }, form: z.object({}) };
 * const { messages } = JSON.parse(renderBody(asked, { model: "m" }));
 * assert.equal(messages[0].content[0].text, '{"a":2,"b":1}');
 * ```
 */
export function renderBody({ prompt, document, form }: Asked, options: RenderOptions): string {
  const { model, maxTokens = 8192, thinking, effort } = options;
  return JSON.stringify({
    model,
    max_tokens: maxTokens,
    system: [{ type: "text", text: prompt.text }],
    messages: [{ role: "user", content: [{ type: "text", text: textOf(document) }] }],
    ...(thinking && { thinking: { type: thinking } }),
    output_config: {
      ...(effort && { effort }),
      format: { type: "json_schema", schema: answerSchema(form) },
    },
  });
}

function textOf(document: unknown): string {
  // Through JSON first: what canonical JSON refuses (NaN, half a surrogate pair) must cost no alert.
  return visible(canonicalize(plainJson(document))!);
}

/**
 * Invisible characters (control, bidi, zero width, tags) as escapes, so that the model sees them
 * and no words can be hidden in a text.
 */
function visible(json: string): string {
  return json.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{DI}]/gu,
    (text) =>
      Array.from(
        { length: text.length },
        (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}
