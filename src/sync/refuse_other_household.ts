import { WattbookError } from "../errors.ts";
import { formatSelector } from "../selector.ts";
import type { DiskMetric } from "./disk_months.ts";
import { sameSelectors } from "./plan_sync.ts";

/**
 * Makes sure that an archive was synced with the same selectors: other ones may well be another
 * household's, and what has been mixed cannot be told apart again.
 *
 * @throws {WattbookError} `OTHER_HOUSEHOLD`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selector } from "../selector.ts";
 * import { refuseOtherHousehold } from "./refuse_other_household.ts";
 *
 * const record = { selectors: ['kwh{ain="1"}'], from: 0, to: 1, finished: false };
 * const months = new Map([["1970-01", record]]), damaged = new Map();
 * const selectors = [selector("kwh", { label: "ain", op: "=", value: "2" })];
 * assert.throws(() => refuseOtherHousehold("dir", [{ metric: "kwh", selectors, months, damaged }]));
 * ```
 */
export function refuseOtherHousehold(dir: string, metrics: readonly DiskMetric[]): void {
  for (const { selectors, months } of metrics) {
    const last = [...months.values()].findLast((record) => record !== null);
    if (!last || sameSelectors(last, selectors)) continue;
    const now = selectors.map(formatSelector).join(" and ");
    throw new WattbookError(
      "OTHER_HOUSEHOLD",
      `'${dir}' was synced with ${last.selectors.join(" and ")}, not with ${now}`,
      {
        hint: "Give another household an archive of its own with --dir. If it is the same one, " +
          "with a new meter for instance, give --same-household once.",
      },
    );
  }
}
