import type { Client } from "../client/client.ts";
import { formatDuration } from "../client/format_seconds.ts";
import { type Role, ROLES } from "../catalogue.ts";
import { eachSeries } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { VOLATILE_LABELS } from "../frames/restarts.ts";
import type { Household } from "../household.ts";
import { formatSelector, type Selector } from "../selector.ts";
import { HOUR, type TimeRange } from "../time.ts";

/** Roles whose series are merged or added on the server. */
const MERGED: readonly Role[] = [
  "grid_power",
  "import_energy",
  "export_energy",
  "generation_power",
  "yield_today",
  "yield_total",
];
/** Looks at which two devices are there; one or two may be the hour in which one replaced another. */
const CHANGEOVER = 2;
/** Most looks. */
const LOOKS = 1000;
/** Tells the selectors of the query apart. */
const NAME = "wattbook";

/**
 * Refuses selectors behind which several devices run side by side: `max()` would take the greater
 * one, `sum()` both. It looks once an hour, or a thousand times in a longer range.
 *
 * @param range Which part of the past.
 * @throws {WattbookError} `AMBIGUOUS_SERIES`, and whatever the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { refuseParallelDevices } from "./parallel_devices.ts";
 *
 * const one = { labels: { wattbook: "0" }, time: Float64Array.of(0), value: Float64Array.of(24) };
 * const answer = { columns: joinSeries([one]), notices: [], requests: 1 };
 * const client = { query: async () => ({ ...answer, resultType: "vector" as const }) };
 * const house = defaultHousehold({ zone: "UTC" });
 * await assert.rejects(refuseParallelDevices(client, house, { start: 0, end: 86_400_000 }));
 * ```
 */
export async function refuseParallelDevices(
  client: Pick<Client, "query">,
  { bindings }: Pick<Household, "bindings">,
  { start, end, signal }: TimeRange & { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const bound = MERGED.flatMap((role) =>
    bindings[role].map(({ selector }) => ({ role, selector }))
  );
  if (bound.length === 0) return;
  const step = Math.max(HOUR, Math.ceil((end - start) / LOOKS / HOUR) * HOUR);
  const looks = `[${formatDuration(end - start)}:${formatDuration(step)}]`;
  const without = VOLATILE_LABELS.join(", ");
  const query = bound.map(({ selector }, index) => {
    const devices = `count(max without (${without}) (${formatSelector(selector)}))`;
    const several = `sum_over_time((${devices} > bool 1)${looks})`;
    return `label_replace(${several}, "${NAME}", "${index}", "${NAME}", "")`;
  }).join(" or ");
  const { columns } = await client.query(query, { time: end, signal });
  for (const { labels, value } of eachSeries(columns)) {
    const found = bound[Number(labels[NAME])];
    if (found && value[0]! > CHANGEOVER) throw ambiguous(found);
  }
}

function ambiguous({ role, selector }: { role: Role; selector: Selector }): WattbookError {
  return new WattbookError(
    "AMBIGUOUS_SERIES",
    `'${formatSelector(selector)}' matches several devices for ${
      ROLES[role].meaning.toLowerCase()
    }`,
    {
      hint: "Narrow METER_AIN_REGEX or the selector in the household file to one device, " +
        "or bind the role to a list of selectors, which are added.",
    },
  );
}
