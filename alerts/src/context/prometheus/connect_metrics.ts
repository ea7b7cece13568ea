/**
 * The connection to the metrics server of the cluster.
 *
 * @module
 */

import type { Client } from "../../../../src/client/client.ts";
import { connect } from "../../../../src/client/connect.ts";

/**
 * Connects to a metrics server for context: answers are small, and one that is late is of no use, nor
 * may it hold up another. Nothing is sent yet.
 *
 * @param url `PROMETHEUS_URL`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { connectMetrics } from "./connect_metrics.ts";
 *
 * await using client = await connectMetrics(new URL("http://127.0.0.1:9090"));
 * assert(client.description.includes("127.0.0.1:9090"));
 * ```
 */
export function connectMetrics(url: URL): Promise<Client> {
  return connect({ route: { kind: "direct", url } }, {
    concurrency: 16,
    retries: 1,
    maxBytes: 8 * 2 ** 20,
    firstAlone: false,
  });
}
