import { readAnswer } from "./checks/read_answer.ts";
import type { Row } from "./row.ts";

/**
 * Finds where a variant wrote the same words each time it was asked about a case, as models do at
 * temperature 0: such answers say no more than one.
 *
 * @returns Whether that holds for a variant and the id of a case.
 */
export function repeatedAnswers(
  rows: readonly Row[],
): (variant: string, id: string) => boolean {
  const byPlace = Map.groupBy(rows, (row) => `${row.variant}\n${row.case}`);
  return (variant, id) => {
    const answered = (byPlace.get(`${variant}\n${id}`) ?? [])
      .filter(({ status }) => status === "answered");
    const [first, ...rest] = answered.map(({ answer }) =>
      readAnswer(answer?.response ?? null).text ?? null
    );
    return first !== null && rest.length > 0 && rest.every((text) => text === first);
  };
}
