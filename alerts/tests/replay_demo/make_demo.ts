/**
 * The files of the replay demo, out of what is written in `cases/`.
 *
 * @module
 */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { CaseFile } from "../../src/case_file.ts";
import { openCassettes } from "../../replay/cassette/cassettes.ts";
import { recordingText } from "../../replay/cassette/recording_text.ts";
import { sealRecording } from "../../replay/cassette/seal_recording.ts";
import { refuseSecrets } from "../../replay/cassette/secrets_in.ts";
import { readConfig } from "../../replay/config/read_config.ts";
import { clusterOf } from "../../replay/cluster_of.ts";
import type { Label } from "../../replay/label.ts";
import { type Entry, entryOf } from "../../replay/plan/ledger.ts";
import { planOf } from "../../replay/plan/plan.ts";
import { requestOf } from "../../replay/request_of.ts";
import type { DemoAnswers, DemoCase } from "./demo_case.ts";
import { DEMO_CASES } from "./demo_cases.ts";
import { makeCase } from "./make_case.ts";
import { responseOf } from "./response_of.ts";

/** Where the demo lies. */
export const FOLDER = new URL("../../data/replay/", import.meta.url);

const LABELLED = { by: "synthetic, generated for this demo", at: "2026-11-21" };
const PLANNED_AT = "2026-11-20T00:00:00Z", RECORDED_AT = "2026-11-21T00:00:00Z";

/** Whose answers a variant of `replay.yaml` gets. */
const ANSWERS_OF: Readonly<Record<string, keyof DemoAnswers>> = {
  shipped: "shipped",
  short: "short",
  "no-context": "blind",
};

/** Makes all files that are made, by their paths below {@linkcode FOLDER}. */
export async function makeDemo(): Promise<Map<string, string>> {
  const files = await Promise.all(DEMO_CASES.map(makeCase));
  const labels = DEMO_CASES.map((demo): Label => ({
    case: demo.id,
    ...demo.label,
    tags: ["alert" in demo ? "cluster" : "host"],
    ...LABELLED,
  }));
  return new Map([
    ["cases.jsonl", lines(files)],
    ["labels.jsonl", lines(labels)],
    ["plans.jsonl", lines([await plan(files, labels)])],
    ...await recordings(DEMO_CASES.map((demo, index) => ({ demo, file: files[index]! }))),
  ]);
}

/** The plan of the demo, made before its answers were. */
async function plan(files: readonly CaseFile[], labels: readonly Label[]): Promise<Entry> {
  const config = await readConfig(`${fileURLToPath(FOLDER)}replay.yaml`);
  const cases = files.map((file, index) => ({
    id: file.id,
    cluster: clusterOf(file.incident, config.cluster),
    file,
    label: labels[index]!,
  }));
  return entryOf(planOf(config, cases), new Date(PLANNED_AT));
}

async function recordings(
  cases: readonly { readonly demo: DemoCase; readonly file: CaseFile }[],
): Promise<[string, string][]> {
  const folder = fileURLToPath(FOLDER);
  const { variants, cassettes } = await readConfig(`${folder}replay.yaml`);
  const { pathOf } = openCassettes(cassettes);
  return variants.flatMap((variant) =>
    cases.flatMap(({ demo, file }) =>
      demo.answers[ANSWERS_OF[variant.name]!].map((answer, sample): [string, string] => {
        const request = requestOf({ file }, variant, sample);
        const recording = sealRecording({
          origin: "synthetic",
          recordedAt: RECORDED_AT,
          request,
          ...responseOf(answer, request),
        });
        refuseSecrets(request.body, `The request of ${demo.id}`);
        refuseSecrets(recording.response.body, `The answer to ${demo.id}`);
        return [relative(folder, pathOf(request)), recordingText(recording)];
      })
    )
  );
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
