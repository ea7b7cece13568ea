/**
 * What is known about a case. Labels have a file of their own, so that a new label changes no case.
 */
export interface Label {
  readonly case: string;
  /**
   * The true cause. Each group must be named by one of its aliases. Empty if abstaining is right.
   */
  readonly cause: readonly (readonly string[])[];
  /** Wrong causes that seem likely, each with its aliases. */
  readonly distractors: readonly (readonly string[])[];
  /** What an answer must name (namespace, workload, host, service), each with its aliases. */
  readonly target: readonly (readonly string[])[];
  /** Acceptable severities. */
  readonly severity: readonly string[];
  /** Whether "the context does not tell" or "nothing is wrong" is right. */
  readonly abstain: boolean;
  /** If abstaining is right: what the answer should mention anyway, each with its aliases. */
  readonly tells?: readonly (readonly string[])[];
  /** Groups of cases. Each tag gets a table. */
  readonly tags?: readonly string[];
  /** Name of the author, or of the program that made the label. */
  readonly by: string;
  /** Date: YYYY-MM-DD. */
  readonly at: string;
  /** Why, for whoever reads it next. */
  readonly note?: string;
}
