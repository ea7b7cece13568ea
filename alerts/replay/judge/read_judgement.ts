import { z } from "zod";
import { readReply } from "../../src/llm/read_reply.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import type { Score } from "../checks/check.ts";
import { parsedJson } from "../checks/parsed_json.ts";
import type { Place } from "../row.ts";
import type { Criterion } from "./judge.ts";

/** `null` if the judge was not asked, `undefined` if there is nothing to ask about. */
export type JudgeResponse =
  | { readonly status: number; readonly body: string }
  | null
  | undefined;

const verdictForm = z.object({ verdict: z.enum(["yes", "no"]), reason: z.string().catch("") });

/**
 * Verdicts as scores: 1 for yes, 0 for no, `null` if the verdict is missing or unreadable. Where
 * there is no answer to judge, it is 0.
 */
export function judgeScores(
  { case: id, cluster, variant, sample }: Place,
  response: JudgeResponse,
  criteria: readonly Pick<Criterion, "name">[],
): Score[] {
  const verdicts = parsed(response);
  return criteria.map(({ name }): Score => {
    const place = { case: id, cluster, variant, sample };
    const at = { ...place, check: `judge_${name}`, kind: "judge" } as const;
    if (response === undefined) return { ...at, value: 0, reason: "there is no answer to judge" };
    const { data } = verdictForm.safeParse(verdicts?.[name]);
    if (data) {
      return { ...at, value: data.verdict === "yes" ? 1 : 0, reason: visibleText(data.reason) };
    }
    const reason = response ? "the judge's verdict cannot be read" : "the judge was not asked";
    return { ...at, value: null, reason };
  });
}

function parsed(response: JudgeResponse): Record<string, unknown> | undefined {
  const reading = response && readReply(response);
  const json = reading && "text" in reading ? parsedJson(reading.text) : undefined;
  return z.record(z.string(), z.unknown()).safeParse(json).data;
}
