/**
 * What a check finds, and how it is printed.
 *
 * @module
 */

import pico from "picocolors";
import { isWattbookError } from "../errors.ts";
import { counted, wrap } from "../text.ts";

/** How a check ended. */
export type Status = "ok" | "warning" | "failure" | "skipped";

/** What a check found. */
export interface Finding {
  /** How it ended. */
  readonly status: Status;
  /** What was found, for people. */
  readonly found: string;
  /** What to do, if anything. */
  readonly advice?: string;
  /** What the finding is about if the check looks at several things, such as a metric. */
  readonly subject?: string;
}

/** A finding and its check. */
export interface CheckResult extends Finding {
  /** Stable word of the check, for programs. */
  readonly check: string;
  /** Title of the check, for people. */
  readonly title: string;
}

/** The finding for an error. */
export function failure(error: unknown): Finding {
  if (isWattbookError(error)) {
    return { status: "failure", found: error.message, advice: error.hint };
  }
  const [line] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return {
    status: "failure",
    found: `unexpected error: ${line}`,
    advice: "Report it with the command and the version of the server.",
  };
}

/** How results are printed. */
export interface PrintOptions {
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
  /**
   * Width in characters beyond which lines are broken.
   *
   * @default {Infinity}
   */
  readonly width?: number;
}

const SYMBOLS: Readonly<Record<Status, string>> = {
  ok: "✓",
  warning: "!",
  failure: "✗",
  skipped: "–",
};
const STATUS = 12, TITLE = 18;

/**
 * Writes a result for a terminal: a line and, if there is advice, a second one.
 *
 * @returns Text that ends with a line break.
 */
export function printResult(
  result: CheckResult,
  { colours = false, width = Infinity }: PrintOptions = {},
): string {
  const { status, title, subject, found, advice } = result;
  const { green, yellow, red, dim } = pico.createColors(colours);
  const paint = { ok: green, warning: yellow, failure: red, skipped: dim }[status];
  const head = paint(`${SYMBOLS[status]} ${status}`.padEnd(STATUS)) + `${title} `.padEnd(TITLE);
  const text = subject === undefined ? found : `${subject}: ${found}`;
  const lines = wrap(text, width - STATUS - TITLE).map((line, index) =>
    (index === 0 ? head : " ".repeat(STATUS + TITLE)) + line
  );
  const arrow = `${" ".repeat(STATUS)}${dim("→")} `;
  const below = advice === undefined
    ? []
    : wrap(advice, width - STATUS - 2).map((line, index) =>
      (index === 0 ? arrow : " ".repeat(STATUS + 2)) + line
    );
  return `${[...lines, ...below].join("\n")}\n`;
}

/**
 * Writes how many results there are of each kind.
 *
 * @returns Text that ends with a line break.
 */
export function printSummary(
  results: readonly CheckResult[],
  { colours = false }: PrintOptions = {},
): string {
  const count = (status: Status) => results.filter((one) => one.status === status).length;
  const text = [
    `${count("ok")} ok`,
    counted(count("warning"), "warning"),
    counted(count("failure"), "failure"),
    `${count("skipped")} skipped`,
  ].join(", ");
  return `${pico.createColors(colours).bold(text)}\n`;
}
