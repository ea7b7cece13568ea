import { describe, expect, test } from "vitest";
import { type LlmStandInOptions, startLlm } from "../../src/demo/llm_stand_in.ts";

const BODY = {
  model: "claude-haiku-5-5",
  max_tokens: 10,
  messages: [{ role: "user", content: [{ type: "text", text: "why?" }] }],
};
const NATIVE = { "x-api-key": "k", "anthropic-version": "2023-06-01" };

async function post(
  body: unknown,
  headers: Record<string, string> = NATIVE,
  { path = "/v1/messages", ...options }: Partial<LlmStandInOptions> & { path?: string } = {},
) {
  await using llm = startLlm({ key: "k", answer: () => ({ text: "canned" }), ...options });
  const answer = await fetch(new URL(path, llm.url), {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, id: answer.headers.get("request-id"), body: await answer.json() };
}
const format = (schema: unknown) => ({
  ...BODY,
  output_config: { format: { type: "json_schema", schema } },
});

describe("startLlm()", () => {
  test("answers as the native provider does", async () => {
    expect(await post(BODY)).toEqual({
      status: 200,
      id: "req_canned_1",
      body: {
        id: "msg_canned_1",
        type: "message",
        role: "assistant",
        model: "claude-haiku-5-5",
        content: [{ type: "text", text: "canned" }],
        stop_reason: "end_turn",
        stop_sequence: null,
        stop_details: null,
        usage: {
          input_tokens: expect.any(Number),
          output_tokens: 2,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          service_tier: "standard",
        },
      },
    });
  });

  test("or as a reseller does", async () => {
    const options = { provider: "aggregator", path: "/api/v1/messages" } as const;
    const { body } = await post(BODY, { authorization: "Bearer k" }, options);
    expect(body).toMatchObject({ provider: "Canned", usage: { cost: 0.0025 } });
    expect(await post(BODY, NATIVE, options)).toMatchObject({ status: 401 });
  });

  test.each([
    ["no key", BODY, { ...NATIVE, "x-api-key": "" }, 401, "authentication_error"],
    ["a bearer token", BODY, { authorization: "Bearer k" }, 401, "authentication_error"],
    ["no version", BODY, { "x-api-key": "k" }, 400, "invalid_request_error"],
    [
      "an unknown version",
      BODY,
      { ...NATIVE, "anthropic-version": "2020-01-01" },
      400,
      "invalid_request_error",
    ],
    ["no JSON", "{", NATIVE, 400, "invalid_request_error"],
    ["an unknown field", { ...BODY, topic: "x" }, NATIVE, 400, "invalid_request_error"],
    ["an unknown model", { ...BODY, model: "m" }, NATIVE, 404, "not_found_error"],
    ["no max_tokens", { ...BODY, max_tokens: 0 }, NATIVE, 400, "invalid_request_error"],
    [
      "a prefilled answer",
      { ...BODY, messages: [{ role: "assistant", content: "{" }] },
      NATIVE,
      400,
      "invalid_request_error",
    ],
    [
      "an open object in the schema",
      format({ type: "object" }),
      NATIVE,
      400,
      "invalid_request_error",
    ],
    [
      "a limit in the schema",
      format({ type: "string", maxLength: 3 }),
      NATIVE,
      400,
      "invalid_request_error",
    ],
  ])("refuses %s", async (_, body, headers, status, type) => {
    expect(await post(body, headers)).toMatchObject({
      status,
      id: "req_canned",
      body: { type: "error", error: { type }, request_id: "req_canned" },
    });
  });

  test("takes sampling parameters in old versions only", async () => {
    const sampled = { ...BODY, temperature: 1 };
    expect(await post(sampled)).toMatchObject({ status: 200 });
    expect(await post(sampled, { ...NATIVE, "anthropic-version": "2026-10-21" })).toMatchObject({
      status: 400,
      body: { error: { message: "temperature: Extra inputs are not permitted" } },
    });
  });

  test("a property may have the name of a keyword", async () => {
    const schema = {
      type: "object",
      properties: { pattern: { type: "string" } },
      additionalProperties: false,
    };
    expect(await post(format(schema))).toMatchObject({ status: 200 });
  });

  test("knows no other path", async () => {
    expect(await post(BODY, NATIVE, { path: "/v1/complete" })).toMatchObject({ status: 404 });
  });
});
