import type { ReplayPart } from "./load_replay.ts";

/**
 * The arguments of `deno task replay:record` that record what a replay misses.
 *
 * @param file `replay.yaml`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { recordArguments } from "./record_arguments.ts";
 *
 * assert.deepEqual(recordArguments("a.yaml", { runs: "runs", cases: ["x"] }), ["a.yaml", "--case", "x"]);
 * ```
 */
export function recordArguments(
  file: string,
  { runs, cases = [], variants = [] }: ReplayPart & {
    /** Folder of the runs. */
    readonly runs: string;
  },
): string[] {
  return [
    file,
    ...cases.flatMap((id) => ["--case", id]),
    ...variants.flatMap((name) => ["--variant", name]),
    ...runs === "runs" ? [] : ["--runs", runs],
  ];
}
