/**
 * Whether Wattbook finds the mistake in a household file, and says what mends it.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type { Contradiction } from "../../src/energy/contradictions/facts.ts";
import { parseHousehold } from "../../src/household.ts";
import type { House } from "./house.ts";
import { fileOf } from "./household_file.ts";
import { type Answer, ANSWERS } from "./mistakes.ts";

/** What Wattbook says of a mistake. */
export interface FoundMistake {
  /** Whether it has the right flag. */
  readonly isNamed: boolean;
  /** Whether the notice has the line that mends the file: to the letter if the samples tell it. */
  readonly isMended: boolean;
}

/** Judges what is said of the mistake of a house; `null` if it has none, or one to be refused. */
export function foundMistake(
  house: House,
  contradictions: readonly Contradiction[],
): FoundMistake | null {
  const answer: Answer | null = house.mistake && ANSWERS[house.mistake];
  if (!answer) return null;
  const named = contradictions.filter(({ flag }) => flag === answer.flag);
  return {
    isNamed: named.length > 0,
    isMended: named.some(({ mend }) =>
      answer.isExact
        ? isRight(house, mend)
        : answer.lines.some((line) => mend.includes(`"${line}"`))
    ),
  };
}

/** Whether the file is right with the lines of a notice. */
function isRight(house: House, mend: string): boolean {
  const lines = linesOf(mend), right = fileOf({ ...house, mistake: null });
  if (lines === null) return false;
  const file = fileOf(house), mended = { ...file, roles: { ...file.roles, ...lines } };
  return isDeepStrictEqual(parseHousehold(mended), parseHousehold(right));
}

/** Lines of a household file in a text; `null` if it has none. */
function linesOf(mend: string): object | null {
  try {
    return JSON.parse(`{${mend}}`);
  } catch {
    return null;
  }
}
