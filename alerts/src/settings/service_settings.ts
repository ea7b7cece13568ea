/**
 * The settings that both analyzers have: door, store, model and push service.
 *
 * @module
 */

import { z } from "zod";
import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";
import type { Secret } from "../../../src/secret.ts";
import { amount, checked, flag, httpUrl, list, oneOf, secret, whole } from "./value_kinds.ts";

/** The settings that all analyzers share. */
export interface ServiceSettings {
  /** `WEBHOOK_SECRET`: what a sender must know. */
  readonly webhookSecret: Secret;
  /** `PORT`, 0 for any free one. */
  readonly port: number;
  /** `BIND_ADDRESS`: the address to listen at. */
  readonly bindAddress: string;
  /** `MAX_CONNECTIONS`: most connections at the same time. */
  readonly connections: number;
  /** `COOLDOWN_SECONDS`: how long an accepted alert is not accepted again. [ms] */
  readonly cooldown: number;
  /** `SKIP_RESOLVED`. */
  readonly skipsResolved: boolean;
  /** `STORE_PATH`: the file of the store; without it the store is in memory. */
  readonly storePath?: string;
  /** `CASE_RETENTION_DAYS`: how long case files are kept. [ms] */
  readonly caseRetention: number;
  /** `STOP_SECONDS`: how long a stop waits for what runs. [ms] */
  readonly stopLimit: number;
  /** `FACTS_SECONDS`: latest time of the first push, whatever the model does. [ms] */
  readonly factsAfter: number;
  /** `REDACT`: whether logs lose secrets, or all that is not known to be harmless. */
  readonly redact: "standard" | "strict";
  /** `LOG_LEVEL`: the least level that is logged. */
  readonly logLevel: "debug" | "info" | "warning" | "error";
  /** The language model. */
  readonly llm: LlmSettings;
  /** The push service. */
  readonly push: PushSettings;
}

/** How to ask the language model. */
export interface LlmSettings {
  /** `API_KEY`. */
  readonly apiKey: Secret;
  /** `API_BASE_URL`: the messages endpoint, in full. */
  readonly url: URL;
  /** `LLM_MODEL`. */
  readonly model: string;
  /** `LLM_API_VERSION`: sent to the native provider. */
  readonly apiVersion: string;
  /** `LLM_TIMEOUT_SECONDS`: of one request. [ms] */
  readonly timeout: number;
  /** `LLM_THINKING`: whether the model thinks first; absent leaves it to the model. */
  readonly thinking?: "adaptive" | "disabled";
  /** `LLM_EFFORT`: how hard it tries; absent leaves it to the model. */
  readonly effort?: "low" | "medium" | "high";
  /** `LLM_DAILY_TOKENS`: input and output of one UTC day; 0 asks never. */
  readonly dailyTokens: number;
  /** `LLM_DAILY_USD`: cost of one UTC day; 0 asks never, absent is no limit. [USD] */
  readonly dailyUsd?: number;
}

/** How to reach people. */
export interface PushSettings {
  /** `PUSH_PUBLISH_URL`: the server, without the topic. */
  readonly url: URL;
  /** `PUSH_PUBLISH_TOPIC`. */
  readonly topic: string;
  /** `PUSH_PUBLISH_TOKEN`. */
  readonly token?: Secret;
  /** `PUSH_LINK_HOSTS`: hosts that may be linked besides the analyzer's own sources. */
  readonly linkHosts: readonly string[];
}

/** Where a key for the native provider belongs. */
const NATIVE_ENDPOINT = "https://api.anthropic.com/v1/messages";

const HOST = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/i;
const VISIBLE = /^[\x21-\x7e]{1,200}$/;
/** Topics that the push service keeps for itself. */
const RESERVED = /^(docs|static|file|app|metrics|account|settings|signup|login|v1)$/;

