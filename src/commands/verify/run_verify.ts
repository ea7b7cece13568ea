import type { WireChoice } from "../../client/wire_choice.ts";
import type { Effects } from "../../terminal/command.ts";
import { openHousehold } from "../../house/open_household.ts";
import { progressLine } from "../../terminal/progress.ts";
import type { Verification } from "../../verify/compare.ts";
import type { SourceOption } from "../options.ts";
import { refuseUnexplained, verificationText } from "./print.ts";
import { writeNotices } from "../../terminal/labelled.ts";

/** The command line of `deno task verify`, checked. */
export interface VerifyOptions {
  /** First local day. Default: the last 30 complete ones. */
  readonly from?: string;
  /** Last local day. Default: yesterday. */
  readonly to?: string;
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Where Wattbook's own samples come from. Default: the server that it is compared with. */
  readonly source?: SourceOption;
  /** How raw samples come from the server. Default: by remote read if the server speaks it. */
  readonly wire?: WireChoice;
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** Print only what is not explained. */
  readonly quiet: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

/**
 * Compares days and shows the comparison.
 *
 * @throws {WattbookError} `NOT_CONFIGURED` without a server, `UNEXPLAINED_DIFFERENCE` if numbers
 * differ for no known reason, and any error from the server or the household file.
 */
export async function runVerify(options: VerifyOptions, effects: Effects): Promise<void> {
  const verification = await computeVerification(options, effects);
  if (!options.quiet) {
    const { stdout, stderr } = effects;
    await stdout.write(verificationText(verification, stdout));
    await writeNotices(verification.notices, stderr);
  }
  refuseUnexplained(verification);
}

async function computeVerification(
  options: VerifyOptions,
  effects: Effects,
): Promise<Verification> {
  const { stderr, signal, settings, now } = effects;
  const { source = { server: true }, from, to, household, zone, wire, quiet } = options;
  const asked = { ...source, household, zone, wire, signal };
  await using home = await openHousehold(asked, { settings, now, asFlags: true });
  await using progress = progressLine(stderr, { now, silent: quiet });
  const { onProgress } = progress;
  const { verification } = await home.verify({ from, to, signal, onProgress });
  signal.throwIfAborted();
  return verification;
}
