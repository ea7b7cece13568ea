/** A stream to a person or a program. */
export interface Output {
  /** Writes all of it. Rejects with `Deno.errors.BrokenPipe` when nobody reads any more. */
  write(content: string | Uint8Array): Promise<void>;
  /** Whether a person looks at it. */
  readonly isTerminal: boolean;
  /** Whether colours are welcome: on a terminal, unless `NO_COLOR` is set. */
  readonly colours: boolean;
  /** Width in characters. */
  readonly columns: number;
}

/** What a command may touch besides its arguments. */
export interface Effects {
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** Environment variables. */
  readonly env: { get(name: string): string | undefined };
  /** Aborted when the person wants to stop. */
  readonly signal: AbortSignal;
}

/**
 * The real streams, clock and environment of this process.
 *
 * @example Usage
 * ```ts
 * import { processEffects } from "./effects.ts";
 *
 * const { stdout, now } = processEffects(new AbortController().signal);
 * console.assert(stdout.columns > 0 && now() > 0);
 * ```
 */
export function processEffects(signal: AbortSignal): Effects {
  return {
    stdout: outputOf(Deno.stdout),
    stderr: outputOf(Deno.stderr),
    now: Date.now,
    env: Deno.env,
    signal,
  };
}

function outputOf(stream: typeof Deno.stdout | typeof Deno.stderr): Output {
  const isTerminal = stream.isTerminal();
  return {
    async write(content) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      for (let done = 0; done < bytes.length;) done += await stream.write(bytes.subarray(done));
    },
    isTerminal,
    colours: isTerminal && !Deno.env.get("NO_COLOR") && Deno.env.get("TERM") !== "dumb",
    columns: isTerminal ? Deno.consoleSize().columns : 100,
  };
}
