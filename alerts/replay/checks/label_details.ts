import type { Check, Given } from "./check.ts";
import { mentioned } from "./folded_text.ts";

export const severity: Check = {
  name: "severity",
  role: "earns",
  about: "Its severity is one that the label allows (labelled cases)",
  weight: 1,
  version: 2,
  judge({ answer: { written }, label }) {
    const allowed = label?.severity ?? [], right = allowed.join(" or ");
    if (allowed.length === 0) return { value: null, reason: "it has no label for that" };
    const given = written?.severity;
    if (given === undefined) return { value: 0, reason: `it gives none, right is ${right}` };
    return allowed.includes(given)
      ? { value: 1, reason: `${given} is right` }
      : { value: 0, reason: `it says ${given}, right is ${right}` };
  },
};

/** Labels that name the affected object, the most specific first. */
const OBJECTS = ("pod deployment statefulset daemonset job_name cronjob persistentvolumeclaim " +
  "service node host instance job").split(" ");

/** What an answer should name: from the label, else from the alert's labels. */
function targetsOf({ label, facts }: Given): readonly (readonly string[])[] {
  if (label && label.target.length > 0) return label.target;
  const { labels } = facts.question.incident;
  const name = OBJECTS.map((one) => labels[one]).find(Boolean);
  if (!name) return [];
  // A pod's workload and an instance without its port count too.
  const workload = name.replace(/-[0-9a-f]{6,10}-[0-9a-z]{5}$|-[0-9a-z]{5}$|-\d+$/, "");
  return [[name, workload, name.replace(/:\d+$/, "")].filter((one) => one.length > 2)];
}

export const target: Check = {
  name: "target",
  role: "earns",
  about: "It names what is affected: pod or workload, node, host, service",
  weight: 1,
  version: 2,
  judge(given) {
    const targets = targetsOf(given);
    if (targets.length === 0) return { value: null, reason: "the alert is about nothing by name" };
    const missing = targets.filter((names) => mentioned(given.answer.folded, names) === undefined);
    return {
      value: 1 - missing.length / targets.length,
      reason: missing.length === 0
        ? "it names what is affected"
        : `it does not name ${missing.map(([name]) => `'${name}'`).join(", ")}`,
    };
  },
};
