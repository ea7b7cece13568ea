/**
 * Synthetic judgements of a part of the demo's answers, and synthetic references that they are measured
 * by. Nobody judged anything: both come from the checks, and the judge errs now and then by a hash.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Recording } from "../../replay/cassette/recording.ts";
import { sealRecording } from "../../replay/cassette/recording.ts";
import type { Score } from "../../replay/checks/check.ts";
import type { Config } from "../../replay/config/read_config.ts";
import { judgeQuestions } from "../../replay/judge/judge_rows.ts";
import type { ReplayCase } from "../../replay/read_cases.ts";
import { placeName, type Row } from "../../replay/row.ts";
import { scoreRows } from "../../replay/score_answer.ts";

/** Share of its verdicts that the judge gets wrong. */
const ERRS = 0.08;
const AT = "2026-11-21";

/** What the checks make of the questions. */
const FROM_CHECKS: Readonly<Record<string, (of: (check: string) => number) => boolean>> = {
  follows: (of) => of("outcome") >= 0.5,
  certainty: (of) => of("confidence") >= 0.5,
  symptom: (of) => of("target") === 1,
  next_step: (of) => of("steps") === 1 && of("safe_steps") === 1,
  consistent: (of) => of("entities") === 1 && of("numbers") === 1,
  useful: (of) => of("outcome") >= 0.5 && of("steps") === 1,
};

/** The judge's recordings, and `verdicts.jsonl`. */
export function judgements(
  { judge, variants }: Config,
  cases: readonly ReplayCase[],
  rows: readonly Row[],
): { readonly recordings: readonly Recording[]; readonly verdicts: string } {
  const scores = Map.groupBy(scoreRows(rows, { cases, variants }), placeName);
  const recordings: Recording[] = [], lines: string[] = [];
  for (const question of judgeQuestions(judge!, { cases, rows })) {
    const { place: row, asked } = question;
    const valueOf = valuesOf(scores.get(placeName(row))!);
    const answer = row.answer!.seal.slice(0, 12);
    const said = Object.entries(FROM_CHECKS).map(([criterion, is]) => {
      const reference = is(valueOf);
      const isWrong = drawn(`${placeName(row)} ${criterion}`) < ERRS;
      const verdict = (yes: boolean) => yes ? "yes" : "no";
      const by = "synthetic, from the checks";
      lines.push(JSON.stringify({ answer, criterion, verdict: verdict(reference), by, at: AT }));
      const reason = "A synthetic judgement, generated for this demo";
      return [criterion, { reason, verdict: verdict(reference !== isWrong) }];
    });
    const text = JSON.stringify(Object.fromEntries(said));
    const body = JSON.stringify({
      id: `msg_synthetic_${question.key.slice(0, 12)}`,
      type: "message",
      role: "assistant",
      model: judge!.render.model,
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
      usage: { input_tokens: Math.round(question.bytes / 4), output_tokens: text.length >> 2 },
    });
    recordings.push(sealRecording({
      origin: "synthetic",
      recordedAt: `${AT}T00:00:00Z`,
      request: asked,
      response: { status: 200, body },
      timing: { latency: 1500, attempts: 1 },
    }));
  }
  return { recordings, verdicts: `${lines.join("\n")}\n` };
}

function valuesOf(scores: readonly Score[]): (check: string) => number {
  const values = new Map(scores.map(({ check, value }) => [check, value]));
  return (check) =>
    (check === "outcome" ? values.get("cause") ?? values.get("abstains") : values.get(check)) ?? 1;
}

/** A number from 0 to 1 that is the same each time. */
function drawn(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0) / 2 ** 32;
}
