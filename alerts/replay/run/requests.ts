import type { Price } from "../../src/llm/prices.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import { keyOf, type RecordedRequest, type Recording } from "../cassette/recording.ts";
import type { Replay } from "../load_replay.ts";
import type { ReplayCase } from "../replay_case.ts";
import { requestOf } from "../request_of.ts";
import type { Place, Row } from "../row.ts";
import type { Variant } from "../config/read_config.ts";
import { priceOf } from "./estimate.ts";

/** A request and the place that its answer belongs to. */
export interface PlacedRequest {
  readonly place: Place;
  readonly one: ReplayCase;
  readonly variant: Variant;
  readonly request: RecordedRequest;
  readonly key: string;
}

/**
 * All places with their requests, by case, variant and repeat. Made one at a time, because all
 * together may not fit into memory.
 */
export function* requestsOf(
  { cases, config: { variants, repeats } }: Pick<Replay, "cases" | "config">,
): Generator<PlacedRequest> {
  for (const one of cases) {
    for (const variant of variants) {
      const first = requestOf(one, variant, 0);
      for (let sample = 0; sample < repeats; sample++) {
        const request = { ...first, sample: first.sample + sample };
        yield {
          place: { case: one.id, cluster: one.cluster, variant: variant.name, sample },
          one,
          variant,
          request,
          key: keyOf(request),
        };
      }
    }
  }
}

/** The row of a place with a recorded answer. */
export function rowOf(
  { place, variant }: Pick<PlacedRequest, "place" | "variant">,
  { request: _, ...answer }: Recording,
  { from, prices }: Required<Pick<Row, "from">> & { readonly prices?: readonly Price[] },
): Row {
  const { usage } = readReply(answer.response);
  const at = Date.parse(answer.recordedAt);
  const used = [
    ...usage ? [usage] : [],
    ...answer.timing.discarded?.flatMap((one) => one.usage ?? []) ?? [],
  ];
  const costs = used.map((one) => priceOf(variant.render.model, one, at, prices));
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
