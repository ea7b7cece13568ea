import type { Finding } from "../../../src/terminal/findings.ts";
import { ask } from "../llm/ask.ts";
import { llmEndpoint } from "../llm/endpoint.ts";
import { costOf } from "../llm/prices.ts";
import { readReply } from "../llm/read_reply.ts";
import { describeModelFailure } from "../push/describe_model_failure.ts";
import type { ServiceSettings } from "../settings/service_settings.ts";

/** What to do about a failure, by its beginning. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^http_401/, "Check API_KEY."],
  [/^http_403/, "Check the permissions of the key in API_KEY."],
  [/^(?:http_402|spend_limit)/, "Add credit to the account, or raise its limit."],
  [/^http_404/, "Check LLM_MODEL, and that API_BASE_URL is the messages endpoint in full."],
  [/^http_400/, "Check LLM_MODEL, LLM_API_VERSION, LLM_THINKING and LLM_EFFORT."],
  [/^(?:network_|timeout)/, "Check API_BASE_URL, and that the network policy lets it through."],
  [/^bad_reply/, "Check that API_BASE_URL is the messages endpoint in full."],
];

/**
 * Whether the provider takes key and model: one request of a few tokens, and what it cost.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { startLlm } from "../demo/llm_stand_in.ts";
 * import { checkModel } from "./check_model.ts";
 *
 * await using llm = startLlm({ key: "k", provider: "aggregator", answer: () => ({ text: "." }) });
 * const url = new URL("/api/v1/messages", llm.url);
 * const settings = { url, apiKey: new Secret("wrong"), model: "m", apiVersion: "2023-06-01", timeout: 9000 };
 * const [finding] = await checkModel({ llm: settings }, AbortSignal.timeout(10_000));
 * assert.deepEqual([finding?.status, finding?.advice], ["failure", "Check API_KEY."]);
 * ```
 */
export async function checkModel(
  { llm }: Pick<ServiceSettings, "llm">,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const { url, model, thinking, effort } = llm;
  const body = JSON.stringify({
    model,
    // With one token there is no answer, but missing permissions are still reported.
    max_tokens: 1,
    messages: [{ role: "user", content: [{ type: "text", text: "ping" }] }],
    // Some models refuse to be told.
    ...(thinking && { thinking: { type: thinking } }),
    ...(effort && { output_config: { effort } }),
  });
  const reply = await ask(llmEndpoint(url, llm), body, {
    signal,
    timeout: llm.timeout,
    retries: 0,
  });
  const reading = reply.response && readReply(reply.response);
  const failure = reply.failure ??
    (reading && "failure" in reading && reading.failure !== "max_tokens" ? reading.failure : null);
  if (failure !== null) {
    const advice = ADVICE.find(([pattern]) => pattern.test(failure))?.[1] ??
      "Run the doctor again in a minute, or look at the provider's status page.";
    return [{
      status: "failure",
      found: `${model} at ${url.host}: ${describeModelFailure(failure)}`,
      advice,
    }];
  }
  const usage = reading?.usage;
  const usd = usage && (usage.usd ?? costOf(model, usage, now()));
  const cost = usd === undefined ? "its cost is not known" : `it cost ${usd.toFixed(6)} USD`;
  const tokens = usage ? `${usage.input + usage.output} tokens` : "one request";
  return [{ status: "ok", found: `${model} at ${url.host} answers (${tokens}; ${cost})` }];
}
