import { REAL_EFFECTS } from "../../src/effects.ts";
import { ask } from "../../src/llm/ask.ts";
import { llmEndpoint } from "../../src/llm/endpoint.ts";
import type { Effects } from "../../../src/terminal/command.ts";
import { progressLine } from "../../../src/terminal/progress.ts";
import type { Secret } from "../../../src/secret.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import type { Config } from "../config/read_config.ts";
import { askAll, type AskAllOptions, type AskOutcome, type Question } from "../run/ask_all.ts";
import { progressText } from "./print_outcome.ts";

/** Enough tries to outlast a limit per minute. */
const RETRIES = 10;
/** Per request; a model that thinks takes long. [ms] */
const TIMEOUT = 300_000;

export interface AskProviderOptions<Q extends Question> extends
  Pick<
    AskAllOptions<Q>,
    "mode" | "concurrency" | "budget" | "onAnswer" | "onFailure"
  > {
  readonly config: Pick<Config, "endpoint" | "variants" | "prices">;
  readonly apiKey: Secret;
  readonly effects: Pick<Effects, "stderr" | "now" | "signal">;
}

/** Asks the provider as the analyzer does, and shows the progress. */
export async function askProvider<Q extends Question>(
  questions: readonly Q[],
  cassettes: Cassettes,
  { config, effects: { stderr, now, signal }, ...options }: AskProviderOptions<Q>,
): Promise<AskOutcome<Q>> {
  await using bar = progressLine(stderr, { now, delay: 0, verb: "Asking" });
  const [{ apiVersion } = {}] = config.variants;
  const endpoint = llmEndpoint(config.endpoint, {
    apiKey: options.apiKey,
    ...(apiVersion !== undefined && { apiVersion }),
  });
  return await askAll(questions, cassettes, {
    ...options,
    ask: ({ body }, { signal, onRetry }) =>
      ask(endpoint, body, {
        signal,
        retries: RETRIES,
        timeout: TIMEOUT,
        ...(onRetry && { onRetry }),
      }),
    prices: config.prices,
    signal,
    onProgress: (progress) => bar.onProgress(progress.done, progress.total, progressText(progress)),
  }, { ...REAL_EFFECTS, now });
}
