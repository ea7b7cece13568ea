/**
 * A small server on a free loopback port that keeps a log of what it was asked.
 *
 * @module
 */

import { serveLoopback } from "../effects.ts";

/** One request, as it came in. */
export interface ReceivedRequest {
  /** Method. */
  readonly method: string;
  /** Path with its query string. */
  readonly path: string;
  /** Headers. */
  readonly headers: Headers;
  /** Form or other body. */
  readonly body: string;
}

/** A running stand-in. Leaving its scope (`await using`) stops it. */
export interface StandIn extends AsyncDisposable {
  /** Where it answers. */
  readonly url: URL;
  /** Every request, in the order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Stops it. */
  stop(): Promise<void>;
}

/** How a stand-in listens. */
export interface StandInOptions {
  /** Certificate and key as PEM. @default plain HTTP */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/**
 * Starts a server that answers with `answer`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { standIn } from "./stand_in.ts";
 *
 * await using server = standIn(({ method }) => new Response(`You said ${method}`));
 * const answer = await fetch(server.url);
 * assert.equal(await answer.text(), "You said GET");
 * assert.equal(server.requests.length, 1);
 * ```
 */
export function standIn(
  answer: (request: ReceivedRequest) => Response | Promise<Response>,
  { tls }: StandInOptions = {},
): StandIn {
  const requests: ReceivedRequest[] = [];
  const server = serveLoopback(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method } = request;
      // A copy: the request's own headers cannot be read any more once it is answered.
      const headers = new Headers(request.headers);
      const received = { method, path: pathname + search, headers, body: await request.text() };
      requests.push(received);
      return await answer(received);
    },
    tls,
  );
  const stop = () => server.close();
  return {
    url: new URL(`http${tls ? "s" : ""}://127.0.0.1:${server.port}/`),
    requests,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
