import { counted } from "../../../src/text.ts";
import { dollars, rounded } from "../results/figures.ts";
import type { AskOutcome, AskProgress } from "../run/ask_all.ts";

export function progressText({ done, total, spent, waiting }: AskProgress): string {
  const cost = spent.usd > 0 ? dollars(spent.usd) : `${rounded(spent.tokens)} tokens`;
  const parts = [`${done} of ${total}`, cost];
  if (waiting) parts.push(`${waiting.count} wait (${waiting.failure})`);
  return parts.join(", ");
}

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
