import { Redactor } from "../../src/redact/redactor.ts";
import type { Check, Verdict } from "./check.ts";
import { parsedJson } from "../../src/text/parsed_json.ts";

export const complete: Check = {
  name: "complete",
  role: "gate",
  about: "The answer is complete: neither refused nor cut off",
  version: 2,
  judge: ({ answer: { failure } }) =>
    passUnless(failure && `it is not complete: ${failure}`, "it is complete"),
};

export const valid: Check = {
  name: "valid",
  role: "gate",
  about: "The text has the form that the analyzer accepts; nothing is repaired",
  version: 2,
  judge({ answer: { text, formFailure } }) {
    if (text === null) return { value: 0, reason: "there is no text" };
    const isFenced = text.trimStart().startsWith("```");
    return passUnless(
      formFailure && `it breaks the form: ${formFailure}`,
      isFenced ? "it has the form, in a block" : "it has the form",
    );
  },
};

const PLACEHOLDER = /\[[A-Z_]+#\d+\]/g;

/** The texts of the raw answer. A push would already have lost its addresses. */
function textsOf(text: string): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const json = parsedJson(text);
  return json === undefined ? [text] : texts(json);
}

export const secretFree: Check = {
  name: "secret_free",
  role: "gate",
  about:
    "The redactor finds no secret, and the answer has no placeholder that the case does not have",
  version: 2,
  judge({ answer: { text }, facts }) {
    const { findings } = new Redactor().redact(textsOf(text ?? "").join("\n"));
    const rules = [...new Set(findings.map(({ rule }) => rule))].join(", ");
    if (rules !== "") return { value: 0, reason: `it contains a secret: ${rules}` };
    // A secret that was redacted on recording leaves a placeholder.
    const masks = [...(text ?? "").matchAll(PLACEHOLDER)].map(([mask]) => mask);
    const unknown = masks.find((mask) => !facts.text.includes(mask.toLowerCase()));
    return passUnless(
      unknown && `it contains ${unknown}, which the case does not`,
      "it contains no secret",
    );
  },
};

/** Actions that a model without tools cannot have done. */
const DONE =
  "ran|run|executed|checked|verified|restarted|deleted|scaled|rolled back|applied|patched|fixed|resolved|queried|looked up|inspected|tested|logged in|connected|contacted|notified|opened a ticket|drained|cordoned|increased|rebooted|silenced|acknowledged";
/** With these objects the verbs mean reading, which the model did. */
const READING =
  "(?:the|this|your|all)?\\s*(?:provided|given|attached|context|document|alert|items?)";

const CLAIMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:i|we)(?:'ve| have|'d| had)?(?: already| also| just| now)* (?:${DONE})\\b(?! out\\b| ${READING})`,
  ),
  // At the start of a sentence, the model is the subject.
  new RegExp(
    `(?:^|[.!?:] )after (?:checking|restarting|inspecting|verifying|querying)\\b(?! ${READING})`,
  ),
  // "killed after running out of memory" is about a container.
  /\bafter (?:running|executing) (?:kubectl|the command|a command|the query|a query|df|journalctl|systemctl|dmesg|curl)\b/,
  /\bi(?:'ll| will| am going to|'m going to) (?:run|check|restart|delete|scale|apply|fix|monitor|notify)\b/,
  /\bich habe\b[^.;]{0,60}\b(?:ausgeführt|geprüft|überprüft|neu gestartet|gelöscht|behoben|getestet|angewendet|benachrichtigt)\b/,
  /\bnach (?:der )?(?:prüfung|ausführung|überprüfung|dem neustart)\b[^.;]{0,30}\b(?:mit|von|durch)\b/,
  /\bwir haben\b[^.;]{0,60}\b(?:ausgeführt|geprüft|überprüft|neu gestartet|gelöscht|behoben)\b/,
];

export const claimedAction: Check = {
  name: "no_claimed_action",
  role: "gate",
  about: "It does not claim to have run, checked or changed anything; advice is allowed",
  version: 2,
  judge({ answer: { folded } }) {
    const found = CLAIMS.find((claim) => claim.test(folded))?.exec(folded)?.[0];
    return passUnless(found && `it claims an action: '${found}'`, "it claims no action");
  },
};

function passUnless(fault: string | undefined, passed: string): Verdict {
  return fault ? { value: 0, reason: fault } : { value: 1, reason: passed };
}
