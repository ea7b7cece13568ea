import type { Analysis } from "../llm/analysis.ts";
import type { CannedAnswer, LlmRequest } from "./llm_stand_in.ts";

/** The id of the first item of a kind, if there is one. */
export type FirstOf = (kind: string) => readonly string[];

/**
 * A model whose answer is canned, but cites the context that it was given.
 *
 * @param analyse Gives the answer.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { cannedAnswer } from "./canned_answer.ts";
 * import { demoAnalysis } from "./demo_cluster.ts";
 *
 * const text = JSON.stringify({ context: { L1: {}, M1: {} } });
 * const messages = [{ role: "user", content: [{ type: "text", text }] }];
 * const answer = cannedAnswer(demoAnalysis)({ model: "m", system: [], messages });
 * assert.deepEqual(JSON.parse(answer.text).hypotheses[0].evidence, ["L1"]);
 * ```
 */
export function cannedAnswer(
  analyse: (firstOf: FirstOf) => Analysis,
): (request: LlmRequest) => CannedAnswer {
  return ({ messages }) => {
    const { context } = JSON.parse(messages[0]!.content[0]!.text);
    const firstOf: FirstOf = (kind) =>
      Object.keys(context).filter((id) => id.startsWith(kind)).slice(0, 1);
    return { text: JSON.stringify(analyse(firstOf)) };
  };
}
