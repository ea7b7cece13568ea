import { Buffer } from "node:buffer";
import type { Price } from "../../src/llm/prices.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import { keyOf, type RecordedRequest, type Recording } from "../cassette/recording.ts";
import type { Replay } from "../load_replay.ts";
import { requestOf } from "../request_of.ts";
import type { Row } from "../row.ts";
import { priceOf, type Question, type RecordedUse, totalCost } from "./estimate.ts";
import type { OpenRun } from "./run_folder.ts";

/** All questions with their requests, by case, variant and repeat; made one at a time. */
export function* requestsOf(
  { cases, config: { variants, repeats } }: Pick<Replay, "cases" | "config">,
): Generator<Question & { readonly asked: RecordedRequest }> {
  for (const one of cases) {
    for (const variant of variants) {
      const { name, render } = variant;
      const first = requestOf(one, variant, 0), bytes = Buffer.byteLength(first.body);
      for (let sample = 0; sample < repeats; sample++) {
        const asked = { ...first, sample: first.sample + sample };
        const place = { case: one.id, cluster: one.cluster, variant: name, sample };
        const request = () => requestOf(one, variant, sample);
        yield { place, key: keyOf(asked), bytes, render, request, asked };
      }
    }
  }
}

/** Looks up the answer of every place. All become rows; missing ones are returned together. */
export async function survey(replay: Replay, run: OpenRun, signal: AbortSignal) {
  const { cassettes, prices } = replay.config, { fresh } = run.manifest;
  const missing: Question[] = [], used: RecordedUse[] = [];
  let total = 0;
  for (const { asked, ...question } of requestsOf(replay)) {
    signal.throwIfAborted();
    const { place, key, bytes, render: { model } } = question;
    total++;
    if (fresh && run.isAnswered(place)) continue;
    const recording = fresh?.mode === "live" ? null : await cassettes.read(asked, key);
    const row = recording && rowOf(question, recording, { from: "cassette", prices });
    if (row?.usage) used.push({ ...row.usage, model, bytes, usd: row.usd });
    if (row && recording.recordedAt >= (fresh?.since ?? "")) run.add(row);
    else {
      missing.push(question);
      run.add({ ...place, key, status: "missing" });
    }
  }
  return { total, missing, used };
}

/** The row of a place with a recorded answer. Discarded answers are paid for, too. */
export function rowOf(
  { place, render }: Pick<Question, "place" | "render">,
  { request: _, ...answer }: Recording,
  { from, prices = [] }: Required<Pick<Row, "from">> & { readonly prices?: readonly Price[] },
): Row {
  const { usage } = readReply(answer.response), { latency, discarded = [] } = answer.timing;
  const used = [usage, ...discarded.map(({ usage }) => usage)].filter((one) => one !== undefined);
  const at = Date.parse(answer.recordedAt);
  const usd = totalCost(used.map((one) => priceOf(render.model, one, at, prices)));
  const sum = (of: "input" | "output") => used.reduce((all, one) => all + one[of], 0);
  return {
    ...place,
    key: answer.key,
    status: "answered",
    from,
    ...(usage && { usage: { input: sum("input"), output: sum("output") } }),
    ...(used.length > 0 && usd !== undefined && { usd }),
    latency,
    answer,
  };
}
