import { describe, expect, test } from "vitest";
import {
  CLUSTER_VARIABLE_NAMES,
  loadClusterSettings,
} from "../../src/settings/cluster_settings.ts";
import { refusal } from "./refusal.ts";

const NEEDED = { WEBHOOK_SECRET: "s3cret", API_KEY: "sk-key" };
const load = (given: Record<string, string>) => loadClusterSettings(new Map(Object.entries(given)));

const message = (given: Record<string, string>) => refusal(() => load(given));

describe("loadClusterSettings()", () => {
  test("has the specification's defaults", () => {
    const { webhookSecret, llm, push, ...rest } = load(NEEDED);
    expect([webhookSecret.reveal(), llm.apiKey.reveal()]).toEqual(["s3cret", "sk-key"]);
    expect(rest).toEqual({
      port: 8080,
      bindAddress: "0.0.0.0",
      prometheusUrl: new URL("http://prometheus.monitoring.svc:9090"),
      cooldown: 300_000,
      skipsResolved: true,
      allowedNamespaces: ["monitoring", "databases", "media"],
      maxLogBytes: 2048,
      cluster: null,
      caseRetention: 90 * 86_400_000,
      stopLimit: 20_000,
      factsAfter: 90_000,
      connections: 2000,
      redact: "standard",
      logLevel: "info",
    });
    expect(llm).toMatchObject({
      url: new URL("https://api.anthropic.com/v1/messages"),
      apiVersion: "2023-06-01",
    });
    expect(llm.dailyTokens).toBe(2_000_000);
    for (const name of ["dailyUsd", "thinking", "effort"]) expect(llm).not.toHaveProperty(name);
    expect(push).toEqual({
      url: new URL("http://ntfy.ntfy.svc"),
      topic: "kubernetes-analysis",
      linkHosts: [],
    });
  });

  test("takes every variable", () => {
    const settings = load({
      ...NEEDED,
      API_BASE_URL: "https://openrouter.ai/api/v1/messages?x=1",
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      LLM_API_VERSION: "2026-10-21",
      LLM_TIMEOUT_SECONDS: "30",
      LLM_DAILY_TOKENS: "0",
      LLM_DAILY_USD: "2.50",
      PORT: "9000",
      BIND_ADDRESS: "::1",
      PROMETHEUS_URL: "https://metrics.example/prometheus",
      COOLDOWN_SECONDS: "60",
      SKIP_RESOLVED: "False",
      ALLOWED_NAMESPACES: " one, two ,",
      MAX_LOG_BYTES: "4096",
      PUSH_PUBLISH_URL: "https://push.example",
      PUSH_PUBLISH_TOPIC: "alerts_1",
      PUSH_PUBLISH_TOKEN: "tk_1",
      PUSH_LINK_HOSTS: "Grafana.example,runbooks.example",
      STORE_PATH: "/data/analyzer.db",
      CASE_RETENTION_DAYS: "7",
      STOP_SECONDS: "5",
      FACTS_SECONDS: "45",
      MAX_CONNECTIONS: "64",
      REDACT: "strict",
      LOG_LEVEL: "debug",
      LLM_THINKING: "disabled",
      LLM_EFFORT: "low",
      KUBERNETES_SERVICE_HOST: "10.96.0.1",
      KUBERNETES_SERVICE_PORT: "6443",
    });
    const { webhookSecret: _, llm, push, ...rest } = settings;
    expect(rest).toEqual({
      port: 9000,
      bindAddress: "::1",
      prometheusUrl: new URL("https://metrics.example/prometheus"),
      cooldown: 60_000,
      skipsResolved: false,
      allowedNamespaces: ["one", "two"],
      maxLogBytes: 4096,
      cluster: {
        url: new URL("https://10.96.0.1:6443"),
        directory: "/var/run/secrets/kubernetes.io/serviceaccount",
      },
      storePath: "/data/analyzer.db",
      caseRetention: 7 * 86_400_000,
      stopLimit: 5_000,
      factsAfter: 45_000,
      connections: 64,
      redact: "strict",
      logLevel: "debug",
    });
    expect(llm).toMatchObject({
      url: new URL("https://openrouter.ai/api/v1/messages?x=1"),
      model: "anthropic/claude-haiku-5-5",
      apiVersion: "2026-10-21",
      timeout: 30_000,
      thinking: "disabled",
      effort: "low",
      dailyTokens: 0,
      dailyUsd: 2.5,
    });
    expect(push.token?.reveal()).toBe("tk_1");
    expect(push.linkHosts).toEqual(["grafana.example", "runbooks.example"]);
  });

  test("names all that is missing or wrong at once", () => {
    const text = message({ PORT: "http", SKIP_RESOLVED: "maybe" });
    for (
      const name of ["WEBHOOK_SECRET is missing", "API_KEY is missing", "PORT", "SKIP_RESOLVED"]
    ) {
      expect(text).toContain(name);
    }
    expect(message({ ...NEEDED, WEBHOOK_SECRET: "  " })).toMatch(
      /^The analyzer cannot start: WEBHOOK_SECRET is missing\n/,
    );
  });

  test.each([
    ["PORT", "65536", "'65536'"],
    ["PORT", "8080.5", "'8080.5'"],
    ["COOLDOWN_SECONDS", "-1", "'-1'"],
    ["COOLDOWN_SECONDS", "5m", "'5m'"],
    ["MAX_LOG_BYTES", "0", "'0'"],
    ["SKIP_RESOLVED", "1", "true or false"],
    ["ALLOWED_NAMESPACES", "media,*", "'*'"],
    ["PUSH_PUBLISH_TOPIC", "a b", "'a b'"],
    ["PUSH_PUBLISH_TOPIC", "metrics", "'metrics'"],
    ["PUSH_LINK_HOSTS", "https://a.example", "'https://a.example'"],
    ["PROMETHEUS_URL", "prometheus:9090", "http://"],
    ["PROMETHEUS_URL", "http://p?x=1", "query string"],
    ["API_BASE_URL", "ftp://x", "http://"],
    ["LLM_API_VERSION", "latest", "'latest'"],
    ["LLM_DAILY_USD", "5 USD", "'5 USD'"],
    ["LOG_LEVEL", "verbose", "debug, info"],
    ["REDACT", "all", "standard or strict"],
    ["BIND_ADDRESS", "localhost", "'localhost'"],
    ["LLM_THINKING", "enabled", "adaptive or disabled"],
    ["LLM_EFFORT", "max", "low, medium or high"],
    ["KUBERNETES_SERVICE_HOST", "a/b", "'a/b'"],
    ["KUBERNETES_SERVICE_PORT", "tcp://10.96.0.1:443", "'tcp://10.96.0.1:443'"],
  ])("refuses %s=%s", (name, value, hint) => {
    const text = message({ ...NEEDED, [name]: value });
    expect(text).toContain(`${name} must`);
    expect(text).toContain(hint);
  });

  test.each(["WEBHOOK_SECRET", "API_KEY", "PUSH_PUBLISH_TOKEN"])(
    "does not show the value of %s",
    (name) => {
      const text = message({ ...NEEDED, [name]: "hunter2 with a space" });
      expect(text).toContain(`${name} must be printable ASCII`);
      expect(text).not.toContain("hunter2");
    },
  );

  test.each(["PROMETHEUS_URL", "API_BASE_URL", "PUSH_PUBLISH_URL"])(
    "does not show a password in %s",
    (name) => {
      expect(message({ ...NEEDED, [name]: "http://user:hunter2@host" })).not.toContain("hunter2");
      expect(message({ ...NEEDED, [name]: "http//user:hunter2@host" })).not.toContain("hunter2");
    },
  );

  test("an empty value is not set, but an empty allowlist allows nothing", () => {
    expect(load({ ...NEEDED, PORT: "", STORE_PATH: " " }).port).toBe(8080);
    expect(load({ ...NEEDED, STORE_PATH: " " })).not.toHaveProperty("storePath");
    expect(load({ ...NEEDED, ALLOWED_NAMESPACES: "" }).allowedNamespaces).toEqual([]);
  });

  test("printing the settings shows no secret", () => {
    const settings = load({ ...NEEDED, PUSH_PUBLISH_TOKEN: "tk_1" });
    const shown = `${JSON.stringify(settings)} ${Deno.inspect(settings, { depth: 9 })}`;
    for (const secret of ["s3cret", "sk-key", "tk_1"]) expect(shown).not.toContain(secret);
  });

  test("reads no variable that the page about it does not describe", async () => {
    const page = await Deno.readTextFile(new URL("../../docs/analyzer.md", import.meta.url));
    for (const name of CLUSTER_VARIABLE_NAMES) expect(page).toContain(`\`${name}\``);
  });
});
