/**
 * The analyst that asks a language model.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Dispatcher } from "undici";
import { WattbookError } from "../errors.ts";
import type { Secret } from "../../../src/secret.ts";
import type { LlmExchange } from "../case_file.ts";
import type { ContextItem } from "../context/context_item.ts";
import { type Effects, REAL_EFFECTS } from "../effects.ts";
import { quietly } from "../events.ts";
import type { Incident } from "../incident.ts";
import type { AnalyseOptions, Analyst, Opinion } from "./analyst.ts";
import { ask, type Attempt, type Reply } from "./ask.ts";
import { breaker } from "./breaker.ts";
import { Budget, type BudgetOptions, type DailyUse } from "./budget.ts";
import { checkAnswer } from "./check_answer.ts";
import { llmEndpoint } from "./endpoint.ts";
import { costOf } from "./prices.ts";
import type { Prompt } from "./prompt.ts";
import { type Reading, readReply, type Usage } from "./read_reply.ts";
import { redactBody } from "./redact_body.ts";
import { type RenderOptions, renderRequest } from "./render.ts";

/** What people who run the analyzer should know of its model. */
export type AnalystEvent =
  /** The provider refuses every request. This is logged once, until it answers again. */
  | { readonly kind: "llm_refused"; readonly failure: string }
  /** It answers again. */
  | { readonly kind: "llm_restored" }
  /** The model does not answer in time: said once, until it answers again. */
  | { readonly kind: "llm_hangs" }
  /** It answers in time again. */
  | { readonly kind: "llm_answers" }
  /** What is left of the day's budget is not enough: said once a day. */
  | { readonly kind: "llm_budget_spent"; readonly day: string };

/** Options of {@linkcode llmAnalyst}. */
export interface LlmAnalystOptions extends RenderOptions, BudgetOptions {
  /** The messages endpoint, in full. */
  readonly url: URL;
  /** Key of the provider. */
  readonly apiKey: Secret;
  /** Version of the native provider's API. @default {"2023-06-01"} */
  readonly apiVersion?: string;
  /** The instructions. */
  readonly prompt: Prompt;
  /** Time limit of each request. [ms] @default {60_000} */
  readonly timeout?: number;
  /** How often a request is made again. @default {2} */
  readonly retries?: number;
  /** Hosts that an analysis may link, in lower case. @default none */
  readonly linkHosts?: readonly string[];
  /** After a refusal of the account: how long nothing is asked. [ms] @default {300_000} */
  readonly pause?: number;
  /** After three timeouts in a row: how long nothing is asked. [ms] @default {30_000} */
  readonly hangPause?: number;
  /** Called with messages for operators. @default nothing */
  readonly observe?: (event: AnalystEvent) => void;
  /** Connections. @default those of the process */
  readonly dispatcher?: Dispatcher;
}

/** Failures after which the usage is unknown. */
const UNKNOWN_COST = ["timeout", "aborted", "too_large"];
/** Answers for which no model worked. */
const NO_WORK = /^(?:http_|error_|bad_reply|spend_limit|guardrail)/;
/** Longest request. [bytes] */
const LONGEST_REQUEST = 524_288;
/** So many timeouts in a row say that the model hangs. */
const TIMEOUTS = 3;

/** One request with what it means. */
interface Exchange {
  readonly reply: Reply;
  readonly reading?: Reading;
}

/**
 * An analyst that asks a language model. Authentication and billing errors open a circuit breaker:
 * for a while nothing is asked, then one request tries again.
 *
 * @throws {WattbookError} `BAD_SETTING` if a limit of cost is set for a model whose price is not known.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { llmAnalyst } from "./llm_analyst.ts";
 * import { promptOf } from "./prompt.ts";
 *
 * const analyst = llmAnalyst({
 *   url: new URL("http://127.0.0.1:1/"),
 *   apiKey: new Secret("key"),
 *   model: "claude-haiku-5-5",
 *   prompt: promptOf("short", "Say why."),
 *   retries: 0,
 * });
 * const incident = {
 *   source: "alertmanager", fingerprint: "f", episode: "f/0", title: "Down", status: "firing",
 *   severity: "warning", startsAt: 0, labels: {}, annotations: {}, links: [],
 * } as const;
 * const opinion = await analyst.analyse(incident, [], {
 *   signal: AbortSignal.timeout(10_000),
 *   redactor: { redact: (text) => text },
 * });
 * assert.equal(opinion.failure, "network_econnrefused");
 * ```
 */
