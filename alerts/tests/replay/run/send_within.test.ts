import { describe, expect, test } from "vitest";
import type { Reply } from "../../../src/llm/ask.ts";
import { RunBudget } from "../../../replay/run/run_budget.ts";
import { type Asker, sendWithin } from "../../../replay/run/send_within.ts";
import { reply } from "../checks/planted.ts";

/** It may use 3,648 tokens: each of 900 bytes may be one, and the envelope has 2,048. */
const MOST = 900 + 2048 + 700;
const ASKED = { bytes: 900, render: { model: "m", maxTokens: 700 } };
const DONE: Reply = { response: reply("{}"), isTemporary: false, attempts: 1, duration: 0 };

/** Asks with attempts that fail before the answer comes. */
function failing(failures: readonly string[], last = DONE): Asker {
  return ({ signal, onRetry }) => {
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
  return sendWithin(budget, ASKED, { ask, signal: new AbortController().signal, now });
};

describe("sendWithin()", () => {
  test("counts what an answer used, whatever was reserved", async () => {
    const budget = new RunBudget({ maxTokens: 10_000 });
    await send(budget, failing([]));
    expect(budget.spent().tokens).toBe(2200);
  });

  test("counts an attempt in full of which nobody knows what it used, but no refusal", async () => {
    const budget = new RunBudget({ maxTokens: 20_000 });
    await send(budget, failing(["http_529", "timeout", "network_econnreset", "http_429"]));
    expect(budget.spent().tokens).toBe(2 * MOST + 2200);
  });

  test("ends where the next attempt has no room of its own", async () => {
    const budget = new RunBudget({ maxTokens: 9000 });
    expect(await send(budget, failing(["timeout", "timeout", "timeout"]))).toBeNull();
    expect(budget.spent().tokens).toBe(2 * MOST);
    // What was given back is free again.
    expect(budget.allow({ tokens: 1700, usd: 0 })).not.toBeNull();
  });

  test("counts a call that ends without an answer in full", async () => {
    const budget = new RunBudget();
    const gone: Reply = { failure: "timeout", isTemporary: true, attempts: 1, duration: 0 };
    await send(budget, failing([], gone));
    expect(budget.spent().tokens).toBe(MOST);
  });

  test.each([
    ["without usage", undefined],
    ["with a usage of 0", { input_tokens: 0, output_tokens: 0 }],
    ["with a negative usage", { input_tokens: -5000, output_tokens: 200 }],
    ["with a usage that is no number", { input_tokens: "many", output_tokens: 200 }],
  ])("counts an answer in full %s", async (_, usage) => {
    const content = [{ type: "text", text: "{}" }];
    const body = JSON.stringify({ content, stop_reason: "end_turn", ...(usage && { usage }) });
    const answered: Reply = { ...DONE, response: { status: 200, body } };
    const budget = new RunBudget({ maxTokens: 3 * MOST });
    for (let call = 0; call < 5; call++) await send(budget, failing([], answered));
    expect(budget.spent().tokens).toBe(3 * MOST);
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
      now: Date.now,
      isStopped: () => true,
    };
    expect(await sendWithin(budget, ASKED, options)).toBeNull();
    expect(budget.spent().tokens).toBe(0);
  });
});
