/**
 * What the demo's stand-in for a model answers, always the same.
 *
 * @module
 */

import type { Analysis } from "../llm/analysis.ts";
import type { CannedAnswer, LlmRequest } from "./llm_stand_in.ts";

/**
 * A canned answer that cites the log and the pods of the context it was given.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { cannedAnswer } from "./canned_answer.ts";
 *
 * const text = JSON.stringify({ context: { L1: {}, M1: {} } });
 * const messages = [{ role: "user", content: [{ type: "text", text }] }];
 * const answer = JSON.parse(cannedAnswer({ model: "m", system: [], messages }).text);
 * assert.deepEqual(answer.hypotheses[0].evidence, ["L1"]);
 * ```
 */
export function cannedAnswer({ messages }: LlmRequest): CannedAnswer {
  const { context } = JSON.parse(messages[0]!.content[0]!.text);
  const idOf = (kind: string) =>
    Object.keys(context).filter((id) => id.startsWith(kind)).slice(0, 1);
  const analysis: Analysis = {
    not_read: ["Who changed the password of the database, and when"],
    hypotheses: [{
      evidence: [...idOf("L"), ...idOf("P")],
      cause: "The database refuses the password that the pod was started with (28P01)",
      confidence: "high",
    }],
    inconclusive: false,
    severity: "critical",
    next_steps: [
      "Compare the pod's secret with the database's user 'photos'",
      "Restart the pod when they agree",
    ],
    summary:
      "photos cannot log in to its database and ends at once, so it is started again and again.",
  };
  return { text: JSON.stringify(analysis) };
}
