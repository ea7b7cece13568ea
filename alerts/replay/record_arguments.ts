import type { ReplayPart } from "./load_replay.ts";

/**
 * The arguments of `deno task replay:record` that record what a replay misses.
 *
 * @param file `replay.yaml`.
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
