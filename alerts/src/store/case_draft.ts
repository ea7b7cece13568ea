import type { CaseFile } from "../case_file.ts";

/** A case whose push has not come to its end. */
export type CaseDraft = Omit<CaseFile, "id" | "push" | "outcome" | "seal" | "times"> & {
  /** Unix times of the stations so far. [ms] */
  readonly times: Omit<CaseFile["times"], "finished">;
};
