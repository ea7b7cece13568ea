/**
 * The one door to the runtime: what only Deno offers is used here and nowhere else. Files are read
 * and written with `node:fs`.
 *
 * @module
 */

import { WattbookError } from "./errors.ts";

/** A stream to a person or a program. */
export interface Output {
  /**
   * Writes all of it.
   *
   * @throws {ReaderGone} If nobody reads any more.
   * @throws {WattbookError} `FILE_NOT_WRITTEN` for any other reason.
   */
  write(content: string | Uint8Array): Promise<void>;
  /** Whether it is a terminal. */
  readonly isTerminal: boolean;
  /** Whether to use colours: on a terminal, unless `NO_COLOR` is set. */
  readonly colours: boolean;
  /** Width in characters. */
  readonly columns: number;
}

/** The program at the other end of a pipe has ended, as `head` does. This is not an error. */
export class ReaderGone extends Error {
  /** Creates the error. */
  constructor(options?: ErrorOptions) {
    super("Nobody reads the output any more", options);
    this.name = "ReaderGone";
  }
}

/** Width of an output that is not a terminal. */
const DEFAULT_COLUMNS = 100;

/** Standard output and standard error of this process. */
export function standardOutputs(): { readonly stdout: Output; readonly stderr: Output } {
  return {
    stdout: outputOf(Deno.stdout, "standard output"),
    stderr: outputOf(Deno.stderr, "standard error"),
  };
}

function outputOf(stream: typeof Deno.stdout | typeof Deno.stderr, name: string): Output {
  const isTerminal = stream.isTerminal();
  return {
    async write(content) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      try {
        for (let done = 0; done < bytes.length;) done += await stream.write(bytes.subarray(done));
      } catch (cause) {
        if (cause instanceof Deno.errors.BrokenPipe) throw new ReaderGone({ cause });
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write to ${name}: ${reason}`, {
          hint: "Check where it goes, or name a file with --out.",
          cause,
        });
      }
    },
    isTerminal,
    colours: isTerminal && !Deno.env.get("NO_COLOR") && Deno.env.get("TERM") !== "dumb",
    columns: isTerminal ? Deno.consoleSize().columns || DEFAULT_COLUMNS : DEFAULT_COLUMNS,
  };
}

/** A person who can be asked. */
export interface Input {
  /** Whether a person sits at it. */
  readonly isTerminal: boolean;
  /**
   * Asks a question and waits for a line.
   *
   * @returns The answer; `null` if there will be none, as after Ctrl-D.
   */
  ask(question: string, options?: AskOptions): Promise<string | null>;
}

/** How a question is asked. */
export interface AskOptions {
  /** Whether the answer is not shown while it is typed. @default {false} */
  readonly isHidden?: boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** Standard input of this process; questions go to standard error, as results do not. */
export function standardInput(): Input {
  // One reader for all questions, so that lines which are typed ahead are not lost.
  let reader: LineReader | null = null;
  return {
    isTerminal: Deno.stdin.isTerminal(),
    async ask(question, { isHidden = false, signal } = {}) {
      if (isHidden) {
        reader?.close();
        reader = null;
        return await askHidden(question, signal);
      }
      reader ??= await openLines();
      return await reader.next(question, signal);
    },
  };
}

/** Reads lines of standard input. */
interface LineReader {
  next(question: string, signal: AbortSignal | undefined): Promise<string | null>;
  close(): void;
}

async function openLines(): Promise<LineReader> {
  const { createInterface, process } = await loadReadline();
  const lines = createInterface({ input: process.stdin, terminal: false });
  const each = lines[Symbol.asyncIterator]();
  return {
    async next(question, signal) {
      process.stderr.write(question);
      const { promise, reject } = Promise.withResolvers<never>();
      const stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop);
      try {
        const line = await Promise.race([each.next(), promise]);
        return line.done ? null : line.value;
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    },
    close: () => lines.close(),
  };
}

/** A line that is not shown while it is typed. */
async function askHidden(question: string, signal?: AbortSignal): Promise<string | null> {
  const { createInterface, process, Writable } = await loadReadline();
  let isMuted = false;
  const output = new Writable({
    write(chunk: Uint8Array | string, _, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const ended = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
    const answer = lines.question(question, signal ? { signal } : {});
    isMuted = true;
    const line = await Promise.race([answer, ended]);
    process.stderr.write("\n");
    return line;
  } finally {
    lines.close();
  }
}

/** Loaded late: nearly no command asks anything. */
async function loadReadline() {
  const [{ createInterface }, { Writable }, { default: process }] = await Promise.all([
    import("node:readline/promises"),
    import("node:stream"),
    import("node:process"),
  ]);
  return { createInterface, Writable, process };
}

/** Standard input and output as the streams of Node, for a protocol that a library speaks. */
export async function standardStreams(): Promise<Pick<NodeJS.Process, "stdin" | "stdout">> {
  const { default: process } = await import("node:process");
  return process;
}

/** Resolves when a signal comes. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A server on loopback. */
export interface LoopbackServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves HTTP on loopback, for programs of this machine only.
 *
 * @param port Zero for a free one.
 * @throws {WattbookError} `BAD_OPTION` if something else has the port.
 */
export function serveLoopback(
  answer: (request: Request) => Response | Promise<Response>,
  port: number,
): LoopbackServer {
  try {
    const server = Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, answer);
    return { port: server.addr.port, close: () => server.shutdown() };
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AddrInUse)) throw cause;
    throw new WattbookError("BAD_OPTION", `Another program listens on port ${port}`, {
      hint: "Choose another port.",
      cause,
    });
  }
}

/** The variables of the environment. */
export const environment = { get: (name: string): string | undefined => Deno.env.get(name) };

/** This process: its arguments, its identifier, and its end. */
export const thisProcess = {
  /** Arguments of the command line. */
  args: (): readonly string[] => Deno.args,
  /** Identifier of the process. */
  id: (): number => Deno.pid,
  /** Absolute path of the working folder. */
  folder: (): string => Deno.cwd(),
  /** Ends the process. */
  exit: (code: number): never => Deno.exit(code),
};

/** Whether this is Windows, which has no SIGTERM and cannot flush a folder to the disk. */
export const isWindows: boolean = Deno.build.os === "windows";

/**
 * One press of Ctrl-C arrives several times: from the terminal, and from each parent process that
 * forwards it (`deno task`, the launcher). Within this time they count as one. [ms]
 */
export const SAME_PRESS = 300;

/** Calls back at the first signal of this name; the next press ends the process. */
export function onceSignalled(name: "SIGINT" | "SIGTERM", callback: () => void): void {
  let isCalled = false;
  const listener = () => {
    if (isCalled) return;
    isCalled = true;
    setTimeout(() => Deno.removeSignalListener(name, listener), SAME_PRESS);
    callback();
  };
  Deno.addSignalListener(name, listener);
}

/** A file that this process holds locked. */
export interface LockedFile extends Disposable {
  /** Replaces its content. */
  write(text: string): Promise<void>;
}

/**
 * Opens a file and locks it. The operating system frees the lock of a process that dies.
 *
 * @returns `null` if another process holds the lock.
 */
export async function lockFile(path: string): Promise<LockedFile | null> {
  const file = await Deno.open(path, { read: true, write: true, create: true });
  try {
    if (!await file.tryLock(true)) {
      file.close();
      return null;
    }
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    async write(text) {
      await file.truncate();
      await file.write(new TextEncoder().encode(text));
    },
    [Symbol.dispose]: () => file.close(),
  };
}
