/**
 * One command on a host, in bounded memory.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { once } from "node:events";
import type { Client, ClientChannel } from "ssh2";
import { readEnd } from "../read_body.ts";

/** How a command is run. */
export interface CommandOptions {
  /** Ends it early, on the host too if its server allows that. */
  readonly signal: AbortSignal;
  /** Which part of a long output is kept. */
  readonly keep: "start" | "end";
  /** Longest output that is kept. [bytes] */
  readonly limit: number;
}

/** What came of a command. */
export interface CommandResult {
  /** What it wrote, or the part that was to be kept. */
  readonly output: string;
  /** The start of what it complained about. */
  readonly complaints: string;
  /** How it ended; `null` by a signal, or after enough was read. */
  readonly exitCode: number | null;
  /** Whether there was more than is kept. */
  readonly isCut: boolean;
}

/** Longest text of complaints. [bytes] */
const COMPLAINTS = 4096;

/**
 * Runs a command. It has no terminal, nothing is forwarded to it, and it is asked to write in the
 * language of its manual (`LC_ALL=C`), which servers may or may not heed. Its input stays empty and
 * open: once it is closed, the library passes no signal on any more.
 *
 * @throws {Error} If the server does not run commands, or the connection breaks.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSsh2 } from "./load_ssh2.ts";
 * import { runCommand } from "./run_command.ts";
 *
 * const { Client } = await loadSsh2();
 * const options = { signal: new AbortController().signal, keep: "end", limit: 1024 } as const;
 * await assert.rejects(runCommand(new Client(), "uptime", options), /Not connected/);
 * ```
 */
export async function runCommand(
  client: Client,
  command: string,
  { signal, keep, limit }: CommandOptions,
): Promise<CommandResult> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  const abort = () => over.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  let channel: ClientChannel | undefined;
  try {
    channel = await Promise.race([open(client, command), over.promise]);
    return await Promise.race([read(channel, keep, limit), over.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    if (channel) end(channel);
  }
}

async function read(
  channel: ClientChannel,
  keep: "start" | "end",
  limit: number,
): Promise<CommandResult> {
  const ended = once(channel, "close") as Promise<[number | null | undefined]>;
  const complained = readStart(channel.stderr, COMPLAINTS);
  ended.catch(() => {});
  complained.catch(() => {});
  let bytes = 0;
  const counted = count(channel, (length) => bytes += length);
  const kept = keep === "end"
    ? await readEnd(counted, limit)
    : await readStart(counted, limit, () => end(channel));
  const output = text(kept), isCut = bytes > limit;
  if (isCut && keep === "start") return { output, complaints: "", exitCode: null, isCut };
  const [exitCode] = await ended;
  if (exitCode === undefined) throw new Error("The connection broke");
  return { output, complaints: text(await complained), exitCode, isCut };
}

/** Ends a command that may still run: on the host too, where its server passes signals on. */
function end(channel: ClientChannel): void {
  channel.signal("KILL");
  channel.close();
}

function open(client: Client, command: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.exec(
      command,
      { env: { LC_ALL: "C" } },
      (error, channel) => error ? reject(error) : resolve(channel),
    );
  });
}

async function* count(
  chunks: AsyncIterable<Uint8Array>,
  tell: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    tell(chunk.length);
    yield chunk;
  }
}

/** The start of a stream. What follows is read and forgotten, unless `stop` ends it. */
async function readStart(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  stop?: () => void,
): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes <= limit) kept.push(chunk);
    bytes += chunk.length;
    if (bytes > limit && stop) {
      stop();
      break;
    }
  }
  return Buffer.concat(kept).subarray(0, limit);
}

/** The text of an output; half a character at a cut is left out. */
function text(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
