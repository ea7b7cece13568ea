import type { Check } from "../check.ts";

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
  weight: 0,
  version: 2,
  judge({ answer: { folded } }) {
    for (const claim of CLAIMS) {
      const found = claim.exec(folded)?.[0];
      if (found !== undefined) return { value: 0, reason: `it claims an action: '${found}'` };
    }
    return { value: 1, reason: "it claims no action" };
  },
};
