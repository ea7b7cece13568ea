/**
 * What a rule measures, without the threshold.
 *
 * @module
 */

import { parser } from "@prometheus-io/lezer-promql";

const COMPARISONS = ["Gtr", "Lss", "Gte", "Lte", "Eql", "Neq"];
const NUMBER = "NumberDurationLiteral";

/**
 * The side of a comparison that is not a number: before a rule fires its expression has no value,
 * while what it compares has one. Any other expression stays as it is.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { measuredSide } from "./measured_side.ts";
 *
 * assert.equal(measuredSide("rate(errors[5m]) > 0.5"), "rate(errors[5m])");
 * assert.equal(measuredSide("(1 < up)"), "up");
 * assert.equal(measuredSide("a > 1 and b > 2"), "a > 1 and b > 2");
 * ```
 */
export function measuredSide(expression: string): string {
  let node = parser.parse(expression).topNode.firstChild;
  while (node?.name === "ParenExpr") node = node.firstChild;
  const { firstChild: left, lastChild: right } = node ?? {};
  if (node?.name !== "BinaryExpr" || !left || !right) return expression;
  if (!COMPARISONS.includes(left.nextSibling?.name ?? "")) return expression;
  const measured = right.name === NUMBER ? left : left.name === NUMBER ? right : null;
  // A syntax error is told best by the server, about the whole expression.
  if (!measured || measured.type.isError) return expression;
  return expression.slice(measured.from, measured.to);
}
