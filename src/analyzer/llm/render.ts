/**
 * What is sent to the model: the same case gives the same bytes, today and in a replay.
 *
 * @module
 */

import canonicalize from "canonicalize";
import type { ContextItem } from "../context/context_item.ts";
import type { Incident } from "../incident.ts";
import { analysisSchema } from "./analysis.ts";
import { answerSchema } from "./answer_schema.ts";
import type { Prompt } from "./prompt.ts";

/** What is asked about. All of it is redacted already. */
export interface Question {
  /** The alert. */
  readonly incident: Incident;
  /** What was gathered. */
  readonly context: readonly ContextItem[];
}

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
 * import { promptOf } from "./prompt.ts";
 * import { renderRequest } from "./render.ts";
 *
 * const incident = {
 *   source: "alertmanager", fingerprint: "f", episode: "f/0", title: "Down", status: "firing",
 *   severity: "warning", startsAt: 0, labels: {}, annotations: {}, links: [],
 * } as const;
 * const body = renderRequest(promptOf("p", "Say why."), { incident, context: [] }, { model: "m" });
 * const { system, messages } = JSON.parse(body);
 * assert.equal(system[0].text, "Say why.");
 * assert.equal(JSON.parse(messages[0].content[0].text).alert.name, "Down");
 * ```
 */
export function renderRequest(prompt: Prompt, question: Question, options: RenderOptions): string {
  const { model, maxTokens = 8192, thinking, effort } = options;
  return JSON.stringify({
    model,
    max_tokens: maxTokens,
    system: [{ type: "text", text: prompt.text }],
    messages: [{ role: "user", content: [{ type: "text", text: documentOf(question) }] }],
    ...(thinking && { thinking: { type: thinking } }),
    output_config: {
      ...(effort && { effort }),
      format: { type: "json_schema", schema: answerSchema(analysisSchema) },
    },
  });
}

/** Cooldowns, durations and fingerprints are ours and tell nothing about the cause. */
function documentOf({ incident, context }: Question): string {
  const { title, status, severity, startsAt, labels, annotations } = incident;
  const alert = { name: title, status, severity, starts_at: iso(startsAt), labels, annotations };
  const items = context.map(({ id, title, query, time, data, error }) => [
    id,
    { title, query, time: iso(time), ...(error === undefined ? { data } : { error }) },
  ]);
  const document = { alert, context: Object.fromEntries(items) };
  // Through JSON first: what canonical JSON refuses (NaN, half a surrogate pair) must cost no alert.
  const plain = JSON.parse(JSON.stringify(document), wellFormed);
  return visible(canonicalize(plain)!);
}

function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), one]));
}

/**
 * What no person sees (control and bidi characters, zero widths, tags) as escapes, so that the
 * model sees that it is there and nobody hides words in it.
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

function iso(time: number): string {
  return new Date(time).toISOString();
}
