import type { Output } from "./effects.ts";

/** A line that shows how far a pull is. */
export interface Progress extends AsyncDisposable {
  /** To be told after each finished part. */
  readonly onProgress: (done: number, total: number) => void;
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
}

const BAR_WIDTH = 30;
/** At most ten times a second; more is not seen. [ms] */
const EVERY = 100;

/**
 * Shows a progress bar on a terminal and removes it when disposed of. On anything but a terminal it
 * shows nothing.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { progressLine } from "./progress.ts";
 *
 * let shown = "";
 * const write = (content: string | Uint8Array) => Promise.resolve(void (shown += content));
 * const terminal = { write, isTerminal: true, colours: false, columns: 80 };
 * {
 *   await using progress = progressLine(terminal, { now: () => 0, delay: 0 });
 *   progress.onProgress(1, 4);
 * }
 * assert(shown.includes("25 %"));
 * ```
 */
export function progressLine(
  output: Output,
  { now, delay = 400, silent = false }: ProgressOptions,
): Progress {
  let next = now() + delay, shown = false;
  let writing = Promise.resolve();
  // A bar that cannot be drawn is no reason to fail.
  const draw = (text: string) => writing = writing.then(() => output.write(text)).catch(() => {});
  return {
    onProgress(done, total) {
      if (silent || !output.isTerminal || total <= 0 || now() < next) return;
      next = now() + EVERY;
      shown = true;
      draw(`\r${bar(Math.min(1, done / total))}\x1b[K`);
    },
    async [Symbol.asyncDispose]() {
      if (shown) draw("\r\x1b[K");
      await writing;
    },
  };
}

function bar(share: number): string {
  const full = Math.floor(BAR_WIDTH * share);
  const percent = `${Math.floor(100 * share)} %`.padStart(5);
  return `Reading ${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)} ${percent}`;
}
