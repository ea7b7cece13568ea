import { z } from "zod";
import { type Analysis, analysisSchema } from "../../src/llm/analysis.ts";
import { checkAnswer, type CheckAnswerOptions } from "../../src/llm/check_answer.ts";
import type { Question } from "../../src/llm/render.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import { fold } from "./fold.ts";
import { linkedHosts } from "./linked_hosts.ts";

/** A provider's answer, read by the analyzer's own code. */
export interface Answer {
  /** What the model wrote; `null` if there is no answer at all. */
  readonly text: string | null;
  /** Why the analyzer would not take it, before it looks at the form: `refusal`, `max_tokens`, … */
  readonly failure?: string;
  /**
   * What the service would push: cut to its limits, citations of items that do not exist taken out.
   * Where the form is broken, what can be made out of it: the gate `valid` does not let it pass,
   * but the grades can still say what else is wrong.
   */
  readonly written?: Analysis;
  /** Why it has not the form. */
  readonly formFailure?: string;
  /** All that a person would read, one text per paragraph. */
  readonly prose: string;
  readonly folded: string;
}

/** As the form of an answer, with something in the place of what is broken. */
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

const ANY_ID = { has: () => true }, NO_HOSTS: ReadonlySet<string> = new Set();

/** What of a question an answer is held against. */
interface Asked {
  readonly incident: Pick<Question["incident"], "links">;
  readonly context: readonly { readonly id: string }[];
}

type Known = Pick<CheckAnswerOptions, "ids" | "hosts">;
/** Many answers are to one question. */
const KNOWN = new WeakMap<Asked, Known>();

function knownTo(question: Asked): Known {
  const known = KNOWN.get(question) ?? {
    ids: new Set(question.context.map(({ id }) => id)),
    hosts: new Set(linkedHosts(question.incident)),
  };
  KNOWN.set(question, known);
  return known;
}

const contentForm = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

/**
 * Reads an answer as the service would push it, by the service's own code. Also of one that was cut or
 * refused the text is kept: it may hold what must not be in it.
 *
 * @param response `null` where a call failed or was never made.
 * @param question What was asked: citations of other items are taken out. Secrets were taken out when
 * the answer was recorded. @default unknown, all citations stay
 */
export function readAnswer(
  response: { readonly status: number; readonly body: string } | null,
  question?: Asked,
): Answer {
  if (!response) return { text: null, failure: "no_answer", prose: "", folded: "" };
  const reading = readReply(response);
  const text = "text" in reading ? reading.text : textOf(response.body);
  const pushed = (answer: string) =>
    checkAnswer(answer, {
      ...question ? knownTo(question) : { ids: ANY_ID, hosts: NO_HOSTS },
      redactor: { redact: (one) => one },
    });
  const checked = pushed(text);
  const mended = "failure" in checked ? pushed(mendedText(text)) : checked;
  const written = "analysis" in mended ? withDots(mended.analysis) : undefined;
  const prose = written ? proseOf(written) : text;
  return {
    text,
    ...("failure" in reading && { failure: reading.failure }),
    ...(written && { written }),
    ...("failure" in checked && {
      formFailure: checked.failure + (checked.detail === undefined ? "" : ` (${checked.detail})`),
    }),
    prose,
    folded: fold(prose),
  };
}

/** The text with something in the place of what is broken; empty if there is no form at all. */
function mendedText(text: string): string {
  try {
    const { data } = brokenForm.safeParse(JSON.parse(text));
    return data ? JSON.stringify(data) : "";
  } catch {
    return "";
  }
}

/** A push writes `ghcr[.]io`, so that no phone makes a link of it; here a name is a name. */
function withDots(analysis: Analysis): Analysis {
  return proseOf(analysis).includes("[.]")
    ? JSON.parse(JSON.stringify(analysis).replaceAll("[.]", "."))
    : analysis;
}

function proseOf({ summary, hypotheses, next_steps, not_read }: Analysis): string {
  return [summary, ...hypotheses.map(({ cause }) => cause), ...next_steps, ...not_read].join("\n");
}

function textOf(body: string): string {
  try {
    const { content } = contentForm.parse(JSON.parse(body));
    return content.filter(({ type }) => type === "text").map(({ text = "" }) => text).join("");
  } catch {
    return "";
  }
}
