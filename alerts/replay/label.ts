/**
 * A label. It stands in a file of its own (`labels.jsonl`, one per line), so that a new label
 * changes no case.
 */
export interface Label {
  /** Id of the case. */
  readonly case: string;
  /**
   * The true cause: every group must be named, by any of its aliases. Empty where abstaining is
   * right.
   */
  readonly cause: readonly (readonly string[])[];
  /** What looks like the cause and is not, each by its aliases. */
  readonly distractors: readonly (readonly string[])[];
  /** What an answer has to name (namespace, workload, host, service), each by its aliases. */
  readonly target: readonly (readonly string[])[];
  /** Severities that a good answer may give. */
  readonly severity: readonly string[];
  /** Whether "the context does not tell" or "this is not an issue" is the right answer. */
  readonly abstain: boolean;
  /** Where abstaining is right: what a good answer tells all the same, each by its aliases. */
  readonly tells?: readonly (readonly string[])[];
  /** Words to group cases by: each gets figures of its own. */
  readonly tags?: readonly string[];
  /** Who labelled it, or what generated the label. */
  readonly by: string;
  /** When, as YYYY-MM-DD. */
  readonly at: string;
  /** Why, for whoever reads it next. */
  readonly note?: string;
}
