/**
 * A folder with everything that a replay needs, and a stand-in for the provider.
 *
 * @module
 */

import { join } from "node:path";
import { type LlmRequest, type LlmStandInOptions, startLlm } from "../../src/demo/llm_stand_in.ts";
import { sealCase } from "../../src/seal_case.ts";
import type { Effects } from "../../../src/terminal/command.ts";
import { replay } from "../../replay/command/replay.ts";
import { record } from "../../replay/record/record.ts";
import type { RecordEffects } from "../../replay/record/record_questions.ts";
import { effects } from "../../../tests/terminal/capture.ts";
import { CONTEXT, GOLD, INCIDENT, LABEL } from "./checks/planted.ts";

export const KEY = "sk-stage-key-of-the-tests";
export const MODEL = "claude-haiku-5-5";

/** What a model says to a good prompt, and to a worse one. */
export function stagedAnswer({ system }: Pick<LlmRequest, "system">): { readonly text: string } {
  if (system[0]!.text.startsWith("Be careful")) return { text: JSON.stringify(GOLD) };
  const hypotheses = [{ evidence: ["M1"], cause: "It runs out of memory", confidence: "high" }];
  return { text: JSON.stringify({ ...GOLD, hypotheses }) };
}

/** What a stage is like. */
export interface StageOptions {
  /** Number of alerts, each of a name of its own. @default {8} */
  readonly alerts?: number;
  /** Repeats. @default {1} */
  readonly repeats?: number;
  /** What the provider answers. @default as a model that follows its prompt */
  readonly answer?: LlmStandInOptions["answer"];
  /** Key of the provider. @default {KEY} */
  readonly key?: string;
  /** Lines that are added to `replay.yaml`. */
  readonly yaml?: string;
}

/** Sets the stage up. */
export async function stage(options: StageOptions = {}) {
  const { alerts = 8, repeats = 1, answer = stagedAnswer, yaml = "", key = KEY } = options;
  const folder = await Deno.makeTempDir({ prefix: "wattbook-replay-" });
  const llm = startLlm({
    key,
    provider: "aggregator",
    models: [MODEL, "claude-sonnet-5-5"],
    answer,
  });
  const file = join(folder, "replay.yaml"), runs = join(folder, "runs");
  const write = (name: string, text: string) => Deno.writeTextFile(join(folder, name), text);
  await Deno.mkdir(join(folder, "prompts"));
  await write("prompts/careful.md", "Be careful.\nCite what you use.\n");
  await write("prompts/hasty.md", "Be quick.\nCite what you use.\n");
  await write("cases.jsonl", Array.from({ length: alerts }, (_, at) => caseLine(at)).join(""));
  await write(
    "labels.jsonl",
    Array.from(
      { length: alerts },
      (_, at) => `${JSON.stringify({ ...LABEL, case: `case-${at}` })}\n`,
    ).join(""),
  );
  await write(
    "replay.yaml",
    `cases: [cases.jsonl]
labels: labels.jsonl
endpoint: ${new URL("/api/v1/messages", llm.url).href}
repeats: ${repeats}
variants:
  - { name: careful, prompts: prompts/careful.md, model: ${MODEL} }
  - { name: hasty, prompts: prompts/hasty.md, model: ${MODEL} }
${yaml}`,
  );
  const run = async (
    command: (effects: RecordEffects) => Promise<number>,
    given: Partial<Effects>,
  ) => {
    const fakes = effects();
    const code = await command({ ...fakes, now: Date.now, ...given, apiKey: () => key });
    return { code, out: fakes.stdout.text, err: fakes.stderr.text };
  };
  return {
    folder,
    file,
    runs,
    llm,
    write,
    /** Runs `deno task replay`. */
    replay: (...args: string[]) => run((effects) => replay([...args, "--runs", runs], effects), {}),
    /** Runs `deno task replay:record`, as far as it asks. */
    record: (args: readonly string[] = ["--yes"], given: Partial<RecordEffects> = {}) =>
      run((effects) => record([file, "--runs", runs, ...args], { ...effects, ...given }), given),
    /** Paths of all recordings. */
    recordings: () => Array.fromAsync(jsonBelow(join(folder, "cassettes"))),
    async [Symbol.asyncDispose]() {
      await llm.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A case as a line of `cases.jsonl`. */
export function caseLine(at: number, title = `Alert${at}`): string {
  const sealed = sealCase({
    version: 1,
    id: `case-${at}`,
    incident: { ...INCIDENT, title, labels: { ...INCIDENT.labels, alertname: title } },
    context: CONTEXT,
    prompt: { name: "cluster", sha256: "00" },
    outcome: "analysed",
    redactions: {},
    times: { accepted: 0, started: 1, gathered: 2, finished: 3 },
  });
  return `${JSON.stringify(sealed)}\n`;
}

async function* jsonBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* jsonBelow(join(folder, name));
    else yield join(folder, name);
  }
}