/** The variables. Where and as what to push has no default that would fit both analyzers. */
export const SERVICE_VARIABLES = {
  WEBHOOK_SECRET: secret,
  API_KEY: secret,
  API_BASE_URL: httpUrl({ mayHaveQuery: true }).prefault(NATIVE_ENDPOINT),
  LLM_MODEL: checked((text) => VISIBLE.test(text), "the name of a model")
    .prefault("claude-haiku-5-5"),
  LLM_API_VERSION: checked((text) => /^\d{4}-\d\d-\d\d$/.test(text), "a date such as 2023-06-01")
    .prefault("2023-06-01"),
  LLM_TIMEOUT_SECONDS: whole(1, 600).prefault("60"),
  LLM_THINKING: oneOf(["adaptive", "disabled"]).optional(),
  LLM_EFFORT: oneOf(["low", "medium", "high"]).optional(),
  LLM_DAILY_TOKENS: whole(0, 1e12).prefault("2000000"),
  LLM_DAILY_USD: amount.optional(),
  PORT: whole(0, 65_535).prefault("8080"),
  BIND_ADDRESS: checked((text) => /^[0-9a-f.:]+$/i.test(text), "an IP address")
    .prefault("0.0.0.0"),
  MAX_CONNECTIONS: whole(16, 100_000).prefault("2000"),
  COOLDOWN_SECONDS: whole(0, 31_536_000).prefault("300"),
  SKIP_RESOLVED: flag.prefault("true"),
  PUSH_PUBLISH_URL: httpUrl(),
  PUSH_PUBLISH_TOPIC: checked(
    (text) => /^[-_A-Za-z0-9]{1,64}$/.test(text) && !RESERVED.test(text),
    "at most 64 letters, digits, '-' and '_', and no reserved name",
  ),
  PUSH_PUBLISH_TOKEN: secret.optional(),
  PUSH_LINK_HOSTS: list(HOST, "host names").prefault(""),
  STORE_PATH: z.string().optional(),
  CASE_RETENTION_DAYS: whole(1, 36_500).prefault("90"),
  FACTS_SECONDS: whole(1, 3_600).prefault("90"),
  STOP_SECONDS: whole(0, 600).prefault("20"),
  REDACT: oneOf(["standard", "strict"]).prefault("standard"),
  LOG_LEVEL: oneOf(["debug", "info", "warning", "error"]).prefault("info"),
};

/**
 * What the variables of {@linkcode SERVICE_VARIABLES} mean.
 *
 * @param of Their values, checked.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { SERVICE_VARIABLES, serviceSettings } from "./service_settings.ts";
 *
 * const settings = serviceSettings(z.object(SERVICE_VARIABLES).parse({
 *   WEBHOOK_SECRET: "abc",
 *   API_KEY: "def",
 *   PUSH_PUBLISH_URL: "https://push.example",
 *   PUSH_PUBLISH_TOPIC: "alerts",
 *   COOLDOWN_SECONDS: "60",
 * }));
 * assert.equal(settings.cooldown, 60_000);
 * ```
 */
export function serviceSettings(
  of: z.output<z.ZodObject<typeof SERVICE_VARIABLES>>,
): ServiceSettings {
  return {
    webhookSecret: of.WEBHOOK_SECRET,
    port: of.PORT,
    bindAddress: of.BIND_ADDRESS,
    connections: of.MAX_CONNECTIONS,
    cooldown: of.COOLDOWN_SECONDS * 1000,
    skipsResolved: of.SKIP_RESOLVED,
    ...(of.STORE_PATH && { storePath: of.STORE_PATH }),
    caseRetention: of.CASE_RETENTION_DAYS * 86_400_000,
    stopLimit: of.STOP_SECONDS * 1000,
    factsAfter: of.FACTS_SECONDS * 1000,
    redact: of.REDACT,
    logLevel: of.LOG_LEVEL,
    llm: {
      apiKey: of.API_KEY,
      url: of.API_BASE_URL,
      model: of.LLM_MODEL,
      apiVersion: of.LLM_API_VERSION,
      timeout: of.LLM_TIMEOUT_SECONDS * 1000,
      ...(of.LLM_THINKING && { thinking: of.LLM_THINKING }),
      ...(of.LLM_EFFORT && { effort: of.LLM_EFFORT }),
      dailyTokens: of.LLM_DAILY_TOKENS,
      ...(of.LLM_DAILY_USD !== undefined && { dailyUsd: of.LLM_DAILY_USD }),
    },
    push: {
      url: of.PUSH_PUBLISH_URL,
      topic: of.PUSH_PUBLISH_TOPIC,
      ...(of.PUSH_PUBLISH_TOKEN && { token: of.PUSH_PUBLISH_TOKEN }),
      linkHosts: of.PUSH_LINK_HOSTS.map((host) => host.toLowerCase()),
    },
  };
}

/**
 * `STORE_PATH` alone, for commands that need no other setting.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { storePathOf } from "./service_settings.ts";
 *
 * assert.equal(storePathOf(new Map([["STORE_PATH", "/data/analyzer.db"]])), "/data/analyzer.db");
 * assert.equal(storePathOf(new Map()), undefined);
 * ```
 */
export function storePathOf(env: Environment = environment): string | undefined {
  return env.get("STORE_PATH")?.trim() || undefined;
}
