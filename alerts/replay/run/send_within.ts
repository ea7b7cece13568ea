import type { AskOptions, Reply, Retry } from "../../src/llm/ask.ts";
import type { Price } from "../../src/llm/prices.ts";
import { type Reading, readReply, type Usage } from "../../src/llm/read_reply.ts";
import { mostCost, priceOf, type Question } from "./estimate.ts";
import type { RunBudget } from "./run_budget.ts";

/** Sends a request. Never rejects. */
export type Asker = (options: Pick<AskOptions, "signal" | "onRetry">) => Promise<Reply>;

export interface SendOptions {
  readonly ask: Asker;
  readonly prices?: readonly Price[];
  readonly signal: AbortSignal;
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** Whether recording stopped while this request waited. @default never */
  readonly isStopped?: () => boolean;
  /** Called before each retry. @default nothing */
  readonly onRetry?: (retry: Retry) => void;
}

export type Sent = NonNullable<Awaited<ReturnType<typeof sendWithin>>>;

/** Failures after which the usage is unknown. */
const UNKNOWN_COST = /^(?:timeout|aborted|too_large|network_)/;

/** A proxy that does not count reports 0. */
function isCredible(reading: Reading, { input, output }: Usage): boolean {
  const hasText = "text" in reading && reading.text !== "";
  return input > 0 && output >= (hasText ? 1 : 0);
}

/**
 * Sends a request once the budget allows the most it may use, and records the real usage. An
 * attempt of unknown usage counts in full, and its retry needs a new reservation.
 *
 * @returns `null` if the budget does not allow it.
 */
export async function sendWithin(
  budget: RunBudget,
  question: Pick<Question, "bytes" | "render">,
  { ask, prices = [], signal, now, isStopped = () => false, onRetry = () => {} }: SendOptions,
) {
  const { tokens, usd = 0 } = mostCost(question, now(), prices), most = { tokens, usd };
  let allowance = await budget.reserve(most);
  if (!allowance || isStopped()) {
    allowance?.spend({ tokens: 0, usd: 0 });
    return null;
  }
  const broke = new AbortController();
  let used = { tokens: 0, usd: 0 }, began = now();
  try {
    const reply = await ask({
      signal: AbortSignal.any([signal, broke.signal]),
      onRetry(retry) {
        began = now() + retry.delay;
        onRetry(retry);
        if (!UNKNOWN_COST.test(retry.failure)) return;
        // The provider may have done the work.
        allowance!.spend(most);
        allowance = budget.allow(most);
        if (!allowance) broke.abort();
      },
    });
    const reading = reply.response && readReply(reply.response);
    if (reading?.usage && isCredible(reading, reading.usage)) {
      const { input, output } = reading.usage;
      const usd = priceOf(question.render.model, reading.usage, now(), prices) ?? 0;
      used = { tokens: input + output, usd };
    } else if (UNKNOWN_COST.test(reply.failure ?? "") || (reply.response?.status ?? 500) < 300) {
      // Without a credible usage, assume the maximum.
      used = most;
    }
    if (broke.signal.aborted) return null;
    /** Duration of the last attempt. [ms] */
    const latency = Math.max(0, now() - began);
    return { reply, reading, latency };
  } finally {
    allowance?.spend(used);
  }
}
