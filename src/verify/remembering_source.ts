import type { Pulled, Source } from "../energy/source.ts";
import { formatSelector } from "../selector.ts";

/**
 * A source that pulls the same samples once only, however often they are asked for.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { selector } from "../selector.ts";
 * import { rememberingSource } from "./remembering_source.ts";
 *
 * let pulls = 0;
 * const samples = async () => (pulls++, { columns: joinSeries([]), notices: [] });
 * const source = rememberingSource({ kind: "server", description: "example", samples });
 * await source.samples(selector("power"), { start: 0, end: 1 });
 * await source.samples(selector("power"), { start: 0, end: 1 });
 * assert(pulls === 1);
 * ```
 */
export function rememberingSource(source: Source): Source {
  const known = new Map<string, Promise<Pulled>>();
  return {
    kind: source.kind,
    description: source.description,
    samples(selector, range, options) {
      const key = `${formatSelector(selector)} ${range.start} ${range.end}`;
      const pulled = known.get(key) ?? source.samples(selector, range, options);
      known.set(key, pulled);
      return pulled;
    },
  };
}
