/**
 * A way to a real Prometheus on which remote read gets samples, not chunks, as from servers that have
 * no chunks.
 *
 * @module
 */

import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { snappyUncompress } from "hyparquet/src/snappy.js";

/** A running way. */
export interface SamplesOnly extends AsyncDisposable {
  readonly url: URL;
  /** Statuses of the answers to remote read, in order. */
  readonly statuses: number[];
}

/** Field 2, packed: chunks, or samples. It is the last field of our requests. */
const BOTH = [0x12, 2, 1, 0], SAMPLES = [0x12, 1, 0];

/** Passes requests on, and asks for samples alone. */
export function samplesOnly(server: URL): SamplesOnly {
  const statuses: number[] = [];
  const way = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { method, headers } = request, { pathname, search } = new URL(request.url);
      const isRead = pathname.endsWith("/read");
      const body = method === "POST" ? new Uint8Array(await request.arrayBuffer()) : null;
      const answer = await fetch(new URL(pathname + search, server), {
        ...{ method, headers },
        body: isRead ? forSamples(body!) : body,
      });
      if (isRead) statuses.push(answer.status);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
  );
  return {
    url: new URL(`http://127.0.0.1:${way.addr.port}`),
    statuses,
    [Symbol.asyncDispose]: () => way.shutdown(),
  };
}

function forSamples(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(4096);
  const length = snappyLength(body);
  snappyUncompress(body, message.subarray(0, length));
  const end = message.subarray(length - BOTH.length, length);
  if (end.join() !== BOTH.join()) throw new Error(`The request ends in ${end.join()}`);
  message.set(SAMPLES, length - BOTH.length);
  return snappyCompress(message.slice(0, length - BOTH.length + SAMPLES.length)).slice();
}

/** A packed block begins with its length when unpacked. */
function snappyLength(block: Uint8Array): number {
  let length = 0;
  for (let index = 0, shift = 1;; index++, shift *= 128) {
    length += (block[index]! & 127) * shift;
    if (block[index]! < 128) return length;
  }
}
