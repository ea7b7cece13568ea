import type { Check } from "../check.ts";

/** Where nothing can be known, or nothing is wrong, the answer says so. */
export const abstains: Check = {
  name: "abstains",
  kind: "grade",
  about: "Where the context does not tell, or nothing is wrong, it says so (cases labelled so)",
  weight: 3,
  version: 1,
  judge({ answer: { written }, label }) {
    if (!label?.abstain) return { value: null, reason: "there is something to be found" };
    if (!written) return { value: 0, reason: "there is no answer to read" };
    const { hypotheses, inconclusive, severity } = written;
    const sure = hypotheses.find(({ confidence }) => confidence === "high");
    const isNoIssue = severity === "none" && label.severity.includes("none");
    if (!inconclusive && !isNoIssue) return { value: 0, reason: "it does not abstain" };
    return sure && !isNoIssue
      ? { value: 0, reason: "it is inconclusive and sure at once" }
      : { value: 1, reason: isNoIssue ? "it says that nothing is wrong" : "it is inconclusive" };
  },
};
