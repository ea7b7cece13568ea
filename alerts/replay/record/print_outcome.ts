/**
 * What a recording costs and came to, in words.
 *
 * @module
 */

import { counted } from "../../../src/text.ts";
import { dollars } from "../results/figures.ts";
import { rounded } from "../print/rounded.ts";
import type { AskOutcome, AskProgress } from "../run/ask_all.ts";

/**
 * How far a recording is, for a progress bar.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { progressText } from "./print_outcome.ts";
 *
 * const progress = { done: 34, total: 120, spent: { tokens: 40_000, usd: 0.12 } };
 * const waiting = { count: 2, failure: "http_429" };
 * assert.equal(progressText({ ...progress, waiting }), "34 of 120, $0.12, 2 wait (http_429)");
 * ```
 */
export function progressText({ done, total, spent, waiting }: AskProgress): string {
  const cost = spent.usd > 0 ? dollars(spent.usd) : `${rounded(spent.tokens)} tokens`;
  const parts = [`${done} of ${total}`, cost];
  if (waiting) parts.push(`${waiting.count} wait (${waiting.failure})`);
  return parts.join(", ");
}

/**
 * What came of a recording.
 *
 * @returns Text that ends with a line break.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printOutcome } from "./print_outcome.ts";
 *
 * const failures = new Map([["http_529", 2]]);
 * const spent = { tokens: 4000, usd: 0.02 };
 * assert.equal(
 *   printOutcome({ answered: 7, failures, unasked: [], spent }),
 *   "7 answers for $0.02, 4.0 k tokens\n2 answers failed: http_529\n",
 * );
 * ```
 */
export function printOutcome({ answered, failures, unasked, stopped, spent }: AskOutcome): string {
  const cost = spent.usd > 0 ? ` for ${dollars(spent.usd)}` : "";
  const lines = [`${counted(answered, "answer")}${cost}, ${rounded(spent.tokens)} tokens`];
  for (const [failure, count] of failures) {
    lines.push(`${counted(count, "answer")} failed: ${failure}`);
  }
  if (unasked.length > 0) {
    const why = stopped === "budget"
      ? "the budget is spent"
      : stopped === "bad_reply"
      ? "the provider answers in another format; is 'endpoint' its messages endpoint?"
      : `the provider refuses the account, the key or the model (${stopped})`;
    lines.push(
      `${counted(unasked.length, "answer")} not asked for: ${why}`,
      "What is recorded stays; the same command goes on with the rest",
    );
  }
  return `${lines.join("\n")}\n`;
}
