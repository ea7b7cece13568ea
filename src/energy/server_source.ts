/**
 * A server as a source of samples.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { Source } from "./source.ts";

/**
 * Wraps a connected client as a {@linkcode Source}.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { connect } from "../client/connect.ts";
 * import { serverSource } from "./server_source.ts";
 *
 * const client = await connect({ route: { kind: "direct", url: new URL("http://localhost:9090") } });
 * assert(serverSource(client).kind === "server");
 * await client.close();
 * ```
 */
export function serverSource(client: Pick<Client, "description" | "samples">): Source {
  return {
    kind: "server",
    description: client.description,
    samples: (selector, range, options) => client.samples(selector, range, options),
  };
}
