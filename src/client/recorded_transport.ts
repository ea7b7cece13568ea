/**
 * Answers that a server once gave, in place of the server.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import type { Exchange, Transport } from "./transport.ts";

/** One request and what the server answered. */
export interface RecordedExchange {
  /** Path of the request. */
  readonly path: string;
  /** Its parameters. */
  readonly form: readonly (readonly [name: string, value: string])[];
  /** Body of the answer, to the byte. */
  readonly body: string;
}

/**
 * A transport that answers what was recorded, and nothing else.
 *
 * @throws {WattbookError} `NOT_RECORDED` upon a request that was not recorded.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { connect } from "./connect.ts";
 * import { recordedTransport } from "./recorded_transport.ts";
 *
 * const client = await connect({ route: { kind: "direct", url: new URL("http://localhost") } }, {
 *   transport: recordedTransport([]),
 * });
 * const failed = await client.query("up").catch((error) => error.code);
 * assert.equal(failed, "NOT_RECORDED");
 * ```
 */
export function recordedTransport(exchanges: readonly RecordedExchange[]): Transport {
  const bodies = new Map(exchanges.map((one) => [keyOf(one), one.body]));
  return {
    exchange(request, read) {
      const body = bodies.get(keyOf(request));
      if (body === undefined) throw notRecorded(request);
      return read(bytesOf(body));
    },
    close: () => Promise.resolve(),
  };
}

function keyOf({ path, form = [] }: Pick<Exchange, "path" | "form">): string {
  return JSON.stringify([path, form]);
}

async function* bytesOf(body: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(body);
}

function notRecorded({ path, form = [], about }: Exchange): WattbookError {
  const when = form.filter(([name]) => ["time", "start", "end", "step"].includes(name));
  return new WattbookError(
    "NOT_RECORDED",
    `No answer was recorded to '${about ?? path}'` +
      (when.length === 0 ? "" : ` at ${when.map((pair) => pair.join(" ")).join(", ")}`),
    { hint: "A recording answers its own questions only; connect a server to ask any other." },
  );
}
