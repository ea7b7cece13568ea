import type { Question } from "../src/llm/render.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Variant } from "./variant.ts";

/**
 * What a variant is asked about a case: the alert with its context, or the alert alone.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { questionOf } from "./question_of.ts";
 *
 * const incident = {
 *   source: "alertmanager", fingerprint: "f", episode: "f/0", title: "Down", status: "firing",
 *   severity: "warning", startsAt: 0, labels: {}, annotations: {}, links: [],
 * } as const;
 * const context = [{ id: "M1", kind: "metrics", title: "CPU", query: "up", time: 0, duration: 3 }] as const;
 * const file = { incident, context };
 * assert.deepEqual(questionOf({ file }, { context: "full" }).context, context);
 * assert.deepEqual(questionOf({ file }, { context: "none" }), { incident, context: [] });
 * ```
 */
export function questionOf(
  { file }: { readonly file: Pick<ReplayCase["file"], "incident" | "context"> },
  { context }: Pick<Variant, "context">,
): Question {
  return { incident: file.incident, context: context === "none" ? [] : file.context };
}
