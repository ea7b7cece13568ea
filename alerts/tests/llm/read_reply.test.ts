import { describe, expect, test } from "vitest";
import { readReply } from "../../src/llm/read_reply.ts";

const reply = (body: unknown, status = 200) =>
  readReply({ status, body: typeof body === "string" ? body : JSON.stringify(body) });
const USAGE = { input_tokens: 2100, output_tokens: 340 };
const message = (more: object) => ({
  type: "message",
  content: [{ type: "text", text: "{}" }],
  stop_reason: "end_turn",
  usage: USAGE,
  ...more,
});
const error = (status: number, text: string, type = "some_error") =>
  reply({ type: "error", error: { type, message: text } }, status);

describe("readReply() of a message", () => {
  test("takes the texts and leaves the thoughts", () => {
    const content = [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: '{"a":' },
      { type: "text", text: "1}" },
    ];
    expect(reply(message({ content }))).toEqual({
      text: '{"a":1}',
      usage: { input: 2100, output: 340 },
    });
  });

  test("adds what came from a cache, and the cost that an aggregator tells", () => {
    const usage = {
      ...USAGE,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: 5,
      cost: 0.25,
      is_byok: false,
    };
    expect(reply(message({ usage, provider: "Somebody" })).usage)
      .toEqual({ input: 2115, output: 340, usd: 0.25 });
    expect(reply(message({ usage: { ...USAGE, cache_read_input_tokens: null, cost: null } })).usage)
      .toEqual({ input: 2100, output: 340 });
  });

  test.each(["end_turn", "stop_sequence", null, undefined, "something_new"])(
    "takes the text of one that ended with %s",
    (stop_reason) => expect(reply(message({ stop_reason }))).toMatchObject({ text: "{}" }),
  );

  test.each(["max_tokens", "model_context_window_exceeded", "pause_turn", "tool_use"])(
    "takes nothing of one that ended with %s",
    (stop_reason) => {
      expect(reply(message({ stop_reason }))).toEqual({
        failure: stop_reason,
        isAccount: false,
        isTemporary: false,
        usage: { input: 2100, output: 340 },
      });
    },
  );

  test.each([
    [{ type: "refusal", category: "cyber", explanation: "no" }, "refusal_cyber"],
    [{ type: "refusal", category: null }, "refusal"],
    [null, "refusal"],
    // A provider that makes up words must not make up metrics.
    [{ category: "Cy ber\n1" }, "refusal_other"],
  ])("a refusal with %j is %s", (stop_details, failure) => {
    expect(reply(message({ stop_reason: "refusal", stop_details })))
      .toMatchObject({ failure, isAccount: false, isTemporary: false });
  });

  test("an empty one has no text", () => {
    expect(reply(message({ content: [] }))).toMatchObject({ text: "" });
  });

  test.each(["<html>Login</html>", "", "null", "[]", '{"choices":[]}', '{"content":"text"}'])(
    "%s is none",
    (body) => expect(reply(body)).toMatchObject({ failure: "bad_reply", isTemporary: true }),
  );
});

describe("readReply() of an error", () => {
  test.each([401, 402, 403, 404])("%s is about the account", (status) => {
    expect(error(status, "no")).toEqual({
      failure: `http_${status}`,
      isAccount: true,
      isTemporary: false,
    });
  });

  test.each([[302, false], [400, false], [413, false], [429, true], [500, true], [529, true]])(
    "%s is not",
    (status, isTemporary) => {
      expect(error(status, "no"))
        .toEqual({ failure: `http_${status}`, isAccount: false, isTemporary });
    },
  );

  test.each([
    "Your credit balance is too low to access the API. Please go to Plans & Billing",
    "You have reached your specified API usage limits. You will regain access on 2026-12-01",
    "This organization has reached its monthly spend limit",
  ])("400 '%s' is a spend limit", (text) => {
    expect(error(400, text)).toMatchObject({ failure: "spend_limit", isAccount: true });
  });

  test("400 about too many tokens is not", () => {
    expect(error(400, "prompt is too long: 210000 tokens > 200000 maximum"))
      .toMatchObject({ failure: "http_400", isAccount: false });
  });

  test.each(["Request blocked: prompt injection patterns detected", "Input flagged by moderation"])(
    "403 '%s' is about the content, not the account",
    (text) => {
      expect(error(403, text))
        .toEqual({ failure: "guardrail", isAccount: false, isTemporary: false });
    },
  );

  test("an aggregator's error counts also in an answer with status 200", () => {
    expect(reply({ error: { code: 402, message: "Insufficient credits" } }))
      .toMatchObject({ failure: "http_402", isAccount: true });
    expect(reply({ error: { code: 502, message: "Provider returned error" }, usage: USAGE }))
      .toMatchObject({ failure: "http_502", isTemporary: true, usage: { input: 2100 } });
    expect(reply({ type: "error", error: { type: "overloaded_error", message: "" } }))
      .toMatchObject({ failure: "error_overloaded_error", isTemporary: true });
  });

  test("no body is needed", () => {
    expect(reply("", 503)).toMatchObject({ failure: "http_503", isTemporary: true });
  });
});

describe("what a provider says it used", () => {
  test.each([
    { input_tokens: -1, output_tokens: 5 },
    { input_tokens: 1, output_tokens: -1e9 },
    { input_tokens: 1.5, output_tokens: 5 },
    { input_tokens: 1e300, output_tokens: 5 },
    { input_tokens: 1, output_tokens: 5, cost: -1 },
    { input_tokens: 1, output_tokens: 5, cost: 1e12 },
    { input_tokens: 1, output_tokens: 5, cache_read_input_tokens: -7 },
    { input_tokens: "1", output_tokens: 5 },
  ])("is not believed where it cannot be true: %j", (usage) => {
    const read = reply(message({ usage }));
    expect(read).toMatchObject({ text: expect.any(String) });
    expect(read).not.toHaveProperty("usage");
  });

  test.each([[1e21], [3.5], [-1], [200]])("a status %d within an answer is none", (code) => {
    expect(reply({ error: { code, type: "made_up", message: "no" } }))
      .toMatchObject({ failure: "error_other" });
  });
});
