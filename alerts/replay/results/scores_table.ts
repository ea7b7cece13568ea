import type { Score } from "../checks/check.ts";
import type { Table } from "./table.ts";

/**
 * The long table `scores`: a row per answer and check, with the reason of each verdict.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { scoresTable } from "./scores_table.ts";
 *
 * const place = { case: "a", cluster: "Down", variant: "short", sample: 0 };
 * const table = scoresTable([{ ...place, check: "valid", kind: "gate", value: 1, reason: "it is" }]);
 * assert.deepEqual(table.map(({ name }) => name), [
 *   "case", "cluster", "variant", "sample", "check", "kind", "value", "reason",
 * ]);
 * ```
 */
export function scoresTable(scores: readonly Score[]): Table {
  return [
    { name: "case", type: "text", values: scores.map((score) => score.case) },
    { name: "cluster", type: "text", values: scores.map((score) => score.cluster) },
    { name: "variant", type: "text", values: scores.map((score) => score.variant) },
    { name: "sample", type: "integer", values: scores.map((score) => score.sample) },
    { name: "check", type: "text", values: scores.map((score) => score.check) },
    { name: "kind", type: "text", values: scores.map((score) => score.kind) },
    { name: "value", type: "number", values: scores.map((score) => score.value) },
    { name: "reason", type: "text", values: scores.map((score) => score.reason) },
  ];
}
