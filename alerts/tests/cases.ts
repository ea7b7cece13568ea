/** Drafts and sealed cases for tests. */

import type { CaseFile } from "../src/case_file.ts";
import type { Incident } from "../src/incident.ts";
import type { PushMessage } from "../src/push/publisher.ts";
import { sealCase } from "../src/seal_case.ts";
import type { CaseDraft } from "../src/store/job.ts";

export const PUSH: PushMessage = { title: "Down", message: "It is down", priority: 3, tags: [] };

/** A case whose analysis succeeded. */
export function draftOf(incident: Incident): CaseDraft {
  return {
    version: 1,
    incident,
    context: [],
    prompt: { name: "cluster", sha256: "00" },
    analysis: {
      summary: "It is down",
      hypotheses: [],
      inconclusive: true,
      next_steps: [],
      not_read: [],
    },
    redactions: {},
    times: { accepted: 0, started: 1, gathered: 2 },
  };
}

/** The end of a case. */
export function sealedCase(id: string, incident: Incident, finished = 3): CaseFile {
  const draft = draftOf(incident);
  return sealCase({ ...draft, id, outcome: "analysed", times: { ...draft.times, finished } });
}
