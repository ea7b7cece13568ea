import type { Score } from "../checks/check.ts";
import type { Table } from "./table.ts";

/** The long table `scores`: a row per answer and check, with the reason of each verdict. */
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
