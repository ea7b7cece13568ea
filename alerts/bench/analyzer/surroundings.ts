/**
 * What the measured service talks to: stand-ins of the model, the metrics and the push service.
 *
 * @module
 */

import { startDemoMetrics } from "../../src/demo/demo_metrics.ts";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { ANSWER } from "../../tests/services/alerts.ts";

/** How long the model thinks. [ms] */
export const THINKING = 1_000;

/** Running stand-ins. Leaving their scope ends them. */
export interface Surroundings extends AsyncDisposable {
  /** The environment of a service that uses them. */
  readonly env: Readonly<Record<string, string>>;
  /** The push service. */
  readonly ntfy: ReturnType<typeof startNtfy>;
}

/** Starts the stand-ins. */
export function startSurroundings(): Surroundings {
  const scope = new AsyncDisposableStack();
  const prometheus = scope.use(startDemoMetrics());
  const llm = scope.use(startLlm({
    key: "benchmark",
    provider: "aggregator",
    answer: () => new Promise((resolve) => setTimeout(() => resolve(ANSWER), THINKING)),
  }));
  const ntfy = scope.use(startNtfy({ burst: Infinity }));
  return {
    env: {
      WEBHOOK_SECRET: "benchmark",
      API_KEY: "benchmark",
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      PROMETHEUS_URL: prometheus.url.href,
      PUSH_PUBLISH_URL: ntfy.url.href,
      BIND_ADDRESS: "127.0.0.1",
      PORT: "0",
    },
    ntfy,
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}
