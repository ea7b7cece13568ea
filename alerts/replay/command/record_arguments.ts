import type { ReplayPart } from "../load_replay.ts";

/** Arguments for `deno task replay:record` to record what is missing. */
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
