import type { SingleBar } from "cli-progress";
import type { Output } from "../effects.ts";

/** A line that shows the progress of a pull. */
export interface Progress extends AsyncDisposable {
  /** To be called after each finished part; `at` names it. */
  readonly onProgress: (done: number, total: number, at?: string) => void;
}

/** Options of {@linkcode progressLine}. */
export interface ProgressOptions {
  /** The clock. [ms] */
  readonly now: () => number;
  /**
   * Pulls shorter than this show nothing. [ms]
   *
   * @default {400}
   */
  readonly delay?: number;
  /**
   * Whether to show nothing at all.
   *
   * @default {false}
   */
  readonly silent?: boolean;
  /**
   * What is being done.
   *
   * @default {"Reading"}
   */
  readonly verb?: string;
}

/**
 * Shows a progress bar on a terminal and removes it when disposed of. On anything but a terminal it
 * shows nothing.
 */
export function progressLine(
  output: Output,
  { now, delay = 400, silent = false, verb = "Reading" }: ProgressOptions,
): Progress {
  const since = now();
  let bar: SingleBar | null = null, loading: Promise<void> | undefined;
  let writing = Promise.resolve();
  // Nothing fails because a bar cannot be drawn.
  const write = (text: string) => writing = writing.then(() => output.write(text)).catch(() => {});
  let last = { percent: 0, at: "" };
  const draw = async () => {
    bar = await barOn({ isTTY: true, columns: output.columns, write }, verb);
    bar.start(100, last.percent, { at: last.at });
  };
  return {
    onProgress(done, total, at = "") {
      if (silent || !output.isTerminal || total <= 0) return;
      const percent = Math.min(100, Math.floor(100 * done / total));
      last = { percent, at };
      bar?.update(percent, { at });
      if (now() - since >= delay) loading ??= draw().catch(() => {});
    },
    async [Symbol.asyncDispose]() {
      await loading;
      bar?.stop();
      await writing;
    },
  };
}

/** What cli-progress needs of a terminal. */
interface TerminalStream {
  readonly isTTY: true;
  readonly columns: number;
  write(text: string): unknown;
}

async function barOn(stream: TerminalStream, verb: string): Promise<SingleBar> {
  // Loaded late, because most pulls are over before they show anything.
  const { SingleBar } = await import("cli-progress");
  return new SingleBar({
    stream: stream as unknown as NodeJS.WritableStream,
    format: `${verb} {bar} {percentage} %  {at}`,
    barsize: 30,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    fps: 10,
    clearOnComplete: true,
    hideCursor: false,
    // The command itself handles Ctrl-C.
    gracefulExit: false,
  });
}
