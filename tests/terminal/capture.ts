import { loadConfig } from "../../src/config.ts";
import type { Output } from "../../src/effects.ts";
import type { Effects } from "../../src/terminal/command.ts";

/** An output that remembers what was written to it. */
export interface Capture extends Output {
  /** Everything so far. */
  text: string;
  /** Everything so far, as it came. */
  readonly parts: (string | Uint8Array)[];
}

export function capture(options: Partial<Output> = {}): Capture {
  const parts: (string | Uint8Array)[] = [];
  const captured: Capture = {
    text: "",
    parts,
    isTerminal: false,
    colours: false,
    columns: 100,
    write(content) {
      parts.push(content);
      captured.text += typeof content === "string" ? content : new TextDecoder().decode(content);
      return Promise.resolve();
    },
    ...options,
  };
  return captured;
}

/** Effects that touch nothing, with captured outputs. */
export function effects(
  { env = {}, ...changes }:
    & Partial<Pick<Effects, "now" | "signal">>
    & { stdout?: Capture; stderr?: Capture; env?: Record<string, string> } = {},
) {
  return {
    stdout: capture(),
    stderr: capture(),
    now: () => Date.UTC(2026, 5, 15, 10),
    settings: () => loadConfig(new Map(Object.entries(env)), () => undefined),
    signal: new AbortController().signal,
    ...changes,
  };
}
