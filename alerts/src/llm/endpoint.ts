/**
 * Where the model is asked, and as whom.
 *
 * @module
 */

import type { Secret } from "../../../src/secret.ts";

/** Options of {@linkcode llmEndpoint}. */
export interface LlmEndpointOptions {
  /** Key of the provider. */
  readonly apiKey: Secret;
  /** Version of the native provider's API. @default {"2023-06-01"} */
  readonly apiVersion?: string;
}

/** An endpoint. */
export interface LlmEndpoint {
  /** The full address: nothing is appended to it. */
  readonly url: URL;
  /** The company that makes the models, or a reseller of many. */
  readonly provider: "native" | "aggregator";
  /** Version of the API that is asked for; aggregators have none. */
  readonly apiVersion?: string;
  /** Headers of a request, with the key. */
  headers(): Record<string, string>;
}

/**
 * Tells who answers at an address, and how to show the key there.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { llmEndpoint } from "./endpoint.ts";
 *
 * const apiKey = new Secret("k");
 * const native = llmEndpoint(new URL("https://api.anthropic.com/v1/messages"), { apiKey });
 * assert.equal(native.headers()["x-api-key"], "k");
 * const other = llmEndpoint(new URL("https://anthropic.com.example/v1/messages"), { apiKey });
 * assert.equal(other.headers()["authorization"], "Bearer k");
 * ```
 */
export function llmEndpoint(url: URL, options: LlmEndpointOptions): LlmEndpoint {
  const { apiKey, apiVersion = "2023-06-01" } = options;
  // Parsed rather than searched: `anthropic.com.example` is another host. A root dot changes
  // nothing.
  const isNative = /(?:^|\.)anthropic\.com\.?$/.test(url.hostname);
  return {
    url,
    provider: isNative ? "native" : "aggregator",
    ...(isNative && { apiVersion }),
    headers: () => ({
      accept: "application/json",
      "accept-encoding": "identity",
      "content-type": "application/json",
      ...(isNative
        ? { "x-api-key": apiKey.reveal(), "anthropic-version": apiVersion }
        : { authorization: `Bearer ${apiKey.reveal()}` }),
    }),
  };
}
