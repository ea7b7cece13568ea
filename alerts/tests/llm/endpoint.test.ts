import { describe, expect, test } from "vitest";
import { llmEndpoint } from "../../src/llm/endpoint.ts";
import { Secret } from "../../../src/secret.ts";

const apiKey = new Secret("key");
const endpoint = (url: string, apiVersion?: string) =>
  llmEndpoint(new URL(url), { apiKey, ...(apiVersion !== undefined && { apiVersion }) });

describe("llmEndpoint()", () => {
  test.each([
    "https://api.anthropic.com/v1/messages",
    "https://API.Anthropic.COM/v1/messages",
    "https://api.anthropic.com./v1/messages",
    "https://anthropic.com/v1/messages",
    "https://eu.api.anthropic.com:8443/v1/messages?beta=true",
  ])("takes %s for the native provider", (url) => {
    const { provider, headers, apiVersion } = endpoint(url);
    expect(provider).toBe("native");
    expect(apiVersion).toBe("2023-06-01");
    expect(headers()).toMatchObject({ "x-api-key": "key", "anthropic-version": "2023-06-01" });
    expect(headers()).not.toHaveProperty("authorization");
  });

  test.each([
    "https://openrouter.ai/api/v1/messages",
    "https://anthropic.com.evil.example/v1/messages",
    "https://evilanthropic.com/v1/messages",
    "https://evil.example/api.anthropic.com/v1/messages",
    "https://evil.example/?api.anthropic.com",
    "https://api.anthropic.com@evil.example/v1/messages",
    "https://api.anthropic.com%2eevil.example/",
  ])("shows %s the key as a bearer token only", (url) => {
    const { provider, headers, apiVersion } = endpoint(url);
    expect(provider).toBe("aggregator");
    expect(apiVersion).toBeUndefined();
    expect(headers()).toMatchObject({ authorization: "Bearer key" });
    expect(headers()).not.toHaveProperty("x-api-key");
    expect(headers()).not.toHaveProperty("anthropic-version");
  });

  test("sends the version it is told to", () => {
    const { headers } = endpoint("https://api.anthropic.com/v1/messages", "2026-10-21");
    expect(headers()["anthropic-version"]).toBe("2026-10-21");
  });

  test("shows the key to nobody who prints it", () => {
    expect(Deno.inspect(endpoint("https://openrouter.ai/api/v1/messages"))).not.toContain("Bearer");
  });
});
