import pico from "picocolors";
import { WattbookError } from "../errors.ts";
import type { Output } from "../effects.ts";

/** Exit code of a command: done, failed, wrongly used, stopped by Ctrl-C (128 + SIGINT). */
export const EXIT = { done: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** Options of {@linkcode printFailure}. */
export interface FailureOptions {
  /**
   * Adds the stack and the causes.
   *
   * @default {false}
   */
  readonly debug?: boolean;
}

/**
 * Prints what went wrong as one clear message and, where there is one, a hint that says what to do.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printFailure } from "./failure.ts";
 *
 * let text = "";
 * const write = (content: string | Uint8Array) => Promise.resolve(void (text += content));
 * const output = { write, isTerminal: false, colours: false, columns: 80 };
 * await printFailure(new Error("The disk is full"), output);
 * assert(text.startsWith("error: The disk is full\n"));
 * ```
 */
export async function printFailure(
  error: unknown,
  output: Output,
  { debug = false }: FailureOptions = {},
): Promise<void> {
  const { red, dim } = pico.createColors(output.colours);
  const expected = error instanceof WattbookError;
  const message = error instanceof Error ? error.message : String(error);
  // What nobody foresaw may come with pages of text; its first line must do.
  const lines = [`${red("error:")} ${expected ? message : message.split("\n", 1)[0]}`];
  if (expected) lines.push(`${dim("hint:")}  ${error.hint}`);
  else if (!debug) {
    lines.push(`${dim("hint:")}  This was not foreseen; --debug shows where it happened.`);
  }
  if (debug) lines.push(...stacks(error));
  await output.write(`${lines.join("\n")}\n`);
}

function stacks(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = error instanceof WattbookError ? ` (${error.code})` : "";
  return [
    `\n${error.stack ?? error.message}${code}`,
    ...error.cause === undefined
      ? []
      : stacks(error.cause).map((text) => `caused by ${text.trim()}`),
  ];
}
