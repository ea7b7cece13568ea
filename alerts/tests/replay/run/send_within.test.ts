import { describe, expect, test } from "vitest";
import type { Reply } from "../../../src/llm/ask.ts";
import { RunBudget } from "../../../replay/run/run_budget.ts";
import { type Asker, sendWithin } from "../../../replay/run/send_within.ts";
import { reply } from "../checks/planted.ts";

const REQUEST = {
  v: 1,
  kind: "analysis",
  provider: "native",
  endpoint: "https://llm.example/v1",
  body: "{}",
  sample: 0,
} as const;
/** It may use 1,000 tokens: 900 bytes are 300 of them at most. */
const ASKED = { request: REQUEST, bytes: 900, render: { model: "m", maxTokens: 700 } };
const DONE: Reply = { response: reply("{}"), isTemporary: false, attempts: 1, duration: 0 };

/** Asks with attempts that fail before the answer comes. */
function failing(failures: readonly string[], last = DONE): Asker {
  return (_, { signal, onRetry }) => {
    for (const failure of failures) {
      onRetry!({ failure, delay: 500 });
      if (signal.aborted) {
        return Promise.resolve({ failure: "aborted", isTemporary: true, attempts: 1, duration: 0 });
      }
    }
    return Promise.resolve(last);
  };
}

const send = (budget: RunBudget, ask: Asker) => {
  let time = 0;
  const now = () => time += 10;
  return sendWithin(budget, ASKED, { ask, signal: new AbortController().signal }, { now });
};

describe("sendWithin()", () => {
  test("counts what an answer used, whatever was reserved", async () => {
    const budget = new RunBudget({ maxTokens: 10_000 });
    await send(budget, failing([]));
    expect(budget.spent().tokens).toBe(2200);
  });

  test("counts an attempt in full of which nobody knows what it used, but no refusal", async () => {
    const budget = new RunBudget({ maxTokens: 10_000 });
    await send(budget, failing(["http_529", "timeout", "network_econnreset", "http_429"]));
    expect(budget.spent().tokens).toBe(2 * 1000 + 2200);
  });

  test("ends where the next attempt has no room of its own", async () => {
    const budget = new RunBudget({ maxTokens: 2500 });
    expect(await send(budget, failing(["timeout", "timeout", "timeout"]))).toBeNull();
    expect(budget.spent().tokens).toBe(2000);
    // What was given back is free again.
    expect(budget.allow({ tokens: 500, usd: 0 })).not.toBeNull();
  });

  test("counts a call that ends without an answer in full", async () => {
    const budget = new RunBudget();
    const gone: Reply = { failure: "timeout", isTemporary: true, attempts: 1, duration: 0 };
    await send(budget, failing([], gone));
    expect(budget.spent().tokens).toBe(1000);
  });

  test("times the attempt that counts, without the pauses before it", async () => {
    const quick = await send(new RunBudget(), failing([]));
    const slow = await send(new RunBudget(), failing(["http_429", "http_429"]));
    expect(quick!.latency).toBeLessThan(100);
    expect(slow!.latency).toBeLessThan(100);
  });

  test("does not begin what waited while all was stopped", async () => {
    const budget = new RunBudget();
    const options = {
      ask: () => Promise.reject(new Error("it was asked")),
      signal: new AbortController().signal,
      isStopped: () => true,
    };
    expect(await sendWithin(budget, ASKED, options)).toBeNull();
    expect(budget.spent().tokens).toBe(0);
  });
});
