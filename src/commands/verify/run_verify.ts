import type { Effects } from "../../terminal/command.ts";
import { openHousehold } from "../../house/open_household.ts";
import { progressLine } from "../../terminal/progress.ts";
import type { Verification } from "../../verify/compare.ts";
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
  const { stderr, signal, settings, now } = effects;
  const { source = { server: true }, from, to, household, zone, quiet } = options;
  const asked = { ...source, household, zone, signal };
  await using home = await openHousehold(asked, { settings, now, asFlags: true });
  await using progress = progressLine(stderr, { now, silent: quiet });
  const { onProgress } = progress;
  const { verification } = await home.verify({ from, to, signal, onProgress });
  signal.throwIfAborted();
  return verification;
}
