import { z } from "zod";
import type { Prompt } from "../../src/llm/prompt.ts";
import { caseDocument, type Question } from "../../src/llm/render.ts";
import { renderBody } from "../../src/llm/render_body.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
import { requestTo } from "../request_of.ts";
import type { Answer } from "../checks/read_answer.ts";
import type { Judge } from "./judge.ts";

/** An answer's own text is what was judged: also one without a form. */
type JudgedAnswer = Pick<Answer, "text" | "written">;

const reason = z.string().describe("The one reason that decides, in a sentence");

/** The form of a judgement: a yes or no per criterion, the reason first. */
const judgementForm = (criteria: Judge["criteria"]) =>
  z.object(
    Object.fromEntries(
      criteria.map(({ name, question }) => [
        name,
        z.object({ reason, verdict: z.enum(["yes", "no"]) }).describe(question),
      ]),
    ),
  );

/** The form of a preference. */
export const preferenceForm = z.object({ reason, better: z.enum(["first", "second", "tie"]) });

/** The request for a judgement of an answer. */
export function judgeRequest(
  judge: Judge,
  question: Question,
  answer: JudgedAnswer,
): RecordedRequest {
  const criteria = Object.fromEntries(judge.criteria.map(({ name, question }) => [name, question]));
  const document = { ...caseDocument(question), analysis: shown(answer), criteria };
  return asked(judge, { prompt: judge.prompt, document, form: judgementForm(judge.criteria) });
}

/** The request for a preference between two answers, in the order they are given in. */
export function pairRequest(
  judge: Judge,
  pairPrompt: Prompt,
  question: Question,
  [first, second]: readonly [JudgedAnswer, JudgedAnswer],
): RecordedRequest {
  const document = { ...caseDocument(question), first: shown(first), second: shown(second) };
  return asked(judge, { prompt: pairPrompt, document, form: preferenceForm });
}

function shown({ text, written }: JudgedAnswer): unknown {
  return written ?? text ?? "";
}

function asked(judge: Judge, written: Parameters<typeof renderBody>[0]): RecordedRequest {
  return requestTo(judge, { kind: "judge", body: renderBody(written, judge.render), sample: 0 });
}
