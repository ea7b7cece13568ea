import type { Check } from "../check.ts";

export const severity: Check = {
  name: "severity",
  role: "earns",
  about: "Its severity is one that the label allows (labelled cases)",
  weight: 1,
  version: 2,
  judge({ answer: { written }, label }) {
    if (!label || label.severity.length === 0) {
      return { value: null, reason: "it has no label for that" };
    }
    const given = written?.severity;
    const right = label.severity.join(" or ");
    if (given === undefined) return { value: 0, reason: `it gives none, right is ${right}` };
    return label.severity.includes(given)
      ? { value: 1, reason: `${given} is right` }
      : { value: 0, reason: `it says ${given}, right is ${right}` };
  },
};
