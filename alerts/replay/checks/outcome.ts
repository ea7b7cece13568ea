import { assertedFailures } from "./cause/concepts.ts";
import { namesCause } from "./cause/names_cause.ts";
import { ABSTAINED, type Check, type Given, UNREADABLE, type Verdict } from "./check.ts";
import { mentioned } from "./folded_text.ts";

/** Value of the true cause in the first, second and third hypothesis. */
const WORTH = [1, 0.5, 0.25];
/** Most failures one hypothesis may name, in a chain of effects and in a list of alternatives. */
const MOST_IN_CHAIN = 6, MOST_ALTERNATIVES = 4;

export const cause: Check = {
  name: "cause",
  role: "outcome",
  about: "The labelled cause is a hypothesis (full marks for the first); " +
    `abstaining is worth ${ABSTAINED}, a wrong cause nothing`,
  version: 3,
  judge(given) {
    const known = judged.get(given) ?? judgeCause(given);
    judged.set(given, known);
    return known;
  },
};

/** `confidence` needs the same verdict again. */
const judged = new WeakMap<Given, Verdict>();

function judgeCause(given: Given): Verdict {
  const { answer: { written }, label } = given;
  if (!label || label.abstain || label.cause.length === 0) {
    return { value: null, reason: label ? "there is none to be found" : "it has no label" };
  }
  if (!written) return UNREADABLE;
  const abstained = abstention(given);
  if (abstained) return abstained;
  const named = written.hypotheses.map((one) => namesCause(one.cause, label));
  const at = named.findIndex(({ isNamed }) => isNamed);
  // An answer without a hypothesis abstains.
  const { distractor, lacks } = named[0]!;
  if (at !== 0 && distractor !== undefined) {
    return { value: 0, reason: `it takes '${distractor}' for the cause` };
  }
  if (at < 0) {
    return { value: 0, reason: `no cause names ${lacks.map((name) => `'${name}'`).join(" and ")}` };
  }
  const { cause: chosen } = written.hypotheses[at]!;
  const failures = assertedFailures(chosen);
  if (failures > (/\bor\b/i.test(chosen) ? MOST_ALTERNATIVES : MOST_IN_CHAIN)) {
    return { value: 0, reason: `it names ${failures} different failures as one cause` };
  }
  const reason = at === 0 ? "the true cause comes first" : `the true cause is hypothesis ${at + 1}`;
  return { value: WORTH[at] ?? 0, reason };
}

/** The verdict if the answer abstains although there is a cause. */
function abstention({ answer: { written } }: Given): Verdict | undefined {
  if (!written || (!written.inconclusive && written.hypotheses.length > 0)) return undefined;
  return isSure(written)
    ? { value: 0, reason: "it is inconclusive and sure at once" }
    : { value: ABSTAINED, reason: "it abstains" };
}

/** Whether the answer commits to a hypothesis. */
function isSure({ hypotheses }: NonNullable<Given["answer"]["written"]>): boolean {
  return hypotheses.some(({ confidence }) => confidence !== "low");
}

export const abstains: Check = {
  name: "abstains",
  role: "outcome",
  about:
    "If the label says that the context does not show the cause, the answer is inconclusive; if " +
    "nothing is wrong, it says so",
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

/** Probability of being right for each stated level. */
export const STATED = { high: 0.9, medium: 0.6, low: 0.3 } as const;

/**
 * A proper score of the stated confidence q, with y right or not: `y − (q − y)²`, 0 for abstaining,
 * scaled to 0 … 1. Stating the true probability scores best.
 */
export const confidence: Check = {
  name: "confidence",
  role: "apart",
  about:
    "Whether the stated confidence fits how often the answer is right (labelled cases); 0.5 for " +
    "abstaining",
  version: 1,
  judge(given) {
    const { answer: { written }, label } = given;
    if (!label) return { value: null, reason: "it has no label" };
    if (!written) return UNREADABLE;
    const [first] = written.hypotheses;
    if (!first || abstention(given)) return { value: 0.5, reason: "it abstains" };
    const outcome = label.abstain ? abstains.judge(given) : cause.judge(given);
    const stated = STATED[first.confidence], right = outcome.value === 1 ? 1 : 0;
    return {
      value: (1 + right - (stated - right) ** 2) / 2,
      reason: `${right === 1 ? "right" : "wrong"} at a stated ${Math.round(100 * stated)} %`,
    };
  },
};
