/**
 * What is taken of a model's answer.
 *
 * @module
 */

import type { Redactor } from "../context/gatherer.ts";
import { cutText } from "../text/cut_text.ts";
import { knownLinks } from "../text/known_links.ts";
import { visibleText } from "../text/visible_text.ts";
import { type Analysis, ANALYSIS_LIMITS } from "./analysis.ts";
import { type AnswerFailure, parseAnswer } from "./parse_answer.ts";

/** What an answer is checked against. */
export interface CheckAnswerOptions {
  /** Ids of the context items that the model was given. */
  readonly ids: Pick<ReadonlySet<string>, "has">;
  /** Hosts that may be linked, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Of this analysis. */
  readonly redactor: Redactor;
}

/** An analysis, or why it failed. */
export type CheckedAnswer =
  | { readonly analysis: Analysis }
  | AnswerFailure;

/** Nothing past this many times a limit is looked at, once it is redacted. */
const SLACK = 4;

/**
 * Reads the text of an answer. What has the form is redacted, freed of invisible characters and of
 * links to unknown hosts, and cut; citations of items that do not exist are dropped, so that a
 * hypothesis without any is known as an uncited claim. Anything else that the model wrote, such as a
 * priority, is not read at all.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkAnswer } from "./check_answer.ts";
 *
 * const checks = {
 *   ids: new Set(["M1"]),
 *   hosts: new Set<string>(),
 *   redactor: { redact: (text: string) => text },
 * };
 * const answer = {
 *   hypotheses: [{ evidence: ["M1", "L9"], cause: "Out of memory", confidence: "high" }],
 *   inconclusive: false,
 *   summary: "The pod is killed",
 *   priority: 1,
 * };
 * assert.deepEqual(checkAnswer(JSON.stringify(answer), checks), {
 *   analysis: {
 *     not_read: [],
 *     hypotheses: [{ evidence: ["M1"], cause: "Out of memory", confidence: "high" }],
 *     inconclusive: false,
 *     next_steps: [],
 *     summary: "The pod is killed",
 *   },
 * });
 * assert.deepEqual(checkAnswer("Sure!", checks), { failure: "not_json" });
 * ```
 */
export function checkAnswer(text: string, options: CheckAnswerOptions): CheckedAnswer {
  const { ids, hosts, redactor } = options;
  const parsed = parseAnswer(text);
  if ("failure" in parsed) return parsed;
  const clean = (text: string, characters: number): string => {
    // In this order: an invisible character in its midst would hide a secret from the redactor, and
    // a cut would leave half of one.
    const redacted = redactor.redact(visibleText(text));
    return cutText(knownLinks(redacted.slice(0, SLACK * characters), hosts), { characters });
  };
  const cleanAll = (texts: readonly string[], most: number, characters: number): string[] =>
    texts.slice(0, SLACK * most).map((one) => clean(one, characters))
      .filter((one) => one !== "").slice(0, most);

  const answer = parsed.written, limits = ANALYSIS_LIMITS;
  const hypotheses = answer.hypotheses.slice(0, limits.hypotheses)
    .map(({ evidence, cause, confidence }) => ({
      evidence: existing(evidence, ids).slice(0, limits.evidence),
      cause: clean(cause, limits.cause),
      confidence,
    }))
    .filter(({ cause }) => cause !== "");
  const summary = clean(answer.summary, limits.summary);
  if (summary === "") return { failure: "bad_form", detail: "summary: it is empty" };
  return {
    analysis: {
      not_read: cleanAll(answer.not_read, limits.not_read, limits.gap),
      hypotheses,
      inconclusive: answer.inconclusive || hypotheses.length === 0,
      ...(answer.severity && { severity: answer.severity }),
      next_steps: cleanAll(answer.next_steps, limits.next_steps, limits.step),
      summary,
    },
  };
}

/** Also of ids that are written `[M1]`. */
function existing(cited: readonly string[], ids: CheckAnswerOptions["ids"]): string[] {
  const found = cited.map((id) => id.replace(/^\W+|\W+$/g, "")).filter((id) => ids.has(id));
  return [...new Set(found)];
}
