import { z } from "zod";
import { type Analysis, analysisSchema } from "../../src/llm/analysis.ts";
import { checkAnswer } from "../../src/llm/check_answer.ts";
import type { Question } from "../../src/llm/render.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import type { RecordedAnswer } from "../cassette/recording.ts";
import type { Incident } from "../../src/incident.ts";
import { fold } from "./folded_text.ts";
import { parsedJson } from "../../src/text/parsed_json.ts";

/** A provider's answer, read by the analyzer's own code. */
export type Answer = ReturnType<typeof readAnswer>;

/** The form of an answer, with defaults for broken fields. */
const brokenForm = z.object({
  not_read: z.array(z.string()).catch([]),
  hypotheses: z.array(z.object({
    evidence: z.array(z.string()).catch([]),
    cause: z.string(),
    confidence: z.enum(["high", "medium", "low"]).catch("low"),
  })).catch([]),
  inconclusive: z.boolean().catch(false),
  severity: analysisSchema.shape.severity.optional().catch(undefined),
  next_steps: z.array(z.string()).catch([]),
  summary: z.string(),
});

const ANY_ID = { has: () => true };

const contentForm = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

/**
 * Reads an answer as the service would push it. The text of a cut or refused answer is kept too,
 * because it may contain secrets.
 *
 * @param response `null` if there is no answer.
 * @param question Citations of other items are removed. @default unknown: all citations stay
 */
export function readAnswer(response: RecordedAnswer["response"] | null, question?: Question) {
  const reading = response ? readReply(response) : { failure: "no_answer" };
  const text = "text" in reading ? reading.text : response && textOf(response.body);
  const ids = question ? new Set(question.context.map(({ id }) => id)) : ANY_ID;
  const hosts = new Set(question && linkedHosts(question.incident));
  const redactor = { redact: (one: string) => one };
  const pushed = (answer: string) => checkAnswer(answer, { ids, hosts, redactor });
  const checked = pushed(text ?? "");
  const broken = "failure" in checked ? brokenForm.safeParse(parsedJson(text ?? "")).data : null;
  const mended = broken ? pushed(JSON.stringify(broken)) : checked;
  const written = "analysis" in mended ? withDots(mended.analysis) : undefined;
  const prose = written ? proseOf(written) : text ?? "";
  return {
    /** What the model wrote; `null` without an answer. */
    text,
    /** Why the analyzer rejects it before it checks the form: `refusal`, `max_tokens`, … */
    ...("failure" in reading && { failure: reading.failure }),
    /** What the service would push. If the form is broken, what other checks can read of it. */
    ...(written && { written }),
    /** How it breaks the form. */
    ...("failure" in checked && {
      formFailure: checked.failure + (checked.detail === undefined ? "" : ` (${checked.detail})`),
    }),
    /** All text that a person would read, one part per line. */
    prose,
    folded: fold(prose),
  };
}

/** Reads an answer that no model gave: its text, or the object that the text holds. */
export function madeAnswer(written: unknown, question?: Question): Answer {
  const text = typeof written === "string" ? written : JSON.stringify(written);
  const body = JSON.stringify({ content: [{ type: "text", text }], stop_reason: "end_turn" });
  return readAnswer({ status: 200, body }, question);
}

/** A push writes `ghcr[.]io` so that no phone links it. Checks need the name. */
function withDots(analysis: Analysis): Analysis {
  return proseOf(analysis).includes("[.]")
    ? JSON.parse(JSON.stringify(analysis).replaceAll("[.]", "."))
    : analysis;
}

function proseOf({ summary, hypotheses, next_steps, not_read }: Analysis): string {
  return [summary, ...hypotheses.map(({ cause }) => cause), ...next_steps, ...not_read].join("\n");
}

function textOf(body: string): string {
  const { content = [] } = contentForm.safeParse(parsedJson(body)).data ?? {};
  return content.filter(({ type }) => type === "text").map(({ text = "" }) => text).join("");
}

/** Hosts that a push may link: the alert's own, because a case does not hold the settings. */
export function linkedHosts({ links }: Pick<Incident, "links">): string[] {
  return links.map((link) => URL.parse(link)?.hostname ?? "").filter((host) => host !== "");
}
