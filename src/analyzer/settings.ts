/**
 * The settings of the cluster analyzer. Its only reader of the environment.
 *
 * @module
 */

import { z } from "zod";
import type { Environment } from "../config.ts";
import { WattbookError } from "../errors.ts";
import { Secret } from "../secret.ts";

/** What the environment says; docs/analyzer.md describes every variable. */
export interface Settings {
  /** `WEBHOOK_SECRET`: what a sender must know. */
  readonly webhookSecret: Secret;
  /** `PORT`, 0 for any free one. */
  readonly port: number;
  /** `BIND_ADDRESS`: the address to listen at. */
  readonly bindAddress: string;
  /** `PROMETHEUS_URL`: the metrics server. */
  readonly prometheusUrl: URL;
  /** `COOLDOWN_SECONDS`: how long an accepted alert is not accepted again. [ms] */
  readonly cooldown: number;
  /** `SKIP_RESOLVED`. */
  readonly skipsResolved: boolean;
  /** `ALLOWED_NAMESPACES`: where logs may be read. */
  readonly allowedNamespaces: readonly string[];
  /** `MAX_LOG_BYTES`: of each pod. [bytes] */
  readonly maxLogBytes: number;
  /** `STORE_PATH`: the file of the store; without it the store is in memory. */
  readonly storePath?: string;
  /** `CASE_RETENTION_DAYS`: how long case files are kept. [ms] */
  readonly caseRetention: number;
  /** `STOP_SECONDS`: how long a stop waits for what runs. [ms] */
  readonly stopLimit: number;
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
  /** `LLM_DAILY_TOKENS`: input and output of one UTC day; 0 asks never, absent is no limit. */
  readonly dailyTokens?: number;
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
  /** `PUSH_LINK_HOSTS`: hosts that may be linked besides those of the alert's own links. */
  readonly linkHosts: readonly string[];
}

/** Where a key for the native provider belongs. */
export const NATIVE_ENDPOINT = "https://api.anthropic.com/v1/messages";

const secret = z.string()
  .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
  .transform((text) => new Secret(text));

/** An address of a server. It may hold a password by mistake: no message repeats it. */
const httpUrl = ({ mayHaveQuery = false } = {}) =>
  z.string().transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const problem = !url || !/^https?:$/.test(url.protocol)
      ? "must be an address that starts with http:// or https://"
      : url.username || url.password
      ? "must not contain a user name or a password"
      : url.hash || (url.search && !mayHaveQuery)
      ? "must not contain a query string or a fragment"
      : undefined;
    if (url && problem === undefined) return url;
    context.addIssue({ code: "custom", message: problem! });
    return z.NEVER;
  });

/** What is no secret may be shown in the message. */
const checked = (isGood: (text: string) => boolean, rule: string) =>
  z.string().superRefine((text, context) => {
    if (!isGood(text)) {
      context.addIssue({ code: "custom", message: `must be ${rule}, not '${text.slice(0, 80)}'` });
    }
  });

