/**
 * What a provider's answer means.
 *
 * @module
 */

import { z } from "zod";
import { parsedJson } from "../text/parsed_json.ts";
import { isTemporary } from "./retry_delay.ts";

/** Tokens of one request, and what the provider says it cost. */
export interface Usage {
  /** Read, from a cache or not. [tokens] */
  readonly input: number;
  /** Written, thinking included. [tokens] */
  readonly output: number;
  /** Cost, if the provider tells. [USD] */
  readonly usd?: number;
}

/** The text of an answer, or why there is none. */
export type Reading =
  & {
    /** What was used, if it is told and can be true. */
    readonly usage?: Usage;
  }
  & ({
    /** What the model wrote. */
    readonly text: string;
  } | {
    /** `refusal_cyber`, `max_tokens`, `http_401`, `spend_limit`, `guardrail`, … */
    readonly failure: string;
    /** Whether it is about the account or the settings: every other request will fail as well. */
    readonly isAccount: boolean;
    /** Whether the same request may be answered better. */
    readonly isTemporary: boolean;
  });

const messageForm = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  stop_details: z.looseObject({ category: z.string().nullish() }).nullish(),
});
/** No request can use more; a larger number is not believed. */
const MOST_TOKENS = 100_000_000, MOST_USD = 10_000;
const tokenCount = z.int().nonnegative().max(MOST_TOKENS);
const usageForm = z.object({
  usage: z.object({
    input_tokens: tokenCount,
    output_tokens: tokenCount,
    cache_creation_input_tokens: tokenCount.nullish(),
    cache_read_input_tokens: tokenCount.nullish(),
    cost: z.number().nonnegative().max(MOST_USD).nullish(),
  }),
});
const errorForm = z.object({
  error: z.looseObject({
    message: z.string().catch(""),
    type: z.string().optional().catch(undefined),
    code: z.int().min(300).max(599).optional().catch(undefined),
  }),
});

/** Why the native provider refuses, and how errors without a status are called. */
const REFUSALS = ["cyber", "bio", "frontier_llm", "reasoning_extraction", "general_harms"];
const ERROR_TYPES = [
  "api_error",
  "authentication_error",
  "billing_error",
  "conflict_error",
  "invalid_request_error",
  "not_found_error",
  "overloaded_error",
  "permission_error",
  "rate_limit_error",
  "request_too_large",
  "timeout_error",
];
/** With these there is no answer to be had from the same request. */
const STOPPED = ["max_tokens", "model_context_window_exceeded", "pause_turn", "tool_use"];
/** Statuses with which a provider refuses every request. */
const ACCOUNT_STATUSES = [401, 402, 403, 404];
/** How the native provider says, with a 400, that there is no money left. */
const SPEND_LIMIT = /credit balance is too low|reached (?:your|the|its) [\w\s]{0,40}limits?\b/i;
/** How aggregators say, with a 403, that they do not like the content: no matter of the account. */
const GUARDRAIL = /prompt injection|guardrail|moderation|flagged|content policy/i;

/**
 * Reads a provider's answer. The formats of the native provider and of aggregators are one: the
 * latter add `usage.cost`, and may put an error into an answer with status 200.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readReply } from "./read_reply.ts";
 *
 * const body = { content: [{ type: "text", text: "{}" }], stop_reason: "end_turn" };
 * assert.deepEqual(readReply({ status: 200, body: JSON.stringify(body) }), { text: "{}" });
 * assert.deepEqual(readReply({ status: 401, body: "" }), {
 *   failure: "http_401",
 *   isAccount: true,
 *   isTemporary: false,
 * });
 * ```
 */
export function readReply(response: { readonly status: number; readonly body: string }): Reading {
  const { status } = response;
  const body = parsedJson(response.body);
  // A form that does not fit takes long to say why.
  const hasError = typeof body === "object" && body !== null && "error" in body;
  const error = hasError ? errorForm.safeParse(body).data?.error : undefined;
  if (status >= 300) return failedStatus(status, error?.message ?? "");
  const used = usageOf(body);
  const usage = used && { usage: used };
  if (error) {
    // Without a status of its own an error has at least a type.
    if (error.code !== undefined) {
      return { ...failedStatus(error.code, error.message), ...usage };
    }
    const failure = `error_${known(error.type ?? "unknown", ERROR_TYPES)}`;
    return { failure, isAccount: false, isTemporary: true, ...usage };
  }
  const failed = (failure: string, mayChange = false): Reading => ({
    failure,
    isAccount: false,
    isTemporary: mayChange,
    ...usage,
  });
  const message = messageForm.safeParse(body);
  // A page of a proxy, for example.
  if (!message.success) return failed("bad_reply", true);
  const { content, stop_reason: reason, stop_details: details } = message.data;
  if (reason === "refusal") {
    return failed(details?.category ? `refusal_${known(details.category, REFUSALS)}` : "refusal");
  }
  if (STOPPED.includes(reason ?? "")) return failed(reason!);
  // Thoughts are no answer.
  const texts = content.filter(({ type }) => type === "text").map(({ text = "" }) => text);
  return { text: texts.join(""), ...usage };
}

function failedStatus(status: number, message: string): Reading {
  if (status === 400 && SPEND_LIMIT.test(message)) {
    return { failure: "spend_limit", isAccount: true, isTemporary: false };
  }
  // Else one hostile log line could keep all other alerts from being analysed.
  if (status === 403 && GUARDRAIL.test(message)) {
    return { failure: "guardrail", isAccount: false, isTemporary: false };
  }
  return {
    failure: `http_${status}`,
    isAccount: ACCOUNT_STATUSES.includes(status),
    isTemporary: isTemporary(status),
  };
}

function usageOf(body: unknown): Usage | undefined {
  const usage = usageForm.safeParse(body).data?.usage;
  if (!usage) return undefined;
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read, cost } = usage;
  return {
    input: usage.input_tokens + (written ?? 0) + (read ?? 0),
    output: usage.output_tokens,
    ...(cost != null && { usd: cost }),
  };
}

/** A word that a metric may have as a label: the provider cannot make ever new ones. */
function known(word: string, words: readonly string[]): string {
  return words.includes(word) ? word : "other";
}
