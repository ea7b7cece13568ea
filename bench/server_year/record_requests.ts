/**
 * Writes down what is asked of a server.
 *
 * @module
 */

/** A request of the query API. */
export interface Asked {
  /** Path and query string. */
  readonly path: string;
  /** Form. */
  readonly body: string;
}

/** Stands in front of a server, passes everything on, and tells in the end what that was. */
export async function recordRequests(
  server: URL,
  ask: (front: URL) => Promise<unknown>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  await using front = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (one) => {
    const { pathname, search } = new URL(one.url), path = pathname + search;
    const body = await one.text();
    asked.push({ path, body });
    const headers = { "content-type": one.headers.get("content-type") ?? "" };
    return await fetch(new URL(path, server), { method: one.method, body, headers });
  });
  await ask(new URL(`http://127.0.0.1:${front.addr.port}/`));
  return asked;
}
