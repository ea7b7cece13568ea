import { type Effects, REAL_EFFECTS } from "../../src/effects.ts";
import type { AskOptions, Reply, Retry } from "../../src/llm/ask.ts";
import type { Price } from "../../src/llm/prices.ts";
import { type Reading, readReply, type Usage } from "../../src/llm/read_reply.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
import { type Asked, mostUsed } from "./estimate.ts";
import { priceOf } from "./price_of.ts";
import type { RunBudget } from "./run_budget.ts";

/** Sends a request; never rejects. */
export type Asker = (
  request: RecordedRequest,
  options: Pick<AskOptions, "signal" | "onRetry">,
) => Promise<Reply>;

export interface SendOptions {
  readonly ask: Asker;
  readonly prices?: readonly Price[];
  readonly signal: AbortSignal;
  /** Whether all has been stopped while this request waited for its turn. @default never */
  readonly isStopped?: () => boolean;
  /** Told of every attempt that is followed by another. @default nobody */
  readonly onRetry?: (retry: Retry) => void;
}

/** What was answered. */
export interface Sent {
  readonly reply: Reply;
  /** What the answer means, if there is one. */
  readonly reading?: Reading;
  /** How long the provider took for the attempt that counts. [ms] */
  readonly latency: number;
}

/** Without an answer nobody knows what was used. */
const UNKNOWN_COST = /^(?:timeout|aborted|too_large|network_)/;

/** A proxy that counts nothing says 0. */
function isCredible(reading: Reading, { input, output }: Usage): boolean {
  const hasText = "text" in reading && reading.text !== "";
  return input > 0 && output >= (hasText ? 1 : 0);
}

/**
 * Sends a request once there is room for all that it may use, and accounts for what it used. An
 * attempt whose cost nobody knows counts in full, and the next one needs room of its own.
 *
 * @returns Nothing if the budget does not allow it.
 */
export async function sendWithin(
  budget: RunBudget,
  { request, bytes, render }: Omit<Asked, "key"> & { readonly request: RecordedRequest },
  { ask, prices = [], signal, isStopped = () => false, onRetry = () => {} }: SendOptions,
  { now }: Pick<Effects, "now"> = REAL_EFFECTS,
): Promise<Sent | null> {
  const { model } = render;
  const use = mostUsed(bytes, render);
  const most = {
    tokens: use.input + use.output,
    usd: priceOf(model, use, now(), prices) ?? 0,
  };
  let allowance = await budget.reserve(most);
  if (!allowance || isStopped()) {
    allowance?.spend({ tokens: 0, usd: 0 });
    return null;
  }
  const broke = new AbortController();
  let used = { tokens: 0, usd: 0 }, began = now();
  try {
    const reply = await ask(request, {
      signal: AbortSignal.any([signal, broke.signal]),
      onRetry(retry) {
        began = now() + retry.delay;
        onRetry(retry);
        if (!UNKNOWN_COST.test(retry.failure)) return;
        // Somebody may have worked for us all the same.
        allowance!.spend(most);
        allowance = budget.allow(most);
        if (!allowance) broke.abort();
      },
    });
    const reading = reply.response && readReply(reply.response);
    if (reading?.usage && isCredible(reading, reading.usage)) {
      const { input, output } = reading.usage;
      used = { tokens: input + output, usd: priceOf(model, reading.usage, now(), prices) ?? 0 };
    } else if (UNKNOWN_COST.test(reply.failure ?? "") || (reply.response?.status ?? 500) < 300) {
      // Who answers without saying what it took may have taken all that was allowed.
      used = most;
    }
    if (broke.signal.aborted) return null;
    return { reply, ...(reading && { reading }), latency: Math.max(0, now() - began) };
  } finally {
    allowance?.spend(used);
  }
}
