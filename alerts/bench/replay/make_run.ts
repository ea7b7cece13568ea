/**
 * A run with as many answers as wanted, made of the demo's alerts.
 *
 * @module
 */

import { join } from "node:path";
import type { CaseFile } from "../../src/case_file.ts";
import { sealCase } from "../../src/seal_case.ts";
import { sealRecording } from "../../replay/cassette/recording.ts";
import { loadReplay } from "../../replay/load_replay.ts";
import type { ReplayCase } from "../../replay/read_cases.ts";
import type { Place } from "../../replay/row.ts";
import { manifestOf } from "../../replay/run/manifest.ts";
import { requestsOf, rowOf } from "../../replay/run/requests.ts";
import { openRun } from "../../replay/run/run_folder.ts";

const DEMO = new URL("../../data/replay/", import.meta.url);
/** Alerts, and variants. */
const ALERTS = 50, VARIANTS = ["old", "new"];

/** Makes a run of `repeats` answers by two variants to each of 50 alerts. @returns Its folder. */
export async function makeRun(folder: string, repeats: number): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const lines = (await Deno.readTextFile(new URL("cases.jsonl", DEMO))).trim().split("\n");
  const cases = Array.from({ length: ALERTS }, (_, at) => {
    const { seal: _seal, ...file }: CaseFile = JSON.parse(lines[at % lines.length]!);
    return JSON.stringify(sealCase({ ...file, id: `${file.id}-${at}` }));
  });
  await Deno.writeTextFile(join(folder, "cases.jsonl"), `${cases.join("\n")}\n`);
  for (const name of VARIANTS) await Deno.writeTextFile(join(folder, `${name}.md`), `${name}\n`);
  await Deno.writeTextFile(
    join(folder, "replay.yaml"),
    `cases: [cases.jsonl]
endpoint: https://llm.example/v1/messages
repeats: ${repeats}
baseline: old
variants:
${VARIANTS.map((name) => `  - { name: ${name}, prompts: ${name}.md, model: m }`).join("\n")}
`,
  );
  const replay = await loadReplay(join(folder, "replay.yaml"));
  const runs = join(folder, "runs");
  using run = await openRun(runs, manifestOf(replay, runs));
  const byId = new Map(replay.cases.map((one) => [one.id, one]));
  for (const { asked: request, ...question } of requestsOf(replay)) {
    const { place } = question;
    const recording = sealRecording({
      origin: "synthetic",
      recordedAt: "2026-11-21T00:00:00.000Z",
      request,
      response: { status: 200, body: JSON.stringify(answerTo(byId.get(place.case)!, place)) },
      timing: { latency: 1500, attempts: 1 },
    });
    run.add(rowOf(question, recording, { from: "cassette" }));
  }
  return run.folder;
}

/** As long as a real one, and never the same. */
function answerTo(one: ReplayCase, { variant, sample }: Place): unknown {
  const text = JSON.stringify({
    not_read: ["The log of the container that ran before"],
    hypotheses: [causeOf(one, sample), causeOf(one, sample + 1)],
    inconclusive: variant === "new" && sample % 7 === 0,
    severity: sample % 3 ? "warning" : "critical",
    next_steps: ["Look at the log of the container", `Compare it with hour ${sample}`],
    summary: `${one.file.incident.title}: attempt ${sample} of '${variant}' finds the likeliest ` +
      "cause in the log, and it began before the alert did.",
  });
  return {
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 3000 + sample, output_tokens: 250 },
  };
}

function causeOf({ file: { context } }: ReplayCase, sample: number) {
  const item = context[sample % context.length];
  const quote = JSON.stringify(item?.data ?? item?.error ?? "").replace(/["\\[\]{}]/g, " ")
    .trim().slice(0, 60);
  return {
    evidence: item ? [item.id] : [],
    cause: `It is as item ${sample} shows: "${quote}", which takes ${sample} % of 512 MiB`,
    confidence: "medium",
  };
}
