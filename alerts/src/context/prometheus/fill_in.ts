/**
 * Labels of an alert in an expression.
 *
 * @module
 */

import { quote } from "../../../../src/selector.ts";

/**
 * Puts quoted label values in the place of `$label`. Whoever sends an alert chooses the values: each
 * is one string of PromQL, whatever it holds.
 *
 * @returns The expression, `null` if a label is missing.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { fillIn } from "./fill_in.ts";
 *
 * assert.equal(fillIn("up{job=$job}", { job: 'a"} or b{c="' }), 'up{job="a\\"} or b{c=\\""}');
 * assert.equal(fillIn("up{job=$job}", {}), null);
 * ```
 */
export function fillIn(
  expression: string,
  labels: Readonly<Record<string, string>>,
): string | null {
  const names = [...expression.matchAll(/\$(\w+)/g)].map(([, name]) => name!);
  if (!names.every((name) => Object.hasOwn(labels, name))) return null;
  // Half a surrogate pair is no text: servers refuse it.
  return expression.replaceAll(/\$(\w+)/g, (_, name) => quote(labels[name]!.toWellFormed()));
}
