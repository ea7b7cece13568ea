import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { RecordedRequest, Recording } from "../../replay/cassette/recording.ts";
import type { AnswerForm, DemoAnswer } from "./answers.ts";

/** What a provider would have sent back, and how long it would have taken. */
export type DemoResponse = Pick<Recording, "response" | "timing">;

/** Of texts as they are here: bytes per token. */
const READ = 3.4, WRITTEN = 3.7;
/** What it takes to begin, and per token. [ms] */
const FIRST = 620, EACH = 11;

/** The answer as a provider's. The same answer to the same request is the same, byte for byte. */
export function responseOf(answer: DemoAnswer, request: RecordedRequest): DemoResponse {
  const { model, max_tokens: limit } = JSON.parse(request.body) as {
    model: string;
    max_tokens: number;
  };
  const drawn = createHash("sha256").update(`${request.sample} ${request.body}`).digest();
  const text = textOf(answer);
  const output = answer.kind === "cut"
    ? limit
    : answer.kind === "refusal"
    ? 4
    : Math.round(Buffer.byteLength(text) / WRITTEN);
  const body = {
    id: `msg_sample_${drawn.toString("hex", 0, 8)}`,
    type: "message",
    role: "assistant",
    model,
    content: text === "" ? [] : [{ type: "text", text }],
    stop_reason: STOP_REASONS[answer.kind],
    stop_sequence: null,
    usage: {
      input_tokens: Math.round(Buffer.byteLength(request.body) / READ),
      output_tokens: output,
    },
  };
  return {
    response: { status: 200, body: JSON.stringify(body) },
    timing: { latency: FIRST + EACH * output + 3 * drawn[8]!, attempts: 1 },
  };
}

const STOP_REASONS: Readonly<Record<DemoAnswer["kind"], string>> = {
  form: "end_turn",
  prose: "end_turn",
  cut: "max_tokens",
  refusal: "refusal",
};

function textOf(answer: DemoAnswer): string {
  if (answer.kind === "refusal") return "";
  if (answer.kind === "prose") return answer.text;
  const form = inOrder(answer.form);
  if (answer.kind === "form") {
    return answer.isFenced
      ? `\`\`\`json\n${JSON.stringify(form, null, 2)}\n\`\`\``
      : JSON.stringify(form);
  }
  const whole = JSON.stringify(form);
  return whole.slice(0, Math.floor(whole.length * answer.share));
}

/** In the order that is asked for. */
function inOrder(form: AnswerForm): AnswerForm {
  const { not_read, hypotheses, inconclusive, severity = "warning", next_steps, summary } = form;
  return { not_read, hypotheses, inconclusive, severity, next_steps, summary };
}
