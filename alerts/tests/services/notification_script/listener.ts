/**
 * Servers that speak no HTTP, or bad HTTP.
 *
 * @module
 */

/** A connection that was made. */
export interface Connection {
  /** Writes; with `and close` ends the connection after that. */
  answer(text: string, then?: "and close"): Promise<void>;
  /** Whether neither side has ended it. */
  isOpen(): boolean;
}

/** A server on a free loopback port. Leaving its scope ends it and its connections. */
export interface Listener extends AsyncDisposable {
  /** Where it listens. */
  readonly url: URL;
}

/** Starts a server that does as it likes as soon as the first bytes of a request are there. */
export function listener(serve: (connection: Connection) => Promise<void>): Listener {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const close = (connection: Deno.TcpConn) => {
    if (open.delete(connection)) connection.close();
  };
  const done = (async () => {
    for await (const connection of server) {
      open.add(connection);
      await connection.read(new Uint8Array(1024));
      await serve({
        answer: async (text, then) => {
          // It may be gone already.
          await connection.write(new TextEncoder().encode(text)).catch(() => close(connection));
          if (then === "and close") close(connection);
        },
        isOpen: () => open.has(connection),
      });
    }
  })();
  return {
    url: new URL(`http://127.0.0.1:${server.addr.port}/`),
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const connection of open) close(connection);
      await done;
    },
  };
}

/** A port on which nobody listens. */
export function closedPort(): number {
  using server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return server.addr.port;
}
