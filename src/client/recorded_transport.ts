/**
 * Recorded answers in place of a server.
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
 * A transport that gives the recorded answers, and no others.
 *
 * @throws {WattbookError} `NOT_RECORDED` for a request that was not recorded.
 */
export function recordedTransport(exchanges: readonly RecordedExchange[]): Transport {
  const bodies = new Map(exchanges.map((one) => [keyOf(one), one.body]));
  return {
    exchange(request, read) {
      const body = bodies.get(keyOf(request));
      if (body === undefined) throw notRecorded(request);
      return read(bytesOf(body), { "content-type": "application/json" });
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
    `No answer was recorded for '${about ?? path}'` +
      (when.length === 0 ? "" : ` at ${when.map((pair) => pair.join(" ")).join(", ")}`),
    { hint: "Only recorded questions have an answer; connect a server to ask others." },
  );
}
