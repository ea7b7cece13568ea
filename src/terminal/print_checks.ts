import pico from "picocolors";
import { counted } from "./counted.ts";
import { wrap } from "./wrap.ts";
import type { Status } from "./check.ts";
import type { Result } from "./run_checks.ts";

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
 * Writes a result for a terminal: a line and, where something is to be done, a second one.
 *
 * @returns Text that ends with a line break.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printResult } from "./print_checks.ts";
 *
 * const text = printResult({ check: "zone", title: "Zone", status: "ok", found: "Europe/Berlin" });
 * assert.match(text, /^✓ ok +Zone +Europe\/Berlin\n$/);
 * ```
 */
export function printResult(
  result: Result,
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
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printSummary } from "./print_checks.ts";
 *
 * const ok = { check: "zone", title: "Zone", status: "ok", found: "UTC" } as const;
 * assert.equal(printSummary([ok, ok]), "2 ok, 0 warnings, 0 failures, 0 skipped\n");
 * ```
 */
export function printSummary(
  results: readonly Result[],
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
