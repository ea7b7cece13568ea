/**
 * The expression of the rule that fires.
 *
 * @module
 */

/** Longer ones are no expressions of people. [characters] */
const LONGEST = 10_000;

/**
 * Finds the rule's expression in the links of an alert: a Prometheus links to its own graph of it.
 * Only the expression is taken; the address is never asked.
 *
 * @returns The expression, `null` if no link has one.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { ruleExpression } from "./rule_expression.ts";
 *
 * const link = "http://prometheus:9090/graph?g0.expr=rate%28errors%5B5m%5D%29+%3E+0.5&g0.tab=1";
 * assert.equal(ruleExpression([link]), "rate(errors[5m]) > 0.5");
 * ```
 */
export function ruleExpression(links: readonly string[]): string | null {
  for (const link of links) {
    const expression = URL.parse(link)?.searchParams.get("g0.expr")?.trim();
    if (expression && expression.length <= LONGEST) return expression;
  }
  return null;
}
