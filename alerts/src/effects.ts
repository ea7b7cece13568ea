/**
 * The one door to the world outside: the clock and chance, replaceable in tests, and what only the
 * runtime offers. Files are read and written with `node:fs`.
 *
 * @module
 */

import { setTimeout as sleep } from "node:timers/promises";

/** What the world outside gives besides network and files. */
export interface Effects {
  /** The clock. [ms] */
  readonly now: () => number;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** Waits; rejects when the signal ends it early. [ms] */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The real ones. */
export const REAL_EFFECTS: Effects = {
  now: Date.now,
  random: Math.random,
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/** Gives up permissions of the process for good. */
export async function giveUp(...names: readonly ("read" | "write")[]): Promise<void> {
  for (const name of names) await Deno.permissions.revoke({ name });
}

/** Signals by which the system asks a process to end. */
export type StopSignal = "SIGTERM" | "SIGINT";

/** Listens to a signal from now on. */
export function onSignal(name: StopSignal, listener: () => void): void {
  Deno.addSignalListener(name, listener);
}

/** Identifier of the process that started this one. */
export const parentId = (): number => Deno.ppid;

/** Runs Deno in this process's terminal, and tells its exit code. */
export async function runDeno(args: readonly string[]): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  // Ctrl-C reaches both processes. The child ends first.
  onSignal("SIGINT", () => {});
  if (Deno.build.os !== "windows") onSignal("SIGTERM", () => child.kill("SIGTERM"));
  return (await child.status).code;
}

/** Opens a file for this process alone. A missing file is created, readable by its owner only. */
export function lockFileSync(path: string): Disposable | null {
  const file = Deno.openSync(path, { create: true, write: true, mode: 0o600 });
  try {
    if (file.tryLockSync(true)) return { [Symbol.dispose]: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
  file.close();
  return null;
}

/** An accepted connection. */
export interface Connection {
  /** Reads the available bytes, up to a limit; `null` once the other side has ended. */
  read(into: Uint8Array): Promise<number | null>;
  /** Writes a part, and tells how much. [bytes] */
  write(bytes: Uint8Array): Promise<number>;
  /** Tells the other side that nothing more comes. */
  closeWrite(): Promise<void>;
  /** Ends it. */
  close(): void;
}

/** A port that is listened at. */
export interface Listener {
  /** Where. */
  readonly address: { readonly hostname: string; readonly port: number };
  /**
   * The next connection. Rejects with the system's error, and may be called again: one that could
   * not be accepted, for want of a descriptor, ends nothing.
   */
  accept(): Promise<Connection>;
  /** Listens no more; a waiting `accept` rejects. */
  close(): void;
}

/** Connections that the system keeps until they are accepted. */
const BACKLOG = 4096;

/**
 * Listens at a port. `node:net` of Deno 2.9 stops to listen, without a word, at the first connection
 * for which there is no descriptor; this goes on.
 */
export function listenAt(address: { readonly hostname: string; readonly port: number }): Listener {
  const listener = Deno.listen({ ...address, tcpBacklog: BACKLOG });
  return {
    address: listener.addr,
    async accept() {
      const connection = await listener.accept();
      connection.setNoDelay();
      return connection;
    },
    close: () => listener.close(),
  };
}

/** Reads a file as text. */
export function readText(file: string | URL): Promise<string> {
  return Deno.readTextFile(file);
}

/** Whether reading failed because there is no such file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound;
}

/** Whether reading failed because it is not allowed. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Deno.errors.PermissionDenied;
}

/** A server for demos and tests, on a free port of loopback. It limits nothing. */
export function serveLoopback(
  answer: (request: Request) => Response | Promise<Response>,
  tls: { readonly key?: string; readonly cert?: string } = {},
): { readonly port: number; close(): Promise<void> } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...tls },
    (request) => answer(request),
  );
  return { port: server.addr.port, close: () => server.shutdown() };
}

/** What comes in at the standard input. */
export const standardInput = (): ReadableStream<Uint8Array> => Deno.stdin.readable;
