/**
 * What our transport takes for the same samples when nobody decodes them.
 *
 * @module
 */

import { REQUEST_HEADERS, writeReadRequest } from "../../src/client/chunks/read_request.ts";
import { accessOf } from "../../src/client/route.ts";
import { openTransport, type Transport } from "../../src/client/transport.ts";
import { END } from "../month.ts";

/** Opens a connection for {@linkcode drain}. */
export function openDrain(url: URL): Promise<Transport> {
  return openTransport(accessOf({ kind: "direct", url }));
}

/** Asks for the last hours of the month with one request of the query API; returns the size of the answer. [bytes] */
export function drain(transport: Transport, url: URL, hours: number): Promise<number> {
  const { apiPath } = accessOf({ kind: "direct", url });
  return transport.exchange({
    path: apiPath("query"),
    method: "POST",
    form: [["query", `power_w[${hours}h]`], ["time", String(END / 1000)], ["nocache", "1"]],
  }, sizeOf);
}

/** The same by remote read. */
export function drainRead(transport: Transport, url: URL, hours: number): Promise<number> {
  const { apiPath } = accessOf({ kind: "direct", url });
  const range = { start: END - hours * 3_600_000, end: END };
  return transport.exchange({
    path: apiPath("read"),
    method: "POST",
    content: {
      bytes: writeReadRequest({ metric: "power_w", matchers: [] }, range),
      headers: REQUEST_HEADERS,
    },
  }, sizeOf);
}

async function sizeOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
}
