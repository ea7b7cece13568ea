import type { ReplayPart } from "../load_replay.ts";

/** The arguments of `deno task replay:record` that record what a replay misses. */
export function recordArguments(
  file: string,
  { runs, cases = [], variants = [] }: ReplayPart & {
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
