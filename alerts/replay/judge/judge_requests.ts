import { z } from "zod";
import { llmEndpoint } from "../../src/llm/endpoint.ts";
import type { Prompt } from "../../src/llm/prompt.ts";
import { caseDocument, type Question } from "../../src/llm/render.ts";
import { renderBody } from "../../src/llm/render_body.ts";
import { Secret } from "../../../src/secret.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
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

/** It is never sent: only who answers, and in which version, is asked for here. */
const NO_KEY = new Secret("");

/** The request for a judgement of an answer. */
export function judgeRequest(
  judge: Judge,
  question: Question,
  answer: JudgedAnswer,
): RecordedRequest {
  const criteria = Object.fromEntries(judge.criteria.map(({ name, question }) => [name, question]));
  const document = { ...caseDocument(question), analysis: shown(answer), criteria };
  return requestTo(judge, { prompt: judge.prompt, document, form: judgementForm(judge.criteria) });
}

/** The request for a preference between two answers, in the order they are given in. */
export function pairRequest(
  judge: Judge,
  pairPrompt: Prompt,
  question: Question,
  [first, second]: readonly [JudgedAnswer, JudgedAnswer],
): RecordedRequest {
  const document = { ...caseDocument(question), first: shown(first), second: shown(second) };
  return requestTo(judge, { prompt: pairPrompt, document, form: preferenceForm });
}

function shown({ text, written }: JudgedAnswer): unknown {
  return written ?? text ?? "";
}

function requestTo(judge: Judge, asked: Parameters<typeof renderBody>[0]): RecordedRequest {
  const { url, apiVersion, render } = judge;
  const endpoint = llmEndpoint(url, {
    apiKey: NO_KEY,
    ...(apiVersion !== undefined && { apiVersion }),
  });
  return {
    v: 1,
    kind: "judge",
    provider: endpoint.provider,
    endpoint: url.origin + url.pathname,
    ...(endpoint.apiVersion !== undefined && { apiVersion: endpoint.apiVersion }),
    body: renderBody(asked, render),
    sample: 0,
  };
}
