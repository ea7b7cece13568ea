import type { Effects } from "../../../src/terminal/command.ts";
import { progressLine } from "../../../src/terminal/progress.ts";
import { Secret } from "../../../src/secret.ts";
import { counted } from "../../../src/text.ts";
import { WattbookError } from "../../src/errors.ts";
import { ask } from "../../src/llm/ask.ts";
import { llmEndpoint } from "../../src/llm/endpoint.ts";
import type { Config } from "../config/read_config.ts";
import { dollars, printEstimate, rounded } from "../results/figures.ts";
import { askAll, type AskAllOptions, type AskOutcome } from "../run/ask_all.ts";
import { estimate, priceOf, type Question, type RecordedUse } from "../run/estimate.ts";
import type { RecordOptions } from "./options.ts";
import { netAddress } from "./start_asking.ts";

/** Enough tries to outlast a limit per minute. */
const RETRIES = 10;
/** Per request; a model that thinks takes long. [ms] */
const TIMEOUT = 300_000;

/** What recording touches besides what every command does. */
export interface RecordEffects extends Effects {
  /** Asks the user; absent without a terminal. */
  readonly confirm?: (question: string) => boolean | Promise<boolean>;
  readonly apiKey: () => string | undefined;
}

interface RecordQuestionsOptions extends Pick<AskAllOptions, "budget" | "add"> {
  readonly options: RecordOptions;
  readonly effects: RecordEffects;
  readonly config: Config;
  readonly used: readonly RecordedUse[];
}

/**
 * Prints the cost, asks the user, and sends the questions as the analyzer does.
 *
 * @returns Questions that were not sent: all of them if the user declines.
 */
export async function recordQuestions(
  questions: readonly Question[],
  { options, effects, config, used, ...rest }: RecordQuestionsOptions,
): Promise<readonly Question[]> {
  if (questions.length === 0) return [];
  const { stderr, now, signal } = effects;
  const { cassettes, prices, provider: { url, ...version } } = config;
  const apiKey = keyOf(effects);
  checkPrices(questions, options, config, now());
  const cost = printEstimate(estimate(questions, { at: now(), prices, used }));
  await stderr.write(`To ask ${netAddress(url)}: ${cost}${limitsOf(options)}\n`);
  if (!await isAgreed(options, effects)) return questions;
  const endpoint = llmEndpoint(url, { apiKey, ...version });
  const given = { ...options, ...rest, apiKey, cassettes, prices, signal, now };
  try {
    const bar = progressLine(stderr, { now, delay: 0, verb: "Asking" });
    const outcome = await askAll(questions, {
      ...given,
      onProgress: bar.onProgress,
      ask: (body, options) =>
        ask(endpoint, body, { ...options, retries: RETRIES, timeout: TIMEOUT }),
    }).finally(() => bar[Symbol.asyncDispose]());
    await stderr.write(printOutcome(outcome));
    return outcome.unasked;
  } catch (error) {
    if (signal.aborted) await stderr.write(GOES_ON);
    throw error;
  }
}

const GOES_ON = "What is recorded stays; the same command goes on with the rest\n";

function keyOf({ apiKey }: RecordEffects): Secret {
  const key = apiKey()?.trim();
  if (!key) {
    throw new WattbookError("NOT_CONFIGURED", "API_KEY is not set", {
      hint: "Set it to the key of the model's provider. 'deno task replay' needs none.",
    });
  }
  // An invalid header value would appear in an error message.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new WattbookError("BAD_SETTING", "API_KEY must be printable ASCII without spaces", {
      hint: "Copy the key anew, without quotes and line breaks.",
    });
  }
  return new Secret(key);
}

/** A cost limit needs a known price. */
function checkPrices(
  questions: readonly Question[],
  { maxUsd }: RecordOptions,
  { prices, judge }: Config,
  now: number,
): void {
  if (maxUsd === undefined) return;
  // The judge spends from the same budget, so its price must be known before.
  const unknown = [...questions, ...judge ? [judge] : []].map(({ render }) => render.model)
    .find((model) => priceOf(model, { input: 0, output: 0 }, now, prices) === undefined);
  if (unknown === undefined) return;
  throw new WattbookError("BAD_SETTING", `The price of the model '${unknown}' is not known`, {
    hint:
      `Name it in replay.yaml (prices: { ${unknown}: { input: …, output: … } }, USD per million ` +
      "tokens), or limit tokens with --max-tokens.",
  });
}

function limitsOf({ maxUsd, maxTokens }: RecordOptions): string {
  const usd = maxUsd === undefined ? [] : [dollars(maxUsd)];
  const tokens = maxTokens === undefined ? [] : [`${rounded(maxTokens)} tokens`];
  const parts = [...usd, ...tokens];
  return parts.length === 0 ? "" : `; it stops at ${parts.join(" or ")}`;
}

async function isAgreed({ yes }: RecordOptions, { confirm, stderr }: RecordEffects) {
  if (yes) return true;
  if (!confirm) {
    throw new WattbookError("NOT_CONFIGURED", "Nobody is there to agree to what this costs", {
      hint: "Give --yes where there is no terminal, best with --max-usd.",
    });
  }
  if (await confirm("Ask?")) return true;
  await stderr.write("Nobody was asked\n");
  return false;
}

function printOutcome({ answered, failures, unasked, stopped, spent }: AskOutcome): string {
  const cost = spent.usd > 0 ? ` for ${dollars(spent.usd)}` : "";
  const lines = [`${counted(answered, "answer")}${cost}, ${rounded(spent.tokens)} tokens\n`];
  for (const [failure, count] of failures) {
    lines.push(`${counted(count, "answer")} failed: ${failure}\n`);
  }
  if (unasked.length > 0) {
    const why = stopped === "budget"
      ? "the budget is spent"
      : stopped === "bad_reply"
      ? "the provider answers in another format; is 'endpoint' its messages endpoint?"
      : `the provider refuses the account, the key or the model (${stopped})`;
    lines.push(`${counted(unasked.length, "answer")} not asked for: ${why}\n`, GOES_ON);
  }
  return lines.join("");
}
