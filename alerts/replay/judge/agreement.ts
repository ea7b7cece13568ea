import type { Score } from "../checks/check.ts";
import { placeName, type Row } from "../row.ts";
import type { Criterion } from "./judge.ts";
import type { ReferenceVerdict } from "./read_verdicts.ts";
import { percent } from "../results/figures.ts";
import { type Interval, meanInterval } from "../statistics/gaffke.ts";
import { shareAtMost } from "../statistics/proportions.ts";

/** A judge's and a reference's verdict on the same answer. */
export interface DoubleVerdict {
  /** Name of the alert: verdicts on one name are not independent. */
  readonly cluster: string;
  readonly judge: boolean;
  readonly reference: boolean;
}

/** A share with its exact 95 % interval. */
export interface Share extends Interval {
  readonly hits: number;
  readonly of: number;
}

export interface Agreement {
  readonly verdicts: number;
  readonly sensitivity: Share;
  readonly specificity: Share;
  /** Share of verdicts that are the same; `null` without any. */
  readonly agreed: number | null;
  /**
   * Cohen's kappa: 1 is perfect, 0 is chance; `null` if one side always says the same. It is low
   * where nearly all verdicts are yes.
   */
  readonly kappa: number | null;
  /** Gwet's AC1, which does not have this flaw, with its lower 95 % bound over names. */
  readonly ac1: { readonly value: number; readonly low: number } | null;
  readonly isCalibrated: boolean;
}

/** Below these numbers or this share, a judge is not calibrated. */
const LEAST_VERDICTS = 30, LEAST_OF_CLASS = 10, LEAST_SHARE = 0.8;

/** Measures how well a judge agrees with references. */
export function agreementOf(verdicts: readonly DoubleVerdict[]): Agreement {
  const n = verdicts.length;
  const count = (judge: boolean, reference: boolean) =>
    verdicts.filter((one) => one.judge === judge && one.reference === reference).length;
  const bothYes = count(true, true), bothNo = count(false, false);
  const yes = bothYes + count(false, true), judgedYes = bothYes + count(true, false);
  const sensitivity = shareOf(bothYes, yes), specificity = shareOf(bothNo, n - yes);
  const agreed = n === 0 ? null : (bothYes + bothNo) / n;
  const isGood = ({ hits, of }: Share) => of >= LEAST_OF_CLASS && hits / of >= LEAST_SHARE;
  return {
    verdicts: n,
    sensitivity,
    specificity,
    agreed,
    kappa: agreed === null ? null : kappaOf(agreed, judgedYes / n, yes / n),
    ac1: agreed === null ? null : ac1Of(agreed, (judgedYes + yes) / (2 * n), verdicts),
    isCalibrated: n >= LEAST_VERDICTS && isGood(sensitivity) && isGood(specificity),
  };
}

function shareOf(hits: number, of: number): Share {
  return of === 0
    ? { hits, of, low: 0, high: 1 }
    : { hits, of, low: 1 - shareAtMost(of - hits, of, 0.975), high: shareAtMost(hits, of, 0.975) };
}

function kappaOf(agreed: number, judge: number, reference: number): number | null {
  const chance = judge * reference + (1 - judge) * (1 - reference);
  return chance === 1 ? null : (agreed - chance) / (1 - chance);
}

function ac1Of(agreed: number, yes: number, verdicts: readonly DoubleVerdict[]): Agreement["ac1"] {
  const chance = 2 * yes * (1 - yes);
  const names = [...Map.groupBy(verdicts, ({ cluster }) => cluster).values()].map((own) => {
    const mean = own.filter(({ judge, reference }) => judge === reference).length / own.length;
    return { low: mean, high: mean };
  });
  // Agreement by chance is at most one half.
  const { low } = meanInterval(names, { low: 0, high: 1 });
  return { value: (agreed - chance) / (1 - chance), low: Math.max(-1, 2 * low - 1) };
}

/** A share in words, with its interval. */
export function shareInWords({ hits, of, low, high }: Share): string {
  return of === 0 ? "none to tell" : `${hits} of ${of} (${percent(low)} to ${percent(high)})`;
}

/** How far a judge agrees with reference verdicts on the same answers. */
export interface ReferenceAgreement {
  readonly criteria: ReadonlyMap<string, Agreement>;
  readonly overall: Agreement;
  /** Answers that are not here: a typo, or an answer that was replaced. */
  readonly stray: readonly string[];
}

/** Digits of a seal that identify an answer. */
const DIGITS = 12;

/** Compares a judge with reference verdicts. Missing and unreadable verdicts are left out. */
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
      both.get(criterion)?.push({ cluster: row.cluster, judge: value === 1, reference: verdict });
    }
  }
  return {
    criteria: new Map([...both].map(([name, verdicts]) => [name, agreementOf(verdicts)])),
    overall: agreementOf([...both.values()].flat()),
    stray: [...stray],
  };
}
