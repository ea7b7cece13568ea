import { readAnswer } from "./checks/read_answer.ts";
import type { Row } from "./row.ts";

/**
 * Finds cases where all repeats of a variant have the same text, as at temperature 0. They say no
 * more than one answer.
 *
 * @returns Whether this holds for a variant and a case id.
 */
export function repeatedAnswers(rows: readonly Row[]): (variant: string, id: string) => boolean {
  const byPlace = Map.groupBy(rows, (row) => `${row.variant}\n${row.case}`);
  return (variant, id) => {
    const texts = (byPlace.get(`${variant}\n${id}`) ?? [])
      .flatMap(({ answer }) => answer ? [readAnswer(answer.response).text] : []);
    return texts.length > 1 && texts[0] !== null && new Set(texts).size === 1;
  };
}
