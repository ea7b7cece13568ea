import pico from "picocolors";
import { counted } from "../../../src/text.ts";
import type { Effects } from "../../../src/terminal/command.ts";
import { isWattbookError } from "../../src/errors.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { secretsIn } from "../cassette/secrets_in.ts";
import { readConfig } from "../config/read_config.ts";
import { REPLAY_EXIT } from "../exit.ts";

/**
 * Checks every recording of a configuration: whole, at its place, its key that of its request, its
 * seal unbroken, without a secret.
 *
 * @param file `replay.yaml`.
 * @returns Exit code: 1 if a recording is bad.
 * @throws {WattbookError} `BAD_CONFIG`
 */
export async function verifyCassettes(
  file: string,
  { stdout, stderr, signal, now }: Pick<Effects, "stdout" | "stderr" | "signal" | "now">,
): Promise<number> {
  const { cassettes: folder } = await readConfig(file);
  const { red, green } = pico.createColors(stderr.colours);
  let count = 0, bad = 0, samples = 0, oldest = Infinity;
  for await (const { path, content } of openCassettes(folder).all()) {
    signal.throwIfAborted();
    count++;
    const problem = isWattbookError(content)
      ? content.message
      : [...secretsIn(content.request.body), ...secretsIn(content.response.body)]
        .map(({ rule, pointer }) => `'${path}' holds a secret: '${rule}' at ${pointer}`)[0];
    if (problem !== undefined) {
      bad++;
      await stderr.write(`${red("✗")} ${problem}\n`);
    }
    if (isWattbookError(content)) continue;
    if (content.origin === "sample") samples++;
    oldest = Math.min(oldest, Date.parse(content.recordedAt));
  }
  const days = Math.floor((now() - oldest) / 86_400_000);
  const facts = [
    `${counted(count, "recording")} in '${folder}'`,
    `${bad} bad`,
    ...samples > 0 ? [`${counted(samples, "sample")} written by people`] : [],
    ...oldest < Infinity ? [`the oldest ${counted(Math.max(0, days), "day")} old`] : [],
  ];
  await stdout.write(`${bad === 0 ? green("✓") : red("✗")} ${facts.join(", ")}\n`);
  return bad === 0 ? REPLAY_EXIT.done : REPLAY_EXIT.failure;
}
