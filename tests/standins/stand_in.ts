/**
 * A small server on a free loopback port that keeps a log of what it was asked.
 *
 * @module
 */

/** One request, as it came in. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path with its query string. */
  readonly path: string;
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

/** Starts a server that answers with `answer`. */
export function standIn(
  answer: (request: ReceivedRequest) => Response | Promise<Response>,
): StandIn {
  const requests: ReceivedRequest[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const received = { method, path: pathname + search, headers, body: await request.text() };
      requests.push(received);
      return await answer(received);
    },
  );
  const stop = () => server.shutdown();
  return {
    url: new URL(`http://127.0.0.1:${server.addr.port}/`),
    requests,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Passes a request on to `path` of another server, without headers of the caller's own. */
export async function forward(
  { method, body, headers }: ReceivedRequest,
  target: URL,
  signal?: AbortSignal,
): Promise<Response> {
  const kept = new Headers();
  for (const name of ["accept", "accept-encoding", "content-type"]) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  const answer = await fetch(target, {
    method,
    headers: kept,
    redirect: "manual",
    ...(signal && { signal }),
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const answered = new Headers(answer.headers);
  // `fetch` has undone the compression; the length is that of the compressed body.
  for (const name of ["content-encoding", "content-length", "set-cookie"]) answered.delete(name);
  return new Response(answer.body, { status: answer.status, headers: answered });
}
