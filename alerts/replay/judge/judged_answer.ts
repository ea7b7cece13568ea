import { type Answer, readAnswer } from "../checks/read_answer.ts";
import type { Row } from "../row.ts";

/**
 * The answer that a judge is shown, as the service would push it. There is none where a call
 * failed, nor where a model wrote no word, as at a refusal: nobody has to be asked what that is
 * worth.
 */
export function judgedAnswer(
  { answer }: Pick<Row, "answer">,
  question?: Parameters<typeof readAnswer>[1],
): Answer | null {
  const read = answer && readAnswer(answer.response, question);
  return read?.text?.trim() ? read : null;
}
