/**
 * What is sent to the model: the same case gives the same bytes, today and in a replay.
 *
 * @module
 */

import type { ContextItem } from "../context/context_item.ts";
import type { Incident } from "../incident.ts";
import { analysisSchema } from "./analysis.ts";
import type { Prompt } from "./prompt.ts";
import { renderBody, type RenderOptions } from "./render_body.ts";

export type { RenderOptions };

/** What is asked about. All of it is redacted already. */
export interface Question {
  /** The alert. */
  readonly incident: Incident;
  /** What was gathered. */
  readonly context: readonly ContextItem[];
}

/**
 * Renders the body of a request: see `render_body.ts`.
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
  return renderBody({ prompt, document: caseDocument(question), form: analysisSchema }, options);
}

/**
 * A case as a model is given it. Cooldowns, durations and fingerprints are ours and tell nothing about
 * the cause.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { caseDocument } from "./render.ts";
 *
 * const incident = {
 *   source: "alertmanager", fingerprint: "f", episode: "f/0", title: "Down", status: "firing",
 *   severity: "warning", startsAt: 0, labels: {}, annotations: {}, links: [],
 * } as const;
 * assert.deepEqual(caseDocument({ incident, context: [] }).context, {});
 * ```
 */
export function caseDocument({ incident, context }: Question): {
  readonly alert: unknown;
  readonly context: Readonly<Record<string, unknown>>;
} {
  const { title, status, severity, startsAt, labels, annotations } = incident;
  const alert = { name: title, status, severity, starts_at: iso(startsAt), labels, annotations };
  const items = context.map(({ id, title, query, time, data, error }) => [
    id,
    { title, query, time: iso(time), ...(error === undefined ? { data } : { error }) },
  ]);
  return { alert, context: Object.fromEntries(items) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
