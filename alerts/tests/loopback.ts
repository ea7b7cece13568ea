/**
 * Names of the wide world, on loopback.
 *
 * @module
 */

import { Agent, type Dispatcher } from "undici";

/** Connections that find every name on this machine. */
export function loopback(): Dispatcher {
  return new Agent({
    connect: {
      lookup: (_name, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]),
    },
  });
}

/** A stand-in under another name, reached over {@linkcode loopback}. */
export function named(host: string, path: string, standIn: URL): URL {
  return new URL(`http://${host}:${standIn.port}${path}`);
}
