/**
 * A server that writes bytes of the test's choice, for answers that no decent server gives.
 *
 * @module
 */

/** A running server. Leaving its scope (`await using`) stops it. */
export interface RawServer extends AsyncDisposable {
  /** Where it listens. */
  readonly url: URL;
  /** Number of requests that came in. */
  requests: number;
}

/** What it writes: an answer, after which it closes the connection, or `null` to write nothing. */
export type RawAnswer = string | Uint8Array | null;

/** Starts a server that reads a request and writes an answer. */
export function startRawServer(
  answer: (count: number) => RawAnswer,
  { tls = false }: { tls?: boolean } = {},
): RawServer {
  const listener: Deno.Listener = tls
    ? Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert: CERTIFICATE, key: KEY })
    : Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const open = new Set<Deno.Conn>();
  const server: RawServer = {
    url: new URL(`http${tls ? "s" : ""}://127.0.0.1:${port}/`),
    requests: 0,
    [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      return Promise.resolve();
    },
  };
  const serve = async (connection: Deno.Conn) => {
    open.add(connection);
    try {
      if (await connection.read(new Uint8Array(65_536)) === null) return;
      const bytes = answer(++server.requests);
      if (bytes === null) return;
      await connection.write(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
      open.delete(connection);
      connection.close();
    } catch {
      // A client that hangs up, or refuses the certificate, is part of the tests.
    }
  };
  (async () => {
    for await (const connection of listener) serve(connection);
  })().catch(() => {});
  return server;
}

/** For localhost and 127.0.0.1, signed by itself. Worthless outside of these tests. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIULgwY9oZQhmiAy+ZkP8LEla4M9F0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA0NDgwNloYDzIxMjYxMDI4
MDQ0ODA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASyT1wXF2mAgiBmNJG4y8HIrcbzei/RWs3Mjzh7WtCoVG/tYLWf41Wy
1MnPpgAvNiazpVTRgi1NUWHMcc11xUIjo28wbTAdBgNVHQ4EFgQUD1HP4Uv4u79p
XXPf8evpwRcMwfwwHwYDVR0jBBgwFoAUD1HP4Uv4u79pXXPf8evpwRcMwfwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAP8mygDXPra0iEE3qMF7gJOjwiEwO2X8Nu+pEGaRJxgDAiA3
4v9fpdPGRso/zgbXYbQzfFYZ6MSKSHP+zNLoqXX7LA==
-----END CERTIFICATE-----`;

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSP2ZUSik80MTDRcF
eino58Vf8bljxm+dVLrJ9pgmbMihRANCAASyT1wXF2mAgiBmNJG4y8HIrcbzei/R
Ws3Mjzh7WtCoVG/tYLWf41Wy1MnPpgAvNiazpVTRgi1NUWHMcc11xUIj
-----END PRIVATE KEY-----`;
