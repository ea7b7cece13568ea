/**
 * A stand-in of a metrics server that may speak remote read: one series `m` with a sample each minute,
 * whose value is the number of its minute.
 *
 * @module
 */

import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { snappyUncompress } from "hyparquet/src/snappy.js";
import {
  type BitSample,
  bitsOf,
  bytes,
  chunkedResponse,
  frame,
  samplesResponse,
  xorChunk,
} from "./encode.ts";

/** The first minute. [ms] */
export const START: number = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

/** What remote read was asked. */
export interface ReadRequest {
  readonly start: number;
  readonly end: number;
  readonly matchers: readonly [type: number, name: string, value: string][];
  readonly accepted: readonly number[];
}

/** How the server behaves. */
export interface ReadServerOptions {
  /** Answers remote read; by default in chunks of 120 samples. */
  readonly read?: (request: ReadRequest) => Response | Promise<Response>;
  /** Answers `status/config`; by default with a configuration that changes nothing. */
  readonly config?: () => Response | Promise<Response>;
}

/** A running stand-in. */
export interface ReadServer extends AsyncDisposable {
  readonly url: URL;
  /** Last parts of the paths that were asked for, in order: `read`, `config`, `query`. */
  readonly asked: string[];
  /** What remote read was asked, in order. */
  readonly reads: ReadRequest[];
}

/** The samples of a range, both ends included. */
export function minutesIn({ start, end }: Pick<ReadRequest, "start" | "end">): BitSample[] {
  const all: BitSample[] = [];
  for (let at = Math.max(START, Math.ceil(start / MINUTE) * MINUTE); at <= end; at += MINUTE) {
    all.push([at, bitsOf((at - START) / MINUTE)]);
  }
  return all;
}

/** The type of a streamed answer. */
export const STREAMED = "application/x-streamed-protobuf; proto=prometheus.ChunkedReadResponse";

/** An answer in chunks, which begin before the range and end after it. */
export function inChunks({ start, end }: ReadRequest): Response {
  const all = minutesIn({ start: start - 30 * MINUTE, end: end + 30 * MINUTE }), frames = [];
  for (let at = 0; at < all.length; at += 120) {
    const data = xorChunk(all.slice(at, at + 120));
    frames.push(frame(chunkedResponse({ __name__: "m" }, [{ data }])));
  }
  return new Response(bytes(...frames), { headers: { "content-type": STREAMED } });
}

/** An answer with samples, as servers give it that have no chunks. */
export function asSamples(request: ReadRequest): Response {
  const all = minutesIn(request);
  const series = all.length === 0 ? [] : [{ labels: { __name__: "m" }, samples: all }];
  return new Response(snappyCompress(samplesResponse(series)).slice(), {
    headers: { "content-type": "application/x-protobuf", "content-encoding": "snappy" },
  });
}

/** The answer of `status/config`. */
export function configuration(yaml: string): Response {
  return Response.json({ status: "success", data: { yaml } });
}

/** Starts it. */
export function readServer(
  { read = inChunks, config = () => configuration("global:\n  scrape_interval: 15s\n") }:
    ReadServerOptions = {},
): ReadServer {
  const asked: string[] = [], reads: ReadRequest[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const name = new URL(request.url).pathname.split("/").at(-1)!;
      asked.push(name);
      if (name === "config") return await config();
      const body = new Uint8Array(await request.arrayBuffer());
      if (name === "read") {
        reads.push(parseRequest(body));
        return await read(reads.at(-1)!);
      }
      const form = new URLSearchParams(new TextDecoder().decode(body));
      const end = Math.round(Number(form.get("time")) * 1000);
      const [, width, unit] = /\[(\d+)(d|s|ms)\]/.exec(form.get("query")!) ?? [];
      const start = end - Number(width) * { d: 86_400_000, s: 1000, ms: 1 }[unit as "d"] + 1;
      const values = minutesIn({ start, end }).map((
        [at],
      ) => [at / 1000, `${(at - START) / MINUTE}`]);
      const result = values.length === 0 ? [] : [{ metric: { __name__: "m" }, values }];
      return Response.json({ status: "success", data: { resultType: "matrix", result } });
    },
  );
  return {
    url: new URL(`http://127.0.0.1:${server.addr.port}`),
    ...{ asked, reads },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Fields of a message: numbers, and bytes of those that have a length. */
function* fieldsOf(message: Uint8Array): Generator<[number: number, value: number | Uint8Array]> {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n;; shift += 7n) {
      const byte = BigInt(message[at++]!);
      value |= (byte & 127n) << shift;
      if (byte < 128n) return Number(BigInt.asIntN(64, value));
    }
  };
  while (at < message.length) {
    const tag = varint(), value = varint();
    if ((tag & 7) === 0) yield [tag >> 3, value];
    else yield [tag >> 3, message.subarray(at, at += value)];
  }
}

function parseRequest(body: Uint8Array): ReadRequest {
  let size = 0;
  for (let index = 0, shift = 1;; index++, shift *= 128) {
    size += (body[index]! & 127) * shift;
    if (body[index]! < 128) break;
  }
  const message = new Uint8Array(size);
  snappyUncompress(body, message);
  const text = (value: number | Uint8Array | undefined) =>
    new TextDecoder().decode(value as Uint8Array);
  let [start, end] = [0, 0], accepted: number[] = [];
  const matchers: [number, string, string][] = [];
  for (const [field, value] of fieldsOf(message)) {
    if (field === 2) accepted = [...value as Uint8Array];
    if (field !== 1) continue;
    for (const [inner, content] of fieldsOf(value as Uint8Array)) {
      if (inner === 1) start = content as number;
      else if (inner === 2) end = content as number;
      else if (inner === 3) {
        const parts = new Map(fieldsOf(content as Uint8Array));
        matchers.push([parts.get(1) as number ?? 0, text(parts.get(2)), text(parts.get(3))]);
      }
    }
  }
  return { start, end, matchers, accepted };
}
