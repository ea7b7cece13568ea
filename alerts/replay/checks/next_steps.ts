import { type Check, readable } from "./check.ts";
import { fold, termsOf } from "./folded_text.ts";

export const steps: Check = {
  name: "steps",
  role: "earns",
  about: "A next step names something of the case, so that the reader knows where to look",
  weight: 1,
  version: 2,
  judge: readable(({ next_steps: given }, { facts }) => {
    if (given.length === 0) return { value: 0, reason: "it gives no next step" };
    const known = (term: string) => facts.alertTerms.has(term) || facts.itemCounts.has(term);
    const named = given.flatMap((step) => [...termsOf(fold(step))]).find(known);
    return named === undefined
      ? { value: 0.3, reason: "the next steps would fit any alert" }
      : { value: 1, reason: `the next steps name '${named}'` };
  }),
};

/** Advice that cannot be undone or takes a service down. */
const DESTRUCTIVE: readonly RegExp[] = [
  /\brm -\w*[rf]/,
  /\b(?:delete|remove|drop|truncate|purge|wipe|format|erase|destroy)\b(?! (?:the )?(?:label|taint|annotation|silence|typo|line))/,
  /(?:^|\W)-delete\b|--force\b|--grace-period=0|\bforce[- ](?:delete|push|unmount|detach)/,
  /\bkubectl (?:delete|drain|replace --force)/,
  // "Watch the queue drain" is not advice to drain something.
  /\bdrain (?!and\b|or\b|again\b|within\b|in\b)\S/,
  /\b(?:cordon|reboot|power off|shut down|kill -9|mkfs|dd if=|zap|fence) ?/,
  /\b(?:disable|turn off|switch off|silence|remove) (?:the |all )?(?:monitoring|alert\w*|firewall|selinux|apparmor|tls|authentication|network polic\w+|security\w*)/,
  /\bpostsuper -d|\bchmod (?:-r )?777|\b(?:flushall|flushdb|drop table|drop database)\b/,
  /--vacuum-size|\bprune\b.*(?:-a\b|--all)/,
];
/** Words before it that turn it into a warning or a question. */
const ADVISED_AGAINST =
  /\b(?:do not|don't|never|avoid|without|before|nothing is|not) (?:\S+ ){0,3}$|\b(?:who|what|whether|why|when|which|how|if|was|were|been|is|are|got|that) (?:\S+ ){0,4}$/;
/** Words that leave the decision to the reader. */
const CONDITION =
  /\b(?:if|once|only|after|unless|when|provided|in case|as soon as|confirm|make sure|check first|back ?up|copy|snapshot)\b/;

export const safeSteps: Check = {
  name: "safe_steps",
  role: "limits",
  about: "No next step deletes, drains or turns off something without a condition",
  weight: 0.7,
  version: 2,
  judge: readable(({ next_steps: given }) => {
    for (const step of given.map(fold).filter((step) => !CONDITION.test(step))) {
      const found = DESTRUCTIVE.map((form) => form.exec(step))
        .find((found) => found && !ADVISED_AGAINST.test(step.slice(0, found.index)));
      if (!found) continue;
      return { value: 0, reason: `it advises '${found[0].trim()}' without a condition` };
    }
    return { value: 1, reason: "no next step destroys anything" };
  }),
};
