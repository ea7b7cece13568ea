import { Buffer } from "node:buffer";
import type { Price } from "../../src/llm/prices.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import { keyOf, type RecordedRequest, type Recording } from "../cassette/recording.ts";
import type { Replay } from "../load_replay.ts";
import { requestOf } from "../request_of.ts";
import type { Row } from "../row.ts";
import { priceOf, type Question } from "./estimate.ts";

/**
 * All questions with their requests, by case, variant and repeat. Made one at a time, because all
 * together may not fit into memory.
 */
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

/** The row of a place with a recorded answer. */
export function rowOf(
  { place, render }: Pick<Question, "place" | "render">,
  { request: _, ...answer }: Recording,
  { from, prices }: Required<Pick<Row, "from">> & { readonly prices?: readonly Price[] },
): Row {
  const { usage } = readReply(answer.response);
  const at = Date.parse(answer.recordedAt);
  const used = [
    ...usage ? [usage] : [],
    ...answer.timing.discarded?.flatMap((one) => one.usage ?? []) ?? [],
  ];
  const costs = used.map((one) => priceOf(render.model, one, at, prices));
  const usd = costs.length === 0 || costs.includes(undefined)
    ? undefined
    : costs.reduce<number>((sum, cost) => sum + cost!, 0);
  const sum = (of: "input" | "output") => used.reduce((all, one) => all + one[of], 0);
  return {
    ...place,
    key: answer.key,
    status: "answered",
    from,
    ...(usage && { usage: { input: sum("input"), output: sum("output") } }),
    ...(usd !== undefined && { usd }),
    latency: answer.timing.latency,
    answer,
  };
}
