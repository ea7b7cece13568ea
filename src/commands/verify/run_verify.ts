import { connect } from "../../client/connect.ts";
import { serverSource } from "../../energy/source.ts";
import type { Effects } from "../../terminal/command.ts";
import { pickDays } from "../../house/pick_days.ts";
import { pickHousehold } from "../../house/pick_household.ts";
import { pickSource } from "../../house/pick_source.ts";
import { progressLine } from "../../terminal/progress.ts";
import { compareDays, type Verification } from "../../verify/compare.ts";
import type { VerifyOptions } from "./options.ts";
import { refuseUnexplained } from "./unexplained.ts";
import { verificationText } from "./verification_text.ts";

/**
 * Compares the days that a person asked for and shows the comparison.
 *
 * @throws {WattbookError} `NOT_CONFIGURED` without a server, `UNEXPLAINED_DIFFERENCE` if numbers
 * differ for no known reason, and whatever server and household have to complain about.
 */
export async function runVerify(options: VerifyOptions, effects: Effects): Promise<void> {
  const verification = await computeVerification(options, effects);
  if (!options.quiet) {
    const { stdout, stderr } = effects;
    await stdout.write(verificationText(verification, stdout));
    for (const notice of verification.notices) await stderr.write(`notice: ${notice}\n`);
  }
  refuseUnexplained(verification);
}

async function computeVerification(
  options: VerifyOptions,
  effects: Effects,
): Promise<Verification> {
  const { stderr, signal } = effects;
  const now = effects.now();
  const config = effects.settings();
  await using client = await connect(config, { signal });
  const { source: choice } = options;
  await using picked = choice === undefined || choice.kind === "server"
    ? null
    : await pickSource({ ...options, source: choice, signal }, () => config);
  const household = picked?.household ??
    await pickHousehold("household.json", { ...options, config });
  const { zone } = household;
  const asked = { ...options, includeToday: null, now };
  const { from, to, notices } = await pickDays(serverSource(client), zone, asked);
  await using progress = progressLine(stderr, { now: effects.now, silent: options.quiet });
  const { onProgress } = progress;
  const verification = await compareDays(client, household, {
    ...(picked && { source: picked.source }),
    ...{ from, to, now, signal, onProgress },
  });
  signal.throwIfAborted();
  const all = [...notices, ...nothingFound(verification), ...verification.notices];
  return { ...verification, notices: all };
}

function nothingFound({ comparisons }: Verification): string[] {
  if (comparisons.some(({ rows }) => rows.some(({ server }) => server !== null))) return [];
  return ["The server has no samples at all; check METER_AIN_REGEX and the household file"];
}