const whole = (least: number, most: number) =>
  checked(
    (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
    `a whole number from ${least} to ${most}`,
  ).transform(Number);

const amount = checked((text) => /^\d{1,9}(\.\d+)?$/.test(text), "an amount such as 2.50")
  .transform(Number);

const flag = checked((text) => /^(true|false)$/i.test(text), "true or false")
  .transform((text) => text.toLowerCase() === "true");

const list = (item: RegExp, what: string) =>
  z.string().transform((text) => text.split(",").map((one) => one.trim()).filter(Boolean))
    .superRefine((items, context) => {
      const wrong = items.find((one) => !item.test(one));
      if (wrong !== undefined) {
        const message = `must be a list of ${what}, separated by commas, not '${wrong}'`;
        context.addIssue({ code: "custom", message });
      }
    });

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const HOST = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/i;
const VISIBLE = /^[\x21-\x7e]{1,200}$/;
/** Topics that the push service keeps for itself. */
const RESERVED = /^(docs|static|file|app|metrics|account|settings|signup|login|v1)$/;

const VARIABLES = z.object({
  WEBHOOK_SECRET: secret,
  API_KEY: secret,
  API_BASE_URL: httpUrl({ mayHaveQuery: true }).prefault(NATIVE_ENDPOINT),
  LLM_MODEL: checked((text) => VISIBLE.test(text), "the name of a model")
    .prefault("claude-haiku-5-5"),
  LLM_API_VERSION: checked((text) => /^\d{4}-\d\d-\d\d$/.test(text), "a date such as 2023-06-01")
    .prefault("2023-06-01"),
  LLM_TIMEOUT_SECONDS: whole(1, 600).prefault("60"),
  LLM_DAILY_TOKENS: whole(0, 1e12).optional(),
  LLM_DAILY_USD: amount.optional(),
  PORT: whole(0, 65_535).prefault("8080"),
  BIND_ADDRESS: checked((text) => /^[0-9a-f.:]+$/i.test(text), "an IP address")
    .prefault("0.0.0.0"),
  PROMETHEUS_URL: httpUrl().prefault("http://prometheus.monitoring.svc:9090"),
  COOLDOWN_SECONDS: whole(0, 31_536_000).prefault("300"),
  SKIP_RESOLVED: flag.prefault("true"),
  ALLOWED_NAMESPACES: list(NAMESPACE, "names of namespaces")
    .prefault("monitoring,databases,media"),
  MAX_LOG_BYTES: whole(1, 1_048_576).prefault("2048"),
  PUSH_PUBLISH_URL: httpUrl().prefault("http://ntfy.ntfy.svc"),
  PUSH_PUBLISH_TOPIC: checked(
    (text) => /^[-_A-Za-z0-9]{1,64}$/.test(text) && !RESERVED.test(text),
    "at most 64 letters, digits, '-' and '_', and no reserved name",
  ).prefault("kubernetes-analysis"),
  PUSH_PUBLISH_TOKEN: secret.optional(),
  PUSH_LINK_HOSTS: list(HOST, "host names").prefault(""),
  STORE_PATH: z.string().optional(),
  CASE_RETENTION_DAYS: whole(1, 36_500).prefault("90"),
  STOP_SECONDS: whole(0, 600).prefault("20"),
  LOG_LEVEL: z.enum(["debug", "info", "warning", "error"], {
    error: "must be debug, info, warning or error",
  }).prefault("info"),
});

/** Names of all variables that {@linkcode loadSettings} reads. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES.shape);

/**
 * Reads the settings from the environment. An empty value counts as not set, but for
 * `ALLOWED_NAMESPACES`, where it means that no logs may be read at all.
 *
 * @throws {WattbookError} `BAD_SETTING` with everything that is missing or cannot be used.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSettings } from "./settings.ts";
 *
 * const settings = loadSettings(new Map([["WEBHOOK_SECRET", "abc"], ["API_KEY", "def"]]));
 * assert.equal(settings.port, 8080);
 * assert.throws(() => loadSettings(new Map([["API_KEY", "def"]])), /WEBHOOK_SECRET is missing/);
 * ```
 */
export function loadSettings(env: Environment = Deno.env): Settings {
  const given: Record<string, string> = {};
  for (const name of VARIABLE_NAMES) {
    const value = env.get(name)?.trim();
    if (value || (name === "ALLOWED_NAMESPACES" && value === "")) given[name] = value;
  }
  const parsed = VARIABLES.safeParse(given);
  if (!parsed.success) throw badSettings(parsed.error, given);
  const of = parsed.data;
  return {
    webhookSecret: of.WEBHOOK_SECRET,
    port: of.PORT,
    bindAddress: of.BIND_ADDRESS,
    prometheusUrl: of.PROMETHEUS_URL,
    cooldown: of.COOLDOWN_SECONDS * 1000,
    skipsResolved: of.SKIP_RESOLVED,
    allowedNamespaces: of.ALLOWED_NAMESPACES,
    maxLogBytes: of.MAX_LOG_BYTES,
    ...(of.STORE_PATH && { storePath: of.STORE_PATH }),
    caseRetention: of.CASE_RETENTION_DAYS * 86_400_000,
    stopLimit: of.STOP_SECONDS * 1000,
    logLevel: of.LOG_LEVEL,
    llm: {
      apiKey: of.API_KEY,
      url: of.API_BASE_URL,
      model: of.LLM_MODEL,
      apiVersion: of.LLM_API_VERSION,
      timeout: of.LLM_TIMEOUT_SECONDS * 1000,
      ...(of.LLM_DAILY_TOKENS !== undefined && { dailyTokens: of.LLM_DAILY_TOKENS }),
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
 * The file of the store alone, for commands that need no other setting.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { storePathOf } from "./settings.ts";
 *
 * assert.equal(storePathOf(new Map([["STORE_PATH", "/data/analyzer.db"]])), "/data/analyzer.db");
 * assert.equal(storePathOf(new Map()), undefined);
 * ```
 */
export function storePathOf(env: Environment = Deno.env): string | undefined {
  return env.get("STORE_PATH")?.trim() || undefined;
}

function badSettings(error: z.ZodError, given: Record<string, string>): WattbookError {
  const complaints = error.issues.map(({ path, message }) => {
    const name = path.join(".");
    return `${name} ${given[name] === undefined ? "is missing" : message}`;
  });
  return new WattbookError("BAD_SETTING", `The analyzer cannot start: ${complaints.join("; ")}`, {
    hint: "Set it in the environment; docs/analyzer.md describes every variable.",
  });
}
