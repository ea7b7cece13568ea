import type { Check } from "../check.ts";
import { fold } from "../fold.ts";
import { asserted } from "../mentions.ts";

/** What the true cause is worth in the first, the second and the third hypothesis. */
const WORTH = [1, 0.5, 0.25];

/** The true cause is named as a cause, and none that only looks like it. */
export const cause: Check = {
  name: "cause",
  kind: "grade",
  about:
    "The labelled cause is a hypothesis, the likeliest for full marks; a distractor as the first makes it 0",
  weight: 3,
  version: 1,
  judge({ answer: { written }, label }) {
    if (!label || label.abstain || label.cause.length === 0) {
      return {
        value: null,
        reason: label?.abstain ? "there is none to be found" : "nobody labelled it",
      };
    }
    if (!written) return { value: 0, reason: "there is no answer to read" };
    const causes = written.hypotheses.map((one) => fold(one.cause));
    const missing = (text: string) =>
      label.cause.filter((names) => asserted(text, names) === undefined);
    const at = causes.findIndex((text) => missing(text).length === 0);
    const first = causes[0];
    const distractor = first === undefined || at === 0
      ? undefined
      : label.distractors.map((names) => asserted(first, names)).find((name) => name !== undefined);
    if (distractor !== undefined) {
      return { value: 0, reason: `it takes '${distractor}' for the cause` };
    }
    if (at >= 0) {
      return {
        value: WORTH[at] ?? 0,
        reason: at === 0 ? "the true cause comes first" : `the true cause is hypothesis ${at + 1}`,
      };
    }
    const lacks = first === undefined ? label.cause : missing(first);
    return {
      value: 0,
      reason: `no cause names ${lacks.map(([name]) => `'${name}'`).join(" and ")}`,
    };
  },
};
