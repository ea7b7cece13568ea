import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import { placeName } from "../run/plan.ts";
import { type Agreement, agreementOf, type DoubleVerdict } from "./agreement.ts";
import type { Criterion } from "./criteria.ts";
import type { ReferenceVerdict } from "./read_verdicts.ts";

/** How far a judge agrees with reference verdicts on the same answers. */
export interface ReferenceAgreement {
  readonly criteria: ReadonlyMap<string, Agreement>;
  readonly overall: Agreement;
  /** Answers that a reference names and that are not here: a typo, or an answer that was replaced. */
  readonly stray: readonly string[];
}

/** Digits of a seal that tell answers apart. */
const DIGITS = 12;

/**
 * Measures how far a judge agrees with references. Verdicts that it has not given, or that cannot
 * be read, are in no figure.
 */
export function referenceAgreement(
  rows: readonly Row[],
  scores: readonly Score[],
  references: readonly ReferenceVerdict[],
  criteria: readonly Pick<Criterion, "name">[],
): ReferenceAgreement {
  const said = new Map(scores.map((score) => [`${placeName(score)} ${score.check}`, score.value]));
  const bySeal = new Map(
    rows.flatMap((row) => row.answer ? [[row.answer.seal.slice(0, DIGITS), row] as const] : []),
  );
  const both = new Map<string, DoubleVerdict[]>(criteria.map(({ name }) => [name, []]));
  const stray = new Set<string>();
  for (const { answer, criterion, verdict } of references) {
    const row = bySeal.get(answer.slice(0, DIGITS));
    if (!row?.answer?.seal.startsWith(answer)) {
      stray.add(answer);
      continue;
    }
    const value = said.get(`${placeName(row)} judge_${criterion}`);
    if (typeof value === "number") {
      both.get(criterion)?.push({
        cluster: row.cluster,
        judge: value === 1,
        reference: verdict,
      });
    }
  }
  return {
    criteria: new Map([...both].map(([name, verdicts]) => [name, agreementOf(verdicts)])),
    overall: agreementOf([...both.values()].flat()),
    stray: [...stray],
  };
}
