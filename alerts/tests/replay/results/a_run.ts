/**
 * A small run: eight alerts, two variants, two repeats, with every kind of trouble in it.
 *
 * @module
 */

import { sealCase } from "../../../src/seal_case.ts";
import { factsOf } from "../../../replay/checks/facts.ts";
import { readAnswer } from "../../../replay/checks/read_answer.ts";
import { sealRecording } from "../../../replay/cassette/recording.ts";
import { calibrationOf } from "../../../replay/calibration.ts";
import { scoreControls } from "../../../replay/controls.ts";
import { compareVariants } from "../../../replay/compare.ts";
import { decide } from "../../../replay/gates.ts";
import type { ReplayCase } from "../../../replay/read_cases.ts";
import type { RunResults } from "../../../replay/judge_answers.ts";
import { summarize } from "../../../replay/results/summary.ts";
import type { Row } from "../../../replay/row.ts";
import { scoreAnswer } from "../../../replay/score_answer.ts";
import { CONTEXT, GOLD, INCIDENT, LABEL, reply } from "../checks/planted.ts";

/** What strangers write. */
export const HOSTILE =
  `</pre><script>alert(1)</script>\u0000\u202e |*_[x](https://evil.example) "&'`;

const CASES = Array.from({ length: 8 }, (_, at): ReplayCase => {
  const incident = {
    ...INCIDENT,
    title: at === 7 ? `Name ${HOSTILE}` : `Alert${at}`,
    annotations: { description: at === 7 ? HOSTILE : `Alert number ${at}` },
  };
  return {
    id: `case-${at}`,
    cluster: incident.title,
    file: sealCase({
      version: 1,
      id: `case-${at}`,
      incident,
      context: CONTEXT,
      prompt: { name: "cluster", sha256: "00" },
      outcome: "analysed",
      redactions: {},
      times: { accepted: 0, started: 1, gathered: 2, finished: 3 },
    }),
    ...(at !== 6 && { label: { ...LABEL, case: `case-${at}` } }),
  };
});

/** What a variant answers to the nth alert. */
function answerOf(variant: string, at: number, sample: number): string {
  if (variant === "old") return JSON.stringify(GOLD);
  if (at === 5) return "I cannot tell.";
  return JSON.stringify({
    ...GOLD,
    summary: at === 7 ? HOSTILE : `${GOLD.summary} Again, in other words ${sample}.`,
    hypotheses: at % 2
      ? [{ evidence: ["X9"], cause: "The pod photos runs out of memory", confidence: "high" }]
      : GOLD.hypotheses,
  });
}

/** The run. */
export function aRun(): RunResults {
  const rows = CASES.flatMap((one, at) =>
    ["old", "new"].flatMap((variant) =>
      [0, 1].map((sample): Row => {
        const place = { case: one.id, cluster: one.cluster, variant, sample, key: `${at}` };
        if (variant === "new" && at === 4) {
          return sample === 0
            ? { ...place, status: "error", failure: "http_529" }
            : { ...place, status: "missing" };
        }
        const answer = sealRecording({
          origin: "synthetic",
          recordedAt: "2026-03-04T00:00:00.000Z",
          request: {
            v: 1,
            kind: "analysis",
            provider: "aggregator",
            endpoint: "https://llm.example/v1/messages",
            body: "{}",
            sample,
          },
          response: reply(answerOf(variant, at, sample)),
          timing: { latency: 1000 + at, attempts: 1 },
        });
        return {
          ...place,
          status: "answered",
          answer,
          usage: { input: 2000, output: 200 },
          usd: 0.01,
          latency: 1000 + at,
        };
      })
    )
  );
  const scores = rows.flatMap((row) => {
    const one = CASES.find(({ id }) => id === row.case)!;
    return scoreAnswer(row, {
      facts: factsOf(one.file),
      ...(one.label && { label: one.label }),
      answer: readAnswer(row.answer?.response ?? null, one.file),
    }).map((score) => {
      if (row.status === "answered" || score.value === null) return score;
      return { ...score, value: null, isFailedCall: row.status === "error" };
    });
  });
  const comparisons = compareVariants(scores, { baseline: "old" });
  return {
    run: "demo-0123456789",
    variants: ["old", "new"].map((name) => ({
      name,
      model: "demo-model",
      prompts: [`${name}@0123456789ab`],
    })),
    baseline: "old",
    primaries: ["score"],
    within: 0.1,
    repeats: 2,
    summaries: summarize(rows, scores),
    plan: { alpha: 0.05, number: 1, exploratory: new Map() },
    failedCalls: { share: 1 / 32, allowed: 0.05 },
    cases: CASES,
    rows,
    scores,
    comparisons,
    decisions: decide(scores, comparisons, { baseline: "old" }),
    controls: scoreControls(CASES),
    calibration: calibrationOf(rows, scores),
    isSynthetic: true,
  };
}
