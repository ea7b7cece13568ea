/**
 * Several gatherers as one.
 *
 * @module
 */

import type { Finding } from "./context_item.ts";
import { describeFailure } from "./describe_failure.ts";
import type { Gatherer } from "./gatherer.ts";

/**
 * Lets gatherers gather at the same time. Their findings come in the order of the gatherers. One
 * that rejects, which none should, costs only its own findings.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { allGatherers } from "./all_gatherers.ts";
 *
 * const broken = { gather: () => Promise.reject(new Error("a bug")) };
 * const gatherer = allGatherers([broken, { gather: () => Promise.resolve([]) }]);
 * const findings = await gatherer.gather({} as never, {
 *   signal: AbortSignal.timeout(1000),
 *   redactor: { redact: (text) => text },
 * });
 * assert.deepEqual(findings.map(({ error }) => error), ["a bug"]);
 * ```
 */
export function allGatherers(
  gatherers: readonly Gatherer[],
  now: () => number = Date.now,
): Gatherer {
  return {
    async gather(incident, options) {
      const time = now();
      const gathered = await Promise.allSettled(
        gatherers.map(async (one) => await one.gather(incident, options)),
      );
      return gathered.flatMap((one): Finding[] => {
        if (one.status === "fulfilled") return one.value;
        return [{
          kind: "diagnostics",
          title: "A part of the context",
          query: "",
          time,
          duration: now() - time,
          error: options.redactor.redact(describeFailure(one.reason)),
        }];
      });
    },
  };
}
