import { type Config, loadConfig } from "./config.ts";
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
  /** Whether a person looks at it. */
  readonly isTerminal: boolean;
  /** Whether colours are welcome: on a terminal, unless `NO_COLOR` is set. */
  readonly colours: boolean;
  /** Width in characters. */
  readonly columns: number;
}

/** What a command may touch besides its arguments and files. */
export interface Effects {
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** Reads the settings of the environment. */
  readonly settings: () => Config;
  /** Aborted when the person wants to stop. */
  readonly signal: AbortSignal;
}

/** The program at the other end of a pipe has left, as `head` does. No failure of ours. */
export class ReaderGone extends Error {
  /** Creates the error. */
  constructor(options?: ErrorOptions) {
    super("Nobody reads the output any more", options);
    this.name = "ReaderGone";
  }
}

/**
 * The real streams, clock and settings of this process.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "./effects.ts";
 *
 * const { stdout, now } = processEffects(new AbortController().signal);
 * assert(stdout.columns > 0 && now() > 0);
 * ```
 */
export function processEffects(signal: AbortSignal): Effects {
  return {
    stdout: outputOf(Deno.stdout, "standard output"),
    stderr: outputOf(Deno.stderr, "standard error"),
    now: Date.now,
    settings: () => loadConfig(),
    signal,
  };
}

/** Where no terminal says how wide it is. */
const DEFAULT_COLUMNS = 100;

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
          hint: "Check where it goes to, or name a file with --out.",
          cause,
        });
      }
    },
    isTerminal,
    colours: isTerminal && !Deno.env.get("NO_COLOR") && Deno.env.get("TERM") !== "dumb",
    columns: isTerminal ? Deno.consoleSize().columns || DEFAULT_COLUMNS : DEFAULT_COLUMNS,
  };
}
