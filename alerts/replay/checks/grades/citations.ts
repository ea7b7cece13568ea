import { type Check, expectsCause } from "../check.ts";

/** Each hypothesis cites items that the model was shown. */
export const citations: Check = {
  name: "citations",
  kind: "grade",
  about: "Each hypothesis cites context items by ids that exist",
  weight: 2,
  version: 1,
  judge(given) {
    const { answer: { written }, shown } = given;
    if (!written) return { value: 0, reason: "there is no answer to read" };
    const { hypotheses } = written;
    if (hypotheses.length === 0) {
      return expectsCause(given)
        ? { value: 0, reason: "it gives no hypothesis, so it cites nothing" }
        : { value: 1, reason: "it gives no hypothesis, as is right" };
    }
    const cited = hypotheses.map(({ evidence }) =>
      evidence.map((id) => id.replace(/^\W+|\W+$/g, ""))
    );
    const all = cited.flat();
    const unknown = [...new Set(all.filter((id) => !shown.has(id)))];
    const uncited = cited.filter((ids) => !ids.some((id) => shown.has(id))).length;
    const known = all.length === 0 ? 0 : all.filter((id) => shown.has(id)).length / all.length;
    const faults = [
      ...uncited > 0
        ? [`${uncited} of ${hypotheses.length} hypotheses cite nothing that exists`]
        : [],
      ...unknown.length > 0
        ? [`${unknown.join(", ")} ${unknown.length === 1 ? "does" : "do"} not exist`]
        : [],
    ];
    return {
      value: known * (1 - uncited / hypotheses.length),
      reason: faults.join("; ") || `it cites ${[...new Set(all)].join(", ")}`,
    };
  },
};
