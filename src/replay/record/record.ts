import { counted } from "../../command/counted.ts";
import { runCommand } from "../../command/command.ts";
import type { Effects } from "../../command/effects.ts";
import { WattbookError } from "../../errors.ts";
import { Secret } from "../../secret.ts";
import { runAnswers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { conclude } from "../command/conclude.ts";
import { REPLAY_EXIT } from "../exit.ts";
import { loadReplay, type Replay } from "../load_replay.ts";
import { dollars } from "../results/figures.ts";
import { rounded } from "../print/rounded.ts";
import { printEstimate } from "../print/print_estimate.ts";
import { estimate, likelyEstimate } from "../run/estimate.ts";
import { priceOf } from "../run/price_of.ts";
import { openRun } from "../run/run_folder.ts";
import { survey } from "../run/survey.ts";
import { askProvider } from "./ask_provider.ts";
import { netAddress } from "./net_address.ts";
import { parseRecordOptions, type RecordOptions } from "./options.ts";
import { printOutcome } from "./print_outcome.ts";
import { recordManifest } from "./record_manifest.ts";

/** What recording touches besides what every command does. */
export interface RecordEffects extends Effects {
  /** Asks the person; absent if there is none. */
  readonly confirm?: (question: string) => boolean | Promise<boolean>;
  /** `API_KEY`. */
  readonly apiKey: () => string | undefined;
}

/**
 * The command that `deno task replay:record` starts: asks for missing answers, records and judges them.
 *
 * @returns Exit code: as those of `deno task replay`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../command/effects.ts";
 * import { record } from "./record.ts";
 *
 * const effects = { ...processEffects(new AbortController().signal), apiKey: () => undefined };
 * let text = "";
 * const stdout = { ...effects.stdout, write: async (part: string | Uint8Array) => void (text += part) };
 * assert.equal(await record(["--help"], { ...effects, stdout }), 0);
 * assert(text.includes("--max-usd"));
 * ```
 */
export async function record(args: readonly string[], effects: RecordEffects): Promise<number> {
  return await runCommand(
    parseRecordOptions(args),
    effects,
    (options) => recordMissing(options, effects),
  );
}

async function recordMissing(options: RecordOptions, effects: RecordEffects): Promise<number> {
  const { mode, runs, config: file } = options;
  const { stderr, signal, now } = effects;
  const replay = await loadReplay(file, options);
  const { config } = replay;
  const cassettes = openCassettes(config.cassettes);
  using run = await openRun(runs, await recordManifest(replay, options, now()));
  const found = await survey(replay, run, cassettes, { mode, signal });
  if (found.missing.length > 0) {
    const apiKey = keyOf(effects);
    checkPrices(replay, options, now());
    const { prices } = config;
    const most = estimate(found.missing, now(), prices);
    const likely = likelyEstimate(found.missing, found.used);
    await stderr.write(
      `${found.answered} of ${counted(found.total, "answer")} are there. To ask ` +
        `${netAddress(config.endpoint)} for the rest: ${printEstimate(most, likely)}${
          limits(options)
        }\n`,
    );
    if (!await isAgreed(options, effects)) return REPLAY_EXIT.missing;
    const outcome = await askProvider(found.missing, run, cassettes, {
      ...options,
      mode,
      config,
      apiKey,
      effects,
    });
    await stderr.write(printOutcome(outcome));
    if (outcome.unasked.length > 0) return REPLAY_EXIT.missing;
  } else await stderr.write(`All ${counted(found.total, "answer")} are there: nobody is asked\n`);
  return await conclude(run.folder, runAnswers(run.folder, run.manifest, replay), effects);
}

function keyOf({ apiKey }: RecordEffects): Secret {
  const key = apiKey()?.trim();
  if (!key) {
    throw new WattbookError("NOT_CONFIGURED", "API_KEY is not set", {
      hint: "Set it to the key of the model's provider. 'deno task replay' needs none.",
    });
  }
  // It becomes a header; the message of the one who refuses it there would repeat it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new WattbookError("BAD_SETTING", "API_KEY must be printable ASCII without spaces", {
      hint: "Copy the key anew, without quotes and line breaks.",
    });
  }
  return new Secret(key);
}

/** A limit of cost that cannot be kept to is none. */
function checkPrices({ config }: Replay, { maxUsd }: RecordOptions, now: number): void {
  if (maxUsd === undefined) return;
  const unknown = config.variants.map(({ render }) => render.model)
    .find((model) => priceOf(model, { input: 0, output: 0 }, now, config.prices) === undefined);
  if (unknown === undefined) return;
  throw new WattbookError("BAD_SETTING", `The price of the model '${unknown}' is not known`, {
    hint:
      `Name it in replay.yaml (prices: { ${unknown}: { input: …, output: … } }, USD per million ` +
      "tokens), or limit tokens with --max-tokens.",
  });
}

function limits({ maxUsd, maxTokens }: RecordOptions): string {
  const parts = [
    ...maxUsd === undefined ? [] : [dollars(maxUsd)],
    ...maxTokens === undefined ? [] : [`${rounded(maxTokens)} tokens`],
  ];
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
