import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type CannedAnswer,
  llmError,
  type LlmRequest,
  startLlm,
} from "../../src/demo/llm_stand_in.ts";
import { MemoryLedger } from "../../src/llm/budget.ts";
import {
  type AnalystEvent,
  llmAnalyst,
  type LlmAnalystOptions,
} from "../../src/llm/llm_analyst.ts";
import { promptOf } from "../../src/llm/prompt.ts";
import { Secret } from "../../../src/secret.ts";
import { ANSWER, CONTEXT, INCIDENT, NO_REDACTION } from "../crash_loop.ts";
import { loopback, named } from "../loopback.ts";

const KEY = "sk-very-secret";
const GOOD = { text: JSON.stringify(ANSWER) };
const PROMPT = promptOf("cluster", "Say why.");

type Answer = CannedAnswer | Response;

/** An analyst that asks a stand-in for the native provider. */
function open(
  answer: (request: LlmRequest, count: number) => Answer | Promise<Answer>,
  options: Partial<LlmAnalystOptions> & { provider?: "aggregator" } = {},
) {
  const provider = options.provider ?? "native";
  const llm = startLlm({ provider, key: KEY, answer });
  const dispatcher = loopback(), events: AnalystEvent[] = [];
  const isNative = provider === "native";
  const analyst = llmAnalyst({
    url: isNative
      ? named("api.anthropic.com", "/v1/messages", llm.url)
      : named("openrouter.ai", "/api/v1/messages", llm.url),
    apiKey: new Secret(KEY),
    model: isNative ? "claude-haiku-5-5" : "anthropic/claude-haiku-5-5",
    prompt: PROMPT,
    dispatcher,
    observe: (event) => events.push(event),
    ...options,
  }, { now: Date.now, random: () => 0, wait: () => Promise.resolve() });
  return {
    llm,
    events,
    analyse: (redactor = NO_REDACTION) =>
      analyst.analyse(INCIDENT, CONTEXT, { signal: new AbortController().signal, redactor }),
    async [Symbol.asyncDispose]() {
      await dispatcher.destroy();
      await llm.stop();
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("llmAnalyst()", () => {
  test("asks the native provider as it wants to be asked", async () => {
    await using lab = open(() => GOOD, { apiVersion: "2026-10-21" });
    const opinion = await lab.analyse();
    const [request] = lab.llm.requests;
    expect(request?.headers.get("x-api-key")).toBe(KEY);
    expect(request?.headers.get("anthropic-version")).toBe("2026-10-21");
    expect(request?.headers.has("authorization")).toBe(false);
    expect(opinion).toEqual({
      prompt: { name: "cluster", sha256: PROMPT.sha256 },
      analysis: ANSWER,
      isRetryable: false,
      exchange: {
        url: `http://api.anthropic.com:${lab.llm.url.port}/v1/messages`,
        apiVersion: "2026-10-21",
        model: "claude-haiku-5-5",
        request: request?.body,
        response: { status: 200, body: expect.stringContaining("msg_canned_1") },
        usage: { input: expect.any(Number), output: 77, usd: expect.any(Number) },
        attempts: 1,
        duration: expect.any(Number),
      },
    });
  });

  test("and a reseller, who tells what it cost", async () => {
    await using lab = open(() => GOOD, { provider: "aggregator" });
    const { analysis, exchange } = await lab.analyse();
    const [request] = lab.llm.requests;
    expect(request?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
    expect(request?.headers.has("x-api-key")).toBe(false);
    expect(analysis).toEqual(ANSWER);
    expect(exchange?.usage?.usd).toBe(0.0025);
    expect(exchange).not.toHaveProperty("apiVersion");
  });

  test.each<[string, Answer, string, boolean]>([
    ["a refusal", { text: "", stopReason: "refusal", category: "cyber" }, "refusal_cyber", false],
    ["a cut answer", { text: "{", stopReason: "max_tokens" }, "max_tokens", false],
    [
      "a full window",
      { text: "", stopReason: "model_context_window_exceeded" },
      "model_context_window_exceeded",
      false,
    ],
    ["a pause", { text: "", stopReason: "pause_turn" }, "pause_turn", false],
    ["a call of a tool", { text: "", stopReason: "tool_use" }, "tool_use", false],
    ["no text", { text: "" }, "empty", true],
    ["prose", { text: "Sure!" }, "not_json", true],
    ["another form", { text: '{"summary":"x"}' }, "bad_form", true],
    ["a page", new Response("<html>"), "bad_reply", true],
    ["a bad request", llmError(400, "invalid_request_error", "no"), "http_400", false],
    ["a request that is too large", llmError(413, "request_too_large", "no"), "http_413", false],
    ["no key", llmError(401, "authentication_error", "no"), "http_401", false],
    ["no money", llmError(402, "billing_error", "no"), "http_402", false],
  ])("%s is an opinion with a failure", async (_, answer, failure, isRetryable) => {
    await using lab = open(() => answer);
    const opinion = await lab.analyse();
    expect(opinion).toMatchObject({ failure, isRetryable, exchange: { failure, attempts: 1 } });
    expect(opinion).not.toHaveProperty("analysis");
  });

  test("an overloaded provider is asked three times", async () => {
    await using lab = open(() => llmError(529, "overloaded_error", "Overloaded"));
    expect(await lab.analyse())
      .toMatchObject({ failure: "http_529", isRetryable: true, exchange: { attempts: 3 } });
  });

  test("is told by `x-should-retry` not to ask again, now or later", async () => {
    await using lab = open(() =>
      llmError(500, "api_error", "Broken for good", { "x-should-retry": "false" })
    );
    expect(await lab.analyse()).toMatchObject({ failure: "http_500", exchange: { attempts: 1 } });
  });

  test("the case holds no secret, neither the model's nor the key", async () => {
    const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[PASSWORD#1]") };
    await using lab = open((_, count) =>
      count === 1
        ? { text: JSON.stringify({ ...ANSWER, summary: "it is hunter2" }) }
        : llmError(400, "invalid_request_error", `no good: ${KEY} hunter2`)
    );
    const good = await lab.analyse(redactor), bad = await lab.analyse(redactor);
    expect(good.analysis?.summary).toBe("it is [PASSWORD#1]");
    expect(JSON.parse(good.exchange!.response!.body).content[0].text).toContain("[PASSWORD#1]");
    expect(JSON.parse(bad.exchange!.response!.body).error.message)
      .toBe("no good: [API_KEY] [PASSWORD#1]");
    expect(JSON.stringify([good, bad])).not.toMatch(/hunter2|sk-very/);
  });

  test("a query of the address, which may hold a key, is not in the case", async () => {
    await using lab = open(() => GOOD);
    const url = named("api.anthropic.com", "/v1/messages?code=secret", lab.llm.url);
    await using other = open(() => GOOD, { url });
    expect(JSON.stringify(await other.analyse())).not.toContain("code=secret");
  });

  test("what cannot be asked is an opinion, too", async () => {
    await using lab = open(() => GOOD);
    const analyst = llmAnalyst({
      url: lab.llm.url,
      apiKey: new Secret(KEY),
      model: "m",
      prompt: PROMPT,
    });
    const opinion = await analyst.analyse({ ...INCIDENT, startsAt: NaN }, [], {
      signal: new AbortController().signal,
      redactor: NO_REDACTION,
    });
    expect(opinion).toMatchObject({ failure: "fault_rangeerror", isRetryable: false });
  });
});

describe("the circuit breaker", () => {
  test("opens on a bad key, says so once, tries again after a while, and closes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    let isFixed = false;
    await using lab = open(() => isFixed ? GOOD : llmError(401, "authentication_error", "no"));
    expect(await lab.analyse()).toMatchObject({ failure: "http_401" });
    const shut = await lab.analyse();
    expect(shut).toMatchObject({ failure: "breaker_open", isRetryable: false });
    expect(shut).not.toHaveProperty("exchange");
    expect(lab.llm.requests).toHaveLength(1);

    vi.setSystemTime(299_999);
    expect(await lab.analyse()).toMatchObject({ failure: "breaker_open" });
    vi.setSystemTime(300_000);
    expect(await lab.analyse()).toMatchObject({ failure: "http_401" });
    expect(await lab.analyse()).toMatchObject({ failure: "breaker_open" });
    expect(lab.llm.requests).toHaveLength(2);

    isFixed = true;
    vi.setSystemTime(600_000);
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
    expect(lab.events).toEqual([
      { kind: "llm_refused", failure: "http_401" },
      { kind: "llm_restored" },
    ]);
  });

  test.each([
    llmError(402, "billing_error", "no"),
    llmError(403, "permission_error", "no"),
    llmError(404, "not_found_error", "model: x"),
    llmError(400, "invalid_request_error", "Your credit balance is too low to access the API."),
  ])("opens on %o", async (error) => {
    await using lab = open(() => error.clone());
    await lab.analyse();
    expect(await lab.analyse()).toMatchObject({ failure: "breaker_open" });
  });

  test("one hostile alert does not keep the others from being analysed", async () => {
    await using lab = open(
      (_, count) =>
        count === 1
          ? llmError(403, "permission_error", "Blocked: prompt injection patterns detected")
          : GOOD,
      { provider: "aggregator" },
    );
    expect(await lab.analyse()).toMatchObject({ failure: "guardrail" });
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
    expect(lab.events).toEqual([]);
  });

  test("stays closed while the provider is only overloaded", async () => {
    await using lab = open((_, count) =>
      count < 4 ? llmError(529, "overloaded_error", "no") : GOOD
    );
    expect(await lab.analyse()).toMatchObject({ failure: "http_529" });
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
  });
});

test("what is too long is not asked", async () => {
  const analyst = llmAnalyst({
    url: new URL("http://127.0.0.1:1/"),
    apiKey: new Secret(KEY),
    model: "claude-haiku-5-5",
    prompt: PROMPT,
  });
  const annotations = { description: "x".repeat(600_000) };
  const opinion = await analyst.analyse({ ...INCIDENT, annotations }, CONTEXT, {
    signal: new AbortController().signal,
    redactor: NO_REDACTION,
  });
  expect(opinion).toMatchObject({ failure: "prompt_too_long", isRetryable: false });
});

describe("the breaker for a model that hangs", () => {
  test("counts timeouts, asks nothing more, tries again after a while, and closes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    let isFixed = false;
    const late = Promise.withResolvers<Answer>();
    await using lab = open(() => isFixed ? GOOD : late.promise, { timeout: 20 });
    expect(await lab.analyse()).toMatchObject({ failure: "timeout", isRetryable: true });
    expect(lab.llm.requests).toHaveLength(3);
    const shut = await lab.analyse();
    expect(shut).toMatchObject({ failure: "model_hangs", isRetryable: true });
    expect(shut).not.toHaveProperty("exchange");
    expect(lab.llm.requests).toHaveLength(3);

    vi.setSystemTime(30_000);
    // One that was allowed to ask found it still hanging: nobody else asks.
    expect(await lab.analyse()).toMatchObject({ failure: "model_hangs", isRetryable: true });
    expect(lab.llm.requests).toHaveLength(4);
    isFixed = true;
    vi.setSystemTime(60_000);
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
    expect(lab.events).toEqual([{ kind: "llm_hangs" }, { kind: "llm_answers" }]);
    late.resolve(GOOD);
  });

  test("opens for all who ask at the same time, and ends their retries", async () => {
    const late = Promise.withResolvers<Answer>();
    await using lab = open(() => late.promise, { timeout: 20 });
    const opinions = await Promise.all(Array.from({ length: 5 }, () => lab.analyse()));
    expect(opinions.map(({ failure }) => failure)).toContain("model_hangs");
    expect(lab.llm.requests.length).toBeLessThan(15);
    late.resolve(GOOD);
  });

  test("is not opened by a provider that answers, however badly", async () => {
    await using lab = open(() => llmError(500, "api_error", "no"));
    for (let count = 0; count < 5; count++) {
      expect(await lab.analyse()).toMatchObject({ failure: "http_500" });
    }
    expect(lab.events).toEqual([]);
  });
});

describe("the budget", () => {
  test.each([
    { input_tokens: -1_000_000_000, output_tokens: 1 },
    { input_tokens: 1, output_tokens: 1, cost: -1_000_000 },
    undefined,
  ])("is not voided by an answer that says it used %j", async (usage) => {
    const ledger = new MemoryLedger();
    const body = {
      type: "message",
      content: [{ type: "text", text: GOOD.text }],
      stop_reason: "end_turn",
      usage,
    };
    await using lab = open(() => Response.json(body), { ledger, provider: "aggregator" });
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
    // Nobody knows what it was: all that it may have been counts.
    expect(ledger.on(Date.now()).tokens).toBeGreaterThan(8192);
    expect(ledger.on(Date.now()).usd).toBeGreaterThanOrEqual(0);
  });

  test("keeps to the tokens of a day, says so once, and counts what was used", async () => {
    const ledger = new MemoryLedger();
    await using lab = open(() => GOOD, { dailyTokens: 14_000, ledger });
    const { exchange } = await lab.analyse();
    const { input, output, usd } = exchange!.usage!;
    expect(ledger.on(Date.now())).toEqual({ tokens: input + output, usd });
    let refused;
    for (let count = 0; count < 10; count++) refused = await lab.analyse();
    expect(refused).toEqual({
      prompt: { name: "cluster", sha256: PROMPT.sha256 },
      failure: "budget",
      isRetryable: false,
    });
    expect(ledger.on(Date.now()).tokens).toBeLessThanOrEqual(14_000);
    expect(lab.events).toEqual([{ kind: "llm_budget_spent", day: expect.any(String) }]);
  });

  test("several at once do not overdraw it together", async () => {
    await using lab = open(() => GOOD, { dailyTokens: 30_000 });
    const opinions = await Promise.all(Array.from({ length: 5 }, () => lab.analyse()));
    expect(opinions.map(({ failure }) => failure).filter((one) => one === "budget"))
      .toHaveLength(3);
  });

  test("a request without an answer counts in full; one that was refused does not", async () => {
    const ledger = new MemoryLedger(), late = Promise.withResolvers<Answer>();
    await using lab = open((_, count) => count === 1 ? llmError(400, "x", "no") : late.promise, {
      ledger,
      retries: 0,
      timeout: 50,
    });
    await lab.analyse();
    expect(ledger.on(Date.now())).toEqual({ tokens: 0, usd: 0 });
    const { exchange, ...opinion } = await lab.analyse();
    expect(opinion).toMatchObject({ failure: "timeout", isRetryable: true });
    // Its tokenizer may have made a token of each byte.
    expect(ledger.on(Date.now()).tokens)
      .toBe(new TextEncoder().encode(exchange!.request).length + 8192);
    late.resolve(GOOD);
  });

  test("a limit of cost needs a price", () => {
    const settings = { apiKey: new Secret(KEY), prompt: PROMPT, dailyUsd: 1 };
    const url = new URL("https://api.anthropic.com/v1/messages");
    expect(() => llmAnalyst({ ...settings, url, model: "claude-unheard-of" }))
      .toThrow("The price of the model 'claude-unheard-of' is not known");
    // A reseller tells what it cost.
    llmAnalyst({ ...settings, url: new URL("https://openrouter.ai/"), model: "x/unheard-of" });
  });

  test("keeps to the cost of a day", async () => {
    await using lab = open(() => GOOD, { dailyUsd: 0.006, provider: "aggregator" });
    expect(await lab.analyse()).toMatchObject({ analysis: ANSWER });
    expect(await lab.analyse()).toMatchObject({ failure: "budget" });
  });
});
