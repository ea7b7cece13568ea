/**
 * Templates of sentences that were written before the rules, and are never used to tune them. `T` is
 * the labelled cause as a noun phrase, `D` what looks like it.
 *
 * @module
 */

/** Templates that name `T` as the cause. */
export const HELD_BACK_RIGHT: readonly string[] = [
  "All items point to T.",
  "The evidence is clear: T.",
  "T explains both the restarts and the errors.",
  "We are looking at T, in spite of the noise about D.",
  "At first glance it resembles D, in truth it is T.",
  "D does not fit the times; T does.",
  "T is the most likely reason, D only a distraction.",
  "The trigger was T, whereas D came later.",
  "D? The logs disagree. They show T.",
  "Everything began with T.",
];

/** Templates that do not. */
export const HELD_BACK_WRONG: readonly string[] = [
  "All items point to D.",
  "T does not fit the times; D does.",
  "There is nothing that would support T.",
  "At first glance it resembles T, in truth it is D.",
  "The trigger was D, whereas T came later.",
  "T was considered and dropped.",
  "T? The logs disagree. They show D.",
  "D is the most likely reason, T only a distraction.",
  "Everything began with D, T followed from it.",
  "One would expect T, but the items speak against it.",
];
