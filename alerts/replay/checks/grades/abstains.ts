import { ABSTAINED, type Check, UNREADABLE } from "../check.ts";
import { mentioned } from "../mentions.ts";
import { isSure } from "./cause.ts";

/** The answer abstains, or says that nothing is wrong, where this is right. */
export const abstains: Check = {
  name: "abstains",
  role: "outcome",
  about:
    "If the label says that the context does not show the cause, the answer is inconclusive; if " +
    "nothing is wrong, it says so",
  weight: 1,
  version: 2,
  judge({ answer: { written, folded }, label }) {
    if (!label?.abstain) {
      return { value: null, reason: label ? "there is a cause to be found" : "it has no label" };
    }
    if (!written) return UNREADABLE;
    const { inconclusive, hypotheses, severity } = written;
    const untold = label.tells?.find((names) => mentioned(folded, names) === undefined);
    if (untold) return { value: 0, reason: `it does not tell of '${untold[0]}'` };
    // "Nothing is wrong" and "nobody can tell" are different answers.
    if (label.severity.includes("none")) {
      const isCalm = severity !== undefined && label.severity.includes(severity);
      if (isCalm && (inconclusive || severity === "none" || hypotheses.length === 0)) {
        return { value: 1, reason: "it says that nothing is wrong" };
      }
      return inconclusive && !isSure(written)
        ? { value: ABSTAINED, reason: "it cannot tell, but nothing is wrong" }
        : { value: 0, reason: "it finds something wrong where nothing is" };
    }
    if (!inconclusive) return { value: 0, reason: "it does not abstain" };
    return isSure(written)
      ? { value: 0, reason: "it is inconclusive and sure at once" }
      : { value: 1, reason: "it is inconclusive" };
  },
};
