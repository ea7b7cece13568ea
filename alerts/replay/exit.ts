import type { Judgement } from "./judge_answers.ts";

/** Exit codes of the replay commands. */
export const REPLAY_EXIT = { done: 0, failure: 1, gate: 2, missing: 3, errors: 4 } as const;

export interface ExitOptions {
  /** Whether missing answers are accepted. @default {false} */
  readonly allowMissing?: boolean;
}

/**
 * Missing answers outrank failed calls, and both outrank a gate, which says little about incomplete
 * answers.
 */
export function exitCodeOf(
  { missing, judgements, results: { decisions, failedCalls } }: Pick<Judgement, "missing"> & {
    readonly judgements: { readonly missing: readonly unknown[] };
    readonly results: Pick<Judgement["results"], "failedCalls"> & {
      readonly decisions: readonly { readonly fails: boolean }[];
    };
  },
  { allowMissing = false }: ExitOptions = {},
): number {
  if (missing + judgements.missing.length > 0 && !allowMissing) return REPLAY_EXIT.missing;
  if (failedCalls.share > failedCalls.allowed) return REPLAY_EXIT.errors;
  return decisions.some(({ fails }) => fails) ? REPLAY_EXIT.gate : REPLAY_EXIT.done;
}
