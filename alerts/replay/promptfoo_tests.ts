import { stringify } from "yaml";
import { renderRequest } from "../src/llm/render.ts";
import { readAnswer } from "./checks/read_answer.ts";
import type { Score } from "./checks/check.ts";
import type { Label } from "./label.ts";
import { questionOf } from "./question_of.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Row } from "./row.ts";

/** A test as a line of `tests.jsonl`. */
export interface PromptfooTest {
  readonly description: string;
  readonly vars: { readonly case: string; readonly document: string };
  readonly providerOutput: string;
  /** What must be true of it, as far as promptfoo can say it. */
  readonly assert: readonly PromptfooAssertion[];
  readonly metadata: Readonly<Record<string, string | number>>;
}

/** An assertion. */
export interface PromptfooAssertion {
  readonly type: "is-json" | "icontains-any" | "regex";
  readonly value?: string | readonly string[];
  /** Column that it counts in. */
  readonly metric: string;
}

/**
 * An answer as a test.
 *
 * @returns Nothing where there is no answer.
 */
export function promptfooTest(
  one: ReplayCase,
  { answer, variant, sample, cluster }: Row,
  scores: readonly Score[],
): PromptfooTest | null {
  if (!answer) return null;
  return {
    description: `${cluster}, repeat ${sample + 1}`,
    vars: { case: one.id, document: documentOf(one) },
    providerOutput: readAnswer(answer.response).text ?? "",
    assert: [{ type: "is-json", metric: "valid" }, ...one.label ? assertionsOf(one.label) : []],
    metadata: {
      variant,
      sample,
      cluster,
      origin: answer.origin,
      ...Object.fromEntries(
        scores.flatMap(({ check, value }) => value === null ? [] : [[`wattbook_${check}`, value]]),
      ),
    },
  };
}

/** The document that the model got, by the analyzer's own rendering. */
function documentOf(one: ReplayCase): string {
  const prompt = { name: "", sha256: "", text: "" };
  const body = renderRequest(prompt, questionOf(one, { context: "full" }), { model: "" });
  return JSON.parse(body).messages[0].content[0].text;
}

/** What promptfoo can check of a label. Its own checks are coarser: they look at the whole answer. */
function assertionsOf({ cause, target, severity, abstain }: Label): PromptfooAssertion[] {
  const groups = (all: Label["cause"], metric: string) =>
    all.map((value): PromptfooAssertion => ({ type: "icontains-any", value, metric }));
  const either = severity.map((one) => one.replace(/[^\w]/g, "\\$&")).join("|");
  return [
    ...groups(cause, "cause"),
    ...groups(target, "target"),
    ...abstain
      ? [{ type: "regex", value: '"inconclusive"\\s*:\\s*true', metric: "abstains" } as const]
      : [],
    ...severity.length > 0
      ? [{ type: "regex", value: `"severity"\\s*:\\s*"(${either})"`, metric: "severity" } as const]
      : [],
  ];
}

/**
 * The configuration that belongs to the tests of a variant. The one provider repeats its prompt,
 * and is never heard, because every test has its answer.
 */
export function promptfooConfig(variant: string): string {
  return stringify({
    description: `Recorded answers of ${variant}`,
    prompts: [{ id: variant, label: variant, raw: "{{document}}" }],
    providers: ["echo"],
    tests: "file://tests.jsonl",
  });
}
