/**
 * A stand-in for a provider of language models: it checks requests as a provider does, and answers
 * what it is told to. No model is behind it.
 *
 * @module
 */

import { type ReceivedRequest, type StandIn, standIn } from "./stand_in.ts";

/** What a model answers. */
export interface CannedAnswer {
  /** Text of the answer. */
  readonly text: string;
  /** Why it ends. @default {"end_turn"} */
  readonly stopReason?: string;
  /** Category of a refusal. @default none */
  readonly category?: string;
  /** Tokens of the answer. @default a quarter of its characters */
  readonly outputTokens?: number;
}

/** A request, as far as it is read here. */
export interface LlmRequest {
  /** Model. */
  readonly model: string;
  /** Instructions. */
  readonly system: readonly { readonly text: string }[];
  /** The conversation. */
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly { readonly type: string; readonly text: string }[];
  }[];
}

/** What the provider is like. */
export interface LlmStandInOptions {
  /** The company that makes the models, or a reseller of many. @default {"native"} */
  readonly provider?: "native" | "aggregator";
  /** The key that it accepts. */
  readonly key: string;
  /** The models that it knows. @default {["claude-haiku-5-5", "anthropic/claude-haiku-5-5"]} */
  readonly models?: readonly string[];
  /** What it answers to a good request; a `Response` is passed on as it is. */
  readonly answer: (
    request: LlmRequest,
    count: number,
  ) => CannedAnswer | Response | Promise<CannedAnswer | Response>;
}

const VERSIONS = ["2023-01-01", "2023-06-01", "2026-10-21"];
const SAMPLING = ["temperature", "top_p", "top_k"];
const FIELDS = [
  "cache_control",
  "max_tokens",
  "messages",
  "metadata",
  "model",
  "output_config",
  "service_tier",
  "stop_sequences",
  "stream",
  "system",
  "thinking",
  "tool_choice",
  "tools",
];
const AGGREGATOR_FIELDS = ["fallbacks", "models", "plugins", "provider", "session_id"];
/** What a schema for structured output may not hold. */
const UNSUPPORTED = /^(?:m(?:in|ax)(?:imum|Length|Properties)|maxItems|pattern|multipleOf|oneOf)$/;
const LARGEST = 32 * 2 ** 20;

/**
 * Starts the provider: `/v1/messages` of the native one, `/api/v1/messages` of a reseller.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startLlm } from "./llm_stand_in.ts";
 *
 * await using llm = startLlm({ key: "k", answer: () => ({ text: "canned" }) });
 * const answer = await fetch(new URL("/v1/messages", llm.url), { method: "POST", body: "{}" });
 * assert.equal((await answer.json()).error.type, "authentication_error");
 * ```
 */
export function startLlm(options: LlmStandInOptions): StandIn {
  const { provider = "native", key, answer } = options;
  const { models = ["claude-haiku-5-5", "anthropic/claude-haiku-5-5"] } = options;
  const isNative = provider === "native";
  let count = 0;
  return standIn(async (received) => {
    const refusal = refused(received, { isNative, key, models });
    if (refusal) return refusal;
    const request: LlmRequest = JSON.parse(received.body);
    const given = await answer(request, ++count);
    return given instanceof Response
      ? given
      : message(given, { isNative, model: request.model, input: received.body.length, count });
  });
}

/**
 * An error as providers put it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { llmError } from "./llm_stand_in.ts";
 *
 * const error = llmError(529, "overloaded_error", "Overloaded", { "retry-after": "1" });
 * assert.equal(error.headers.get("retry-after"), "1");
 * ```
 */
export function llmError(
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = { type: "error", error: { type, message: text }, request_id: "req_canned" };
  return Response.json(error, { status, headers: { "request-id": "req_canned", ...headers } });
}

/** What is wrong with a request; nothing if it is good. */
function refused(
  { method, path, headers, body }: ReceivedRequest,
  { isNative, key, models }: {
    readonly isNative: boolean;
    readonly key: string;
    readonly models: readonly string[];
  },
): Response | undefined {
  const bad = (text: string) => llmError(400, "invalid_request_error", text);
  if (method !== "POST" || path.split("?")[0] !== `${isNative ? "" : "/api"}/v1/messages`) {
    return llmError(404, "not_found_error", "Not found");
  }
  const isKnown = isNative
    ? headers.get("x-api-key") === key
    : headers.get("authorization") === `Bearer ${key}`;
  if (!isKnown) return llmError(401, "authentication_error", "invalid credentials");
  const version = headers.get("anthropic-version");
  if (isNative && version === null) return bad("anthropic-version: header is required");
  if (isNative && !VERSIONS.includes(version!)) return bad("anthropic-version: unknown version");
  if (body.length > LARGEST) return llmError(413, "request_too_large", "Request too large");
  let request;
  try {
    request = JSON.parse(body);
  } catch {
    return bad("The request body is not valid JSON");
  }
  const known = [...FIELDS, ...isNative ? [] : AGGREGATOR_FIELDS];
  if (version !== "2026-10-21") known.push(...SAMPLING);
  const extra = Object.keys(request).find((field) => !known.includes(field));
  if (extra !== undefined) return bad(`${extra}: Extra inputs are not permitted`);
  if (!models.includes(request.model)) {
    return llmError(404, "not_found_error", `model: ${request.model}`);
  }
  if (!(request.max_tokens > 0)) return bad("max_tokens: Field required");
  if (request.messages?.at(-1)?.role !== "user") {
    return bad("messages: the conversation must end with a user message");
  }
  const schema = request.output_config?.format?.schema;
  const flaw = schema === undefined ? undefined : flawOf(schema, "schema");
  return flaw === undefined ? undefined : bad(`output_config.format.${flaw}`);
}

function flawOf(node: unknown, place: string): string | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if (!Array.isArray(node) && !place.endsWith(".properties")) {
    const schema = node as Readonly<Record<string, unknown>>;
    if (schema["type"] === "object" && schema["additionalProperties"] !== false) {
      return `${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`;
    }
    const unsupported = Object.keys(node).find((keyword) => UNSUPPORTED.test(keyword));
    if (unsupported !== undefined) return `${place}: '${unsupported}' is not supported`;
  }
  return Object.entries(node).map(([name, one]) => flawOf(one, `${place}.${name}`))
    .find((flaw) => flaw !== undefined);
}

function message(
  { text, stopReason = "end_turn", category, outputTokens }: CannedAnswer,
  { isNative, model, input, count }: {
    readonly isNative: boolean;
    readonly model: string;
    readonly input: number;
    readonly count: number;
  },
): Response {
  const usage = {
    input_tokens: Math.ceil(input / 4),
    output_tokens: outputTokens ?? Math.ceil(text.length / 4),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  return Response.json({
    id: `msg_canned_${count}`,
    type: "message",
    role: "assistant",
    model,
    content: text === "" ? [] : [{ type: "text", text }],
    stop_reason: stopReason,
    stop_sequence: null,
    stop_details: stopReason === "refusal"
      ? { type: "refusal", category: category ?? null, explanation: null }
      : null,
    usage: isNative
      ? { ...usage, service_tier: "standard" }
      : { ...usage, cost: 0.0025, is_byok: false },
    ...(!isNative && { provider: "Canned" }),
  }, { headers: { "request-id": `req_canned_${count}` } });
}
