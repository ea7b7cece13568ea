/**
 * The HTTP server of an analyzer, for a network in which not everybody means well: it holds a bounded
 * number of connections for a bounded time, and goes on when the system runs out of descriptors.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import { setImmediate as reading, setTimeout as sleep } from "node:timers/promises";
import { type Connection, listenAt, type Listener } from "../effects.ts";
import { type Dismissal, type GuestLimits, Guests } from "./guests.ts";
import { TcpSocket } from "./tcp_socket.ts";
import { Visit } from "./visit.ts";

/** Options of {@linkcode serveHttp}. */
export interface HttpServerOptions {
  /** Where to listen; port 0 is any free one. */
  readonly address: { readonly hostname: string; readonly port: number };
  /** Answers a request. Its answers are short: they are sent whole. */
  readonly answer: (request: Request) => Response | Promise<Response>;
  /** Whether a request's `Authorization` shows that it comes from a sender. */
  readonly isKnown: (authorization: string | undefined) => boolean;
  /** How long and how many may be connected. @default those of {@linkcode Guests} */
  readonly limits?: GuestLimits;
  /** Called when a connection is ended. @default nothing */
  readonly dismissed?: (why: Dismissal) => void;
  /** Called if a connection cannot be accepted, with a code such as `EMFILE`. @default nothing */
  readonly notAccepted?: (code: string) => void;
  /** Called at unexpected errors. @default nothing */
  readonly failed?: (error: unknown) => void;
}

/** A running server. */
export interface HttpServer {
  /** Where it answers. */
  readonly url: URL;
  /** Number of connections. */
  connections(): number;
  /**
   * Takes no more connections, lets those that wait for an answer get it, and ends all.
   *
   * @param patience How long that may take. [ms]
   */
  close(patience: number): Promise<void>;
}

/** How often connections are looked at whose time is over. [ms] */
const SWEEP = 500;
/** Connections accepted before the next reading round: a crowd must not delay known senders. */
const AT_ONCE = 8;
/** How long to wait when there is no descriptor for a connection, or no room. [ms] */
const DRY = 20, FULL = 5;

/**
 * Serves HTTP/1.1. It answers when this returns.
 *
 * @throws The system's error if it cannot listen there.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { serveHttp } from "./http_server.ts";
 *
 * const server = serveHttp({
 *   address: { hostname: "127.0.0.1", port: 0 },
 *   answer: async (request) => new Response(await request.text()),
 *   isKnown: () => false,
 * });
 * const answer = await fetch(server.url, { method: "POST", body: "hello" });
 * assert.equal(await answer.text(), "hello");
 * await server.close(1_000);
 * ```
 */
export function serveHttp(options: HttpServerOptions): HttpServer {
  const { answer, isKnown, limits, dismissed = () => {}, failed = () => {} } = options;
  const { notAccepted = () => {} } = options;
  const listener = listenAt(options.address);
  const { hostname, port } = listener.address;
  const url = new URL(`http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}/`);
  let isClosing = false, answering = 0;
  const guests = new Guests<Visit>((visit, why) => {
    visit.end();
    dismissed(why);
  }, limits);
  const visits = new WeakMap<Duplex, Visit>();

  // The parser's own timeouts are off: `guests` knows all of a connection's time, and who it is.
  const parser = createServer({
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
    keepAlive: true,
  }, (incoming, outgoing) => {
    const { socket } = incoming, visit = visits.get(socket)!;
    answering++;
    guests.begin(visit, isKnown(incoming.headers.authorization), Date.now());
    outgoing.once("close", () => {
      answering--;
      guests.end(visit, Date.now());
      if (isClosing) socket.destroy();
    });
    respond(incoming, outgoing, { url, answer }).catch((error) => {
      failed(error);
      socket.destroy();
    });
  });
  // One that does not listen itself would end each connection after its first answer.
  Object.defineProperty(parser, "listening", { value: true });
  parser.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    else socket.destroy();
  });

  const accepting = accept(listener, {
    isClosing: () => isClosing,
    runDry: () => guests.runDry(Date.now()),
    notAccepted,
    hasRoom: () => guests.hasRoom(Date.now()),
    wereRead: () => guests.wereRead(),
    enter(connection) {
      const visit = new Visit(connection);
      guests.enter(visit, Date.now());
      visit.firstWords().then((start) => {
        if (start === undefined) return guests.leave(visit);
        const socket = new TcpSocket(connection, start);
        visit.continueAs(socket);
        visits.set(socket, visit);
        socket.on("error", () => {});
        socket.once("close", () => guests.leave(visit));
        parser.emit("connection", socket);
      }).catch(failed);
    },
  });
  const timer = setInterval(() => guests.sweep(Date.now()), SWEEP);

  return {
    url,
    connections: () => guests.size,
    async close(patience) {
      if (isClosing) return;
      isClosing = true;
      listener.close();
      await accepting;
      const end = Date.now() + patience;
      while (answering > 0 && Date.now() < end) await sleep(DRY);
      for (const visit of guests) visit.end();
      clearInterval(timer);
      parser.close();
    },
  };
}

/** Methods that a `Request` cannot have. */
const FORBIDDEN = ["CONNECT", "TRACE", "TRACK"];

interface Reception {
  readonly isClosing: () => boolean;
  /** There is no descriptor for a connection, or something else is amiss with one. */
  readonly runDry: () => void;
  readonly notAccepted: (code: string) => void;
  readonly hasRoom: () => boolean;
  /** The event loop has turned: what had come was read. */
  readonly wereRead: () => void;
  readonly enter: (connection: Connection) => void;
}

/** Takes connections in until the listener is closed. */
async function accept(
  listener: Listener,
  { isClosing, hasRoom, wereRead, runDry, enter, notAccepted }: Reception,
): Promise<void> {
  for (let count = 1; !isClosing(); count++) {
    try {
      if (count % AT_ONCE === 0) {
        await reading();
        wereRead();
      }
      // Meanwhile the system keeps newcomers, and after some thousands refuses more.
      while (!hasRoom() && !isClosing()) {
        await sleep(FULL);
        wereRead();
      }
      enter(await listener.accept());
    } catch (error) {
      if (isClosing()) return;
      runDry();
      await sleep(DRY);
      wereRead();
      // Only the code: where there are no descriptors, Deno panics over the stack of an error.
      notAccepted(String((error as { code?: unknown }).code ?? "unknown"));
    }
  }
}

/** Passes a request to its handler and sends the answer. */
async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, answer }: Pick<HttpServerOptions, "answer"> & Pick<HttpServer, "url">,
): Promise<void> {
  const { method = "GET", url: path = "/" } = incoming;
  // What a sender says of our name is of no interest, and a path may be anything.
  const target = URL.parse(path.replace(/^\/+/, "/"), url);
  if (target?.origin !== url.origin || FORBIDDEN.includes(method)) {
    outgoing.writeHead(400, { connection: "close" }).end();
    return;
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await answer(
    new Request(target, {
      method,
      headers: headersOf(incoming),
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
    } as RequestInit),
  );
  const body = new Uint8Array(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "content-length": body.length,
    // An unread rest of a body would keep the connection open.
    ...(hasBody && !incoming.complete && { connection: "close" }),
  });
  outgoing.end(body);
}

function headersOf({ headers }: IncomingMessage): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) result.append(name, one);
  }
  return result;
}
