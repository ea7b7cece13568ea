/**
 * The files of the replay demo, out of what is written in `cases/`.
 *
 * @module
 */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { refuseSecrets } from "../../replay/cassette/secrets_in.ts";
import { type Config, readConfig } from "../../replay/config/read_config.ts";
import type { Label } from "../../replay/label.ts";
import { entryOf } from "../../replay/plan/ledger.ts";
import { planOf } from "../../replay/plan/plan.ts";
import { requestOf } from "../../replay/request_of.ts";
import { type Recording, recordingText, sealRecording } from "../../replay/cassette/recording.ts";
import { clusterOf, type ReplayCase } from "../../replay/read_cases.ts";
import type { Row } from "../../replay/row.ts";
import { rowOf } from "../../replay/run/requests.ts";
import { judgements } from "./judgements.ts";
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
  const config = await readConfig(`${fileURLToPath(FOLDER)}replay.yaml`);
  const cases = files.map((file, index): ReplayCase => ({
    id: file.id,
    cluster: clusterOf(file.incident, config.cluster),
    file,
    label: labels[index]!,
  }));
  const answers = recordings(config, DEMO_CASES.map((demo, at) => ({ demo, one: cases[at]! })));
  const judged = judgements(config, cases, answers.map(({ row }) => row));
  const { pathOf } = config.cassettes;
  const file = (recording: Recording): [string, string] => [
    relative(fileURLToPath(FOLDER), pathOf(recording.request)),
    recordingText(recording),
  ];
  return new Map([
    ["cases.jsonl", lines(files)],
    ["labels.jsonl", lines(labels)],
    // It was made before the answers were.
    ["plans.jsonl", lines([entryOf(planOf(config, cases), new Date(PLANNED_AT))])],
    ["verdicts.jsonl", judged.verdicts],
    ...[...answers.map(({ recording }) => recording), ...judged.recordings].map(file),
  ]);
}

function recordings(
  { variants, prices }: Config,
  cases: readonly { readonly demo: DemoCase; readonly one: ReplayCase }[],
): { readonly recording: Recording; readonly row: Row }[] {
  return variants.flatMap((variant) =>
    cases.flatMap(({ demo, one }) =>
      demo.answers[ANSWERS_OF[variant.name]!].map((answer, sample) => {
        const request = requestOf(one, variant, sample);
        const recording = sealRecording({
          origin: "synthetic",
          recordedAt: RECORDED_AT,
          request,
          ...responseOf(answer, request),
        });
        refuseSecrets(request.body, `The request of ${demo.id}`);
        refuseSecrets(recording.response.body, `The answer to ${demo.id}`);
        const place = { case: one.id, cluster: one.cluster, variant: variant.name, sample };
        return {
          recording,
          row: rowOf({ place, render: variant.render }, recording, { from: "cassette", prices }),
        };
      })
    )
  );
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
