/**
 * A household's days beside those that the server computes.
 *
 * @module
 */

import { rowFrame } from "../frames/frame.ts";
import type { Quantity } from "../server_side/expressions.ts";
import type { DayKind, Verification } from "../verify/compare.ts";
import { comparisonFrame } from "../verify/comparison_frame.ts";
import { DIFFERENCE_REASONS } from "../verify/retrace.ts";
import { checkName } from "./check_options.ts";
import { ReadableFrame } from "./readable_frame.ts";

/** The import by Wattbook and by the server; `of()` gives the other energies. */
export class Comparison extends ReadableFrame {
  /** Everything that was compared. */
  readonly verification: Verification;

  /**
   * Wraps a comparison.
   *
   * @param verification What was compared.
   */
  constructor(verification: Verification) {
    super(partsOf(verification, "import", "local"));
    this.verification = verification;
  }

  /**
   * One energy of each day: columns `date`, `wattbook_kwh`, `server_kwh`, `difference_wh`, one per
   * reason that moves any day, and `rest_wh`, which no reason explains.
   *
   * @param quantity `import`, `export` or `yield`.
   * @param days The household's `local` days, or the server's own steps of `1d`: `utc`.
   * @throws {WattbookError} `BAD_OPTION` for any other.
   */
  of(quantity: Quantity, days: DayKind = "local"): ReadableFrame {
    checkName("energy", quantity, ["import", "export", "yield"]);
    checkName("kind of days", days, ["local", "utc"]);
    return new ReadableFrame(partsOf(this.verification, quantity, days));
  }

  /** Every known reason and what it means: columns `reason`, `meaning`. */
  get reasons(): ReadableFrame {
    return new ReadableFrame({
      frame: () =>
        rowFrame(Object.entries(DIFFERENCE_REASONS), {
          reason: ["text", ([reason]) => reason],
          meaning: ["text", ([, { meaning }]) => meaning],
        }),
      title: "Why a server's number differs",
      zone: this.zone,
    });
  }
}

function partsOf(verification: Verification, quantity: Quantity, days: DayKind) {
  const whose = days === "local" ? "local days" : "the server's days, in UTC";
  return {
    frame: () => comparisonFrame(verification, { quantity, days }),
    title: `The ${quantity} of ${whose}: ${verification.source}`,
    zone: verification.zone,
    notices: verification.notices,
  };
}
