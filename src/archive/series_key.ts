import type { Labels } from "../columns.ts";

/**
 * A text that two label sets share if and only if they are of the same series. A label with an empty
 * value counts as absent, as it does to servers.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { seriesKey } from "./series_key.ts";
 *
 * assert(seriesKey({ pod: "a", job: "b" }) === seriesKey({ job: "b", pod: "a", zone: "" }));
 * ```
 */
export function seriesKey(labels: Labels): string {
  const entries = Object.entries(labels).filter(([, value]) => value !== "");
  return JSON.stringify(entries.sort(([a], [b]) => a < b ? -1 : 1));
}
