import type { Price } from "../../src/llm/prices.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import type { Recording } from "../cassette/recording.ts";
import type { Row } from "../row.ts";
import type { Planned } from "./plan.ts";
import { priceOf } from "./price_of.ts";

/** Options of {@linkcode rowOf}. */
export interface RowOfOptions {
  /** Where the answer came from. */
  readonly from: "cassette" | "call";
  /** Prices besides the analyzer's list. @default none */
  readonly prices?: readonly Price[];
}

/**
 * The row of an answer.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { sealRecording } from "../cassette/seal_recording.ts";
 * import { rowOf } from "./row_of.ts";
 *
 * const request = {
 *   v: 1, kind: "analysis", provider: "aggregator", endpoint: "https://llm.example/v1",
 *   body: "{}", sample: 0,
 * } as const;
 * const usage = { input_tokens: 1000, output_tokens: 200 };
 * const recording = sealRecording({
 *   origin: "synthetic",
 *   recordedAt: "2026-01-02T03:04:05Z",
 *   request,
 *   response: { status: 200, body: JSON.stringify({ content: [], usage }) },
 *   timing: { latency: 1500, attempts: 1 },
 * });
 * const place = { case: "a", cluster: "Down", variant: "short", sample: 0 };
 * const variant = { render: { model: "m" } };
 * const row = rowOf({ place, variant }, recording, { from: "cassette" });
 * assert.deepEqual([row.status, row.usage, row.latency], ["answered", { input: 1000, output: 200 }, 1500]);
 * ```
 */
export function rowOf(
  { place, variant }: Pick<Planned, "place"> & {
    readonly variant: Pick<Planned["variant"], "render">;
  },
  { request: _, ...answer }: Recording,
  { from, prices = [] }: RowOfOptions,
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
