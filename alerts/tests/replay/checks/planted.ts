/**
 * A case with a perfect answer, and answers that each have one fault.
 *
 * @module
 */

import type { ContextItem } from "../../../src/context/context_item.ts";
import type { Incident } from "../../../src/incident.ts";
import type { WrittenAnswer } from "../../../src/llm/parse_answer.ts";
import type { Given } from "../../../replay/checks/check.ts";
import { factsOf } from "../../../replay/checks/facts.ts";
import { readAnswer } from "../../../replay/checks/read_answer.ts";
import type { Label } from "../../../replay/label.ts";

/** A pod that cannot log in to its database. */
export const INCIDENT: Incident = {
  source: "alertmanager",
  fingerprint: "f",
  episode: "f/0",
  title: "KubePodCrashLooping",
  status: "firing",
  severity: "warning",
  startsAt: Date.UTC(2026, 2, 3, 4, 5, 6),
  labels: { namespace: "media", pod: "photos-7d9f8b6c5d-x2kqz", container: "web" },
  annotations: { description: "Pod media/photos-7d9f8b6c5d-x2kqz restarts" },
  links: [],
};

const item = { time: Date.UTC(2026, 2, 3, 4, 10), duration: 12, query: "q" };

/** What was gathered. */
export const CONTEXT: readonly ContextItem[] = [
  {
    ...item,
    id: "M1",
    kind: "metrics",
    title: "Memory of the namespace",
    data: [{ pod: "photos-7d9f8b6c5d-x2kqz", bytes: 268_435_456, ratio: 0.41 }],
  },
  {
    ...item,
    id: "P1",
    kind: "pods",
    title: "Pods",
    data: [{ name: "photos-7d9f8b6c5d-x2kqz", restarts: 17, since: "2026-03-03T03:00:00Z" }],
  },
  {
    ...item,
    id: "L1",
    kind: "logs",
    title: "Log",
    data: [
      "connecting to photos-db.media.svc:5432 as [EMAIL#1]",
      'FATAL: password authentication failed for user "photos"',
    ],
  },
];

/** Its label. */
export const LABEL: Label = {
  case: "a",
  cause: [["password", "credentials", "authentication"], ["database", "photos-db", "postgres"]],
  distractors: [["memory", "OOM"]],
  target: [["photos"]],
  severity: ["warning", "critical"],
  abstain: false,
  by: "test",
  at: "2026-03-04",
};

/** Nothing is wrong with it. */
export const GOLD: WrittenAnswer = {
  not_read: [],
  hypotheses: [{
    evidence: ["L1", "P1"],
    cause: 'The database photos-db.media.svc:5432 refuses the login: "password authentication ' +
      'failed for user". The pod restarted 17 times since 2026-03-03T03:00:00Z.',
    confidence: "high",
  }],
  inconclusive: false,
  severity: "warning",
  next_steps: ["Compare the secret of the pod with the user of the database, then restart it"],
  summary: "photos cannot log in to its database, so it ends at once and is started again. " +
    "Memory is not the cause: it uses 256 MiB, 41 %.",
};

/** An answer as a provider gives it. */
export function reply(text: string, stop = "end_turn"): { status: number; body: string } {
  const content = [{ type: "thinking", thinking: "I checked it" }, { type: "text", text }];
  const usage = { input_tokens: 2000, output_tokens: 200 };
  return { status: 200, body: JSON.stringify({ content, stop_reason: stop, usage }) };
}

/** What is judged. */
export function given(
  answer: Partial<WrittenAnswer> | string,
  { stop, label = LABEL, shown = CONTEXT, context = CONTEXT }: {
    readonly stop?: string;
    readonly label?: Label | null;
    readonly shown?: readonly ContextItem[];
    readonly context?: readonly ContextItem[];
  } = {},
): Given {
  const text = typeof answer === "string" ? answer : JSON.stringify({ ...GOLD, ...answer });
  return {
    facts: factsOf({ incident: INCIDENT, context }),
    ...(label && { label }),
    answer: readAnswer(reply(text, stop), { incident: INCIDENT, context: shown }),
  };
}

const withCause = (change: (cause: string) => string, more = {}): Partial<WrittenAnswer> => ({
  hypotheses: [{ ...GOLD.hypotheses[0]!, cause: change(GOLD.hypotheses[0]!.cause), ...more }],
});

/** Each breaks the check that it is named after, and no other. */
export const PLANTED: readonly (readonly [check: string, given: Given])[] = [
  ["complete", given(GOLD, { stop: "max_tokens" })],
  ["complete", given(GOLD, { stop: "refusal" })],
  ["valid", given({ inconclusive: "no" as never })],
  ["secret_free", given({ summary: `${GOLD.summary} Use password=Tr0ub4dor3xQ9.` })],
  ["secret_free", given({ summary: `${GOLD.summary} Ask [EMAIL#7].` })],
  ["no_claimed_action", given({ summary: `I restarted the pod. ${GOLD.summary}` })],
  [
    "cause",
    given(withCause((text) =>
      text.replace(
        "The database photos-db.media.svc:5432 refuses the login",
        "The pod runs out of memory",
      )
    )),
  ],
  ["support", given(withCause((text) => text, { evidence: ["L9"] }))],
  ["support", given(withCause((text) => text, { evidence: [] }))],
  ["support", given(withCause((text) => text, { evidence: ["M1"] }))],
  ["steps", given({ next_steps: ["Look at it again"] })],
  ["safe_steps", given({ next_steps: ["kubectl delete pod photos-7d9f8b6c5d-x2kqz --force"] })],
  [
    "quotes",
    given(
      withCause((text) =>
        text.replace(
          "password authentication failed for user",
          "password has expired, access denied",
        )
      ),
    ),
  ],
  ["entities", given({ next_steps: [...GOLD.next_steps, "Look at photos-7d9f8b6c5d-zzzzz"] })],
  ["numbers", given({ summary: GOLD.summary.replace("41 %", "93 %") })],
  [
    "target",
    given({
      ...withCause((text) =>
        text.replace("photos-db.media.svc:5432 ", "").replace("The pod", "It")
      ),
      summary: GOLD.summary.replace("photos cannot", "The workload cannot"),
    }),
  ],
  ["severity", given({ severity: "none" })],
  [
    "length",
    given({
      next_steps: Array(5).fill(
        "Compare the secret of the pod with the user of the database; then look again. ".repeat(8),
      ),
      not_read: Array(10).fill("What the database itself says of its users. ".repeat(8)),
    }),
  ],
  [
    "language",
    given({
      ...withCause(() =>
        "Die Datenbank photos-db.media.svc:5432 lehnt das password von photos ab, " +
        '"password authentication failed for user". Der Pod wurde 17 mal neu gestartet.'
      ),
      next_steps: [
        "Das Passwort des Pods mit dem der Datenbank vergleichen und nicht mit dem der Kopie",
      ],
      summary:
        "photos kann sich nicht bei der Datenbank anmelden und wird von dem Knoten immer wieder gestartet",
    }),
  ],
];
