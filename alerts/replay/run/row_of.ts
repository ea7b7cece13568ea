import type { Price } from "../../src/llm/prices.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import type { Recording } from "../cassette/recording.ts";
import type { Row } from "../row.ts";
import type { PlacedRequest } from "./requests.ts";
import { priceOf } from "./estimate.ts";

export function rowOf(
  { place, variant }: Pick<PlacedRequest, "place"> & {
    readonly variant: Pick<PlacedRequest["variant"], "render">;
  },
  { request: _, ...answer }: Recording,
  { from, prices = [] }: {
    readonly from: NonNullable<Row["from"]>;
    readonly prices?: readonly Price[];
  },
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
