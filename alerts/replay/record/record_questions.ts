import type { Effects } from "../../../src/terminal/command.ts";
import { WattbookError } from "../../src/errors.ts";
import { Secret } from "../../../src/secret.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import type { Config } from "../config/read_config.ts";
import { dollars, printEstimate, rounded } from "../results/figures.ts";
import type { AskAllOptions, Question } from "../run/ask_all.ts";
import { estimate, likelyEstimate, type RecordedUse } from "../run/estimate.ts";
import { priceOf } from "../run/price_of.ts";
import { askProvider } from "./ask_provider.ts";
import { netAddress } from "./start_asking.ts";
import type { RecordOptions } from "./options.ts";
import { printOutcome } from "./print_outcome.ts";

/** What recording touches besides what every command does. */
export interface RecordEffects extends Effects {
  /** Asks the user; absent without a terminal. */
  readonly confirm?: (question: string) => boolean | Promise<boolean>;
  readonly apiKey: () => string | undefined;
}

export interface RecordQuestionsOptions<Q extends Question>
  extends Pick<AskAllOptions<Q>, "budget" | "onAnswer" | "onFailure"> {
  readonly options: Pick<RecordOptions, "mode" | "concurrency" | "maxTokens" | "maxUsd" | "yes">;
  readonly effects: RecordEffects;
  readonly config: Pick<Config, "endpoint" | "variants" | "prices" | "judge">;
  readonly cassettes: Cassettes;
  readonly used: ReadonlyMap<string, RecordedUse>;
}

/**
 * Prints the cost, asks the user, and sends the questions.
 *
 * @returns Questions that were not sent: all of them if the user declines.
 */
export async function recordQuestions<Q extends Question>(
  questions: readonly Q[],
  { options, effects, config, cassettes, used, ...rest }: RecordQuestionsOptions<Q>,
): Promise<readonly Q[]> {
  if (questions.length === 0) return [];
  const { stderr, now } = effects;
  const { prices, endpoint, judge } = config;
  const apiKey = keyOf(effects);
  // The judge spends from the same budget, so its price must be known before.
  const asked = new Set(questions.map(({ render }) => render.model));
  if (judge) asked.add(judge.render.model);
  checkPrices(asked, { options, prices, now: now() });
  const cost = printEstimate(estimate(questions, now(), prices), likelyEstimate(questions, used));
  await stderr.write(`To ask ${netAddress(endpoint)}: ${cost}${limitsOf(options)}\n`);
  if (!await isAgreed(options, effects)) return questions;
  try {
    const asked = { ...options, ...rest, config, apiKey, effects };
    const outcome = await askProvider(questions, cassettes, asked);
    await stderr.write(printOutcome(outcome));
    return outcome.unasked;
  } catch (error) {
    if (effects.signal.aborted) {
      await stderr.write("What is recorded stays; the same command goes on with the rest\n");
    }
    throw error;
  }
}

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
  models: ReadonlySet<string>,
  { options: { maxUsd }, prices, now }:
    & Pick<RecordQuestionsOptions<Question>, "options">
    & { readonly prices: Config["prices"]; readonly now: number },
): void {
  if (maxUsd === undefined) return;
  const unknown = [...models]
    .find((model) => priceOf(model, { input: 0, output: 0 }, now, prices) === undefined);
  if (unknown === undefined) return;
  throw new WattbookError("BAD_SETTING", `The price of the model '${unknown}' is not known`, {
    hint:
      `Name it in replay.yaml (prices: { ${unknown}: { input: …, output: … } }, USD per million ` +
      "tokens), or limit tokens with --max-tokens.",
  });
}

function limitsOf({ maxUsd, maxTokens }: Pick<RecordOptions, "maxUsd" | "maxTokens">): string {
  const parts = [
    ...maxUsd === undefined ? [] : [dollars(maxUsd)],
    ...maxTokens === undefined ? [] : [`${rounded(maxTokens)} tokens`],
  ];
  return parts.length === 0 ? "" : `; it stops at ${parts.join(" or ")}`;
}

async function isAgreed(
  { yes }: Pick<RecordOptions, "yes">,
  { confirm, stderr }: RecordEffects,
): Promise<boolean> {
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