export function llmAnalyst(options: LlmAnalystOptions, effects: Effects = REAL_EFFECTS): Analyst {
  const { apiKey, model, maxTokens = 8192, pause = 300_000, hangPause = 30_000 } = options;
  const observe = quietly(options.observe ?? (() => {}));
  const { name, sha256 } = options.prompt;
  const endpoint = llmEndpoint(options.url, options);
  const budget = new Budget(options, effects.now);
  const priceOf = (usage: Usage) => usage.usd ?? costOf(model, usage, effects.now());
  if (
    options.dailyUsd !== undefined && endpoint.provider === "native" &&
    priceOf({ input: 0, output: 0 }) === undefined
  ) {
    throw new WattbookError("BAD_SETTING", `The price of the model '${model}' is not known`, {
      hint: "Limit tokens (LLM_DAILY_TOKENS) instead of cost (LLM_DAILY_USD), or choose a model " +
        "of alerts/src/llm/prices.ts.",
    });
  }
  const unlessHanging = breaker<Attempt>({
    fault: ({ failure }) => failure === "timeout" ? failure : undefined,
    isGood: ({ response }) => response !== undefined,
    after: TIMEOUTS,
    pause: hangPause,
    tell: (fault) => observe({ kind: fault === null ? "llm_answers" : "llm_hangs" }),
  });
  const guarded = breaker<Exchange>({
    fault: ({ reading }) =>
      reading && "failure" in reading && reading.isAccount ? reading.failure : undefined,
    isGood: ({ reply, reading }) =>
      (reply.response?.status ?? 500) < 300 &&
      !(reading && "failure" in reading && reading.isAccount),
    pause,
    tell: (failure) =>
      observe(failure === null ? { kind: "llm_restored" } : { kind: "llm_refused", failure }),
  });
  let spentDay = "";

  async function exchange(body: string, signal: AbortSignal): Promise<Exchange> {
    const reply = await ask(
      endpoint,
      body,
      { ...options, signal, guard: unlessHanging },
      effects,
    );
    return { reply, ...(reply.response && { reading: readReply(reply.response) }) };
  }

  /** Asks, if breaker and budget allow it. */
  async function consult(body: string, signal: AbortSignal): Promise<Exchange | string> {
    // No tokenizer makes more tokens than there are bytes, and some make one of each.
    const most = { input: Buffer.byteLength(body), output: maxTokens };
    const allowance = budget.allow({ tokens: most.input + most.output, usd: priceOf(most) ?? 0 });
    if (allowance === null) {
      const day = budget.today();
      if (day !== spentDay) observe({ kind: "llm_budget_spent", day });
      spentDay = day;
      return "budget";
    }
    let result: Exchange | null = null;
    let used: DailyUse = { tokens: 0, usd: 0 };
    try {
      result = await guarded(() => exchange(body, signal));
      const usage = result?.reading?.usage;
      if (usage) used = { tokens: usage.input + usage.output, usd: priceOf(usage) ?? 0 };
      // The provider may have worked on it, or reports an impossible number.
      else if (isCostUnknown(result)) used = allowance.most;
    } finally {
      allowance.spend(used);
    }
    return result ?? "breaker_open";
  }

  async function analyse(
    incident: Incident,
    context: readonly ContextItem[],
    { signal, redactor }: AnalyseOptions,
  ): Promise<Omit<Opinion, "prompt">> {
    const request = renderRequest(options.prompt, { incident, context }, options);
    if (Buffer.byteLength(request) > LONGEST_REQUEST) {
      return { failure: "prompt_too_long", isRetryable: false };
    }
    const result = await consult(request, signal);
    if (typeof result === "string") return { failure: result, isRetryable: false };
    const { reply, reading } = result;
    const usage = reading?.usage;
    const usd = usage && priceOf(usage);
    const record = (failure?: string): LlmExchange => ({
      // A query may hold a key.
      url: endpoint.url.origin + endpoint.url.pathname,
      ...(endpoint.apiVersion !== undefined && { apiVersion: endpoint.apiVersion }),
      model,
      request,
      ...(reply.response && {
        response: {
          status: reply.response.status,
          body: redactBody(reply.response.body, redactor, apiKey),
        },
      }),
      ...(usage && {
        usage: { input: usage.input, output: usage.output, ...(usd !== undefined && { usd }) },
      }),
      attempts: reply.attempts,
      duration: reply.duration,
      ...(failure !== undefined && { failure }),
    });
    const failed = (failure: string, isRetryable: boolean) => ({
      exchange: record(failure),
      failure,
      isRetryable,
    });
    if (reply.attempts === 0) return { failure: reply.failure ?? "not_asked", isRetryable: true };
    if (!reading) return failed(reply.failure ?? "no_answer", reply.isTemporary);
    if ("failure" in reading) {
      return failed(reading.failure, reply.isTemporary || reading.isTemporary);
    }
    const answer = checkAnswer(reading.text, {
      ids: new Set(context.map(({ id }) => id)),
      hosts: new Set(options.linkHosts),
      redactor,
    });
    // Models do not write the same twice: the next answer may have the form.
    if ("failure" in answer) return failed(answer.failure, true);
    return { exchange: record(), analysis: answer.analysis, isRetryable: false };
  }

  return {
    async analyse(incident, context, options) {
      const prompt = { name, sha256 };
      try {
        return { prompt, ...await analyse(incident, context, options) };
      } catch (error) {
        // An alert must be delivered whatever happens here.
        const kind = error instanceof Error ? error.name : "unknown";
        return { prompt, failure: `fault_${kind.toLowerCase()}`, isRetryable: false };
      }
    },
  };
}

/** Whether a model may have worked for an exchange that does not say what it used. */
function isCostUnknown(exchange: Exchange | null): boolean {
  if (exchange === null) return false;
  const { reply: { failure, attempts }, reading } = exchange;
  if (reading) return !("failure" in reading) || !NO_WORK.test(reading.failure);
  // After timeouts before it as well.
  return UNKNOWN_COST.includes(failure ?? "") || (failure === "model_hangs" && attempts > 0);
}
