import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import { placeName } from "../run/plan.ts";
import { type Agreement, agreementOf, type DoubleVerdict } from "./agreement.ts";
import { CRITERIA, type CriterionName } from "./criteria.ts";
import type { HumanVerdict } from "./read_verdicts.ts";

/** How far a judge agrees with people who judged the same answers. */
export interface HumanAgreement {
  /** By criterion. */
  readonly criteria: ReadonlyMap<CriterionName, Agreement>;
  /** Over all criteria. */
  readonly overall: Agreement;
  /** What people named and is none of these answers: a typo, or an answer that was replaced. */
  readonly stray: readonly string[];
}

/** Digits of a seal that tell answers apart. */
const DIGITS = 12;

/**
 * Measures how far a judge agrees with people. Verdicts that it has not given, or that cannot be read,
 * are in no figure.
 *
 * @param rows The answers.
 * @param scores What the judge said of them.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { humanAgreement } from "./human_agreement.ts";
 *
 * const person = { answer: "0123456789ab", criterion: "useful", verdict: true, by: "ada" } as const;
 * const { overall, stray } = humanAgreement([], [], [person]);
 * assert.equal(overall.verdicts, 0);
 * assert.deepEqual(stray, ["0123456789ab"]);
 * ```
 */
export function humanAgreement(
  rows: readonly Row[],
  scores: readonly Score[],
  people: readonly HumanVerdict[],
): HumanAgreement {
  const said = new Map(scores.map((score) => [`${placeName(score)} ${score.check}`, score.value]));
  const bySeal = new Map(
    rows.flatMap((row) => row.answer ? [[row.answer.seal.slice(0, DIGITS), row] as const] : []),
  );
  const both = new Map<CriterionName, DoubleVerdict[]>(CRITERIA.map(({ name }) => [name, []]));
  const stray = new Set<string>();
  for (const { answer, criterion, verdict } of people) {
    const row = bySeal.get(answer.slice(0, DIGITS));
    if (!row?.answer?.seal.startsWith(answer)) {
      stray.add(answer);
      continue;
    }
    const value = said.get(`${placeName(row)} judge_${criterion}`);
    if (typeof value === "number") {
      both.get(criterion)!.push({ judge: value === 1, person: verdict });
    }
  }
  return {
    criteria: new Map([...both].map(([name, verdicts]) => [name, agreementOf(verdicts)])),
    overall: agreementOf([...both.values()].flat()),
    stray: [...stray],
  };
}
