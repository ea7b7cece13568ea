import { z } from "zod";
import { complaint, readJsonLines } from "../json_lines.ts";
import type { Score } from "../checks/check.ts";
import { placeName, type Row } from "../row.ts";
import type { Criterion } from "./criteria.ts";
import { meanInterval } from "../statistics/gaffke.ts";
import { shareAtMost } from "../statistics/proportions.ts";

const bad = complaint(
  "BAD_LABEL",
  "alerts/docs/replay.md shows a verdict; 'deno task replay show' prints what names an answer.",
);

const verdictForm = z.strictObject({
  /** Beginning of the answer's seal, as `show` prints it. */
  answer: z.string().regex(/^[0-9a-f]{12,64}$/, "must be 12 or more digits of an answer's seal"),
  criterion: z.string().min(1),
  verdict: z.enum(["yes", "no"]).transform((verdict) => verdict === "yes"),
  by: z.string().min(1),
  at: z.iso.date(),
  note: z.string().exactOptional(),
});

/** Reads reference verdicts: one of an answer by one criterion. */
export async function readVerdicts(file: string, criteria: readonly Criterion[]) {
  const names = criteria.map(({ name }) => name);
  const said = new Set<string>();
  const lines = await readJsonLines(file, verdictForm, { what: "verdict", bad });
  return lines.map(({ value, place }) => {
    const { answer, criterion, by } = value;
    if (!names.includes(criterion)) {
      throw bad(`${place}: criterion: there is none '${criterion}', there are ${names.join(", ")}`);
    }
    const name = JSON.stringify([answer.slice(0, 12), criterion, by]);
    if (said.has(name)) {
      throw bad(`${place}: ${by} has judged ${answer.slice(0, 12)} by '${criterion}' already`);
    }
    said.add(name);
    return value;
  });
}

/** A judge's and a reference's verdict on the same answer. */
interface DoubleVerdict {
  /** Name of the alert: verdicts on one name are not independent. */
  readonly cluster: string;
  readonly judge: boolean;
  readonly reference: boolean;
}

/** A share with its exact 95 % interval. */
export type Share = ReturnType<typeof shareOf>;
export type Agreement = ReturnType<typeof agreementOf>;

/** Below these numbers or this share, a judge is not calibrated. */
const LEAST_VERDICTS = 30, LEAST_OF_CLASS = 10, LEAST_SHARE = 0.8;

export function agreementOf(verdicts: readonly DoubleVerdict[]) {
  const n = verdicts.length;
  const yes = verdicts.filter(({ reference }) => reference);
  const no = verdicts.filter(({ reference }) => !reference);
  const sensitivity = shareOf(yes), specificity = shareOf(no);
  const agreed = n === 0 ? null : (sensitivity.hits + specificity.hits) / n;
  const judgedYes = sensitivity.hits + no.length - specificity.hits;
  const isGood = ({ hits, of }: Share) => of >= LEAST_OF_CLASS && hits / of >= LEAST_SHARE;
  return {
    verdicts: n,
    sensitivity,
    specificity,
    /** Share of verdicts that are the same; `null` without any. */
    agreed,
    /**
     * Cohen's kappa: 1 is perfect, 0 is chance; `null` if one side always says the same. It is low
     * where nearly all verdicts are yes.
     */
    kappa: agreed === null ? null : kappaOf(agreed, judgedYes / n, yes.length / n),
    /** Gwet's AC1, which does not have this flaw, with its lower 95 % bound over names. */
    ac1: agreed === null ? null : ac1Of(agreed, (judgedYes + yes.length) / (2 * n), verdicts),
    isCalibrated: n >= LEAST_VERDICTS && isGood(sensitivity) && isGood(specificity),
  };
}

/** The share of verdicts that are the same. */
function shareOf(verdicts: readonly DoubleVerdict[]) {
  const of = verdicts.length;
  const hits = verdicts.filter(({ judge, reference }) => judge === reference).length;
  const low = of === 0 ? 0 : 1 - shareAtMost(of - hits, of, 0.975);
  return { hits, of, low, high: shareAtMost(hits, of, 0.975) };
}

function kappaOf(agreed: number, judge: number, reference: number): number | null {
  const chance = judge * reference + (1 - judge) * (1 - reference);
  return chance === 1 ? null : (agreed - chance) / (1 - chance);
}

function ac1Of(agreed: number, yes: number, verdicts: readonly DoubleVerdict[]) {
  const chance = 2 * yes * (1 - yes);
  const names = [...Map.groupBy(verdicts, ({ cluster }) => cluster).values()].map((own) => {
    const { hits, of } = shareOf(own);
    return { low: hits / of, high: hits / of };
  });
  // Agreement by chance is at most one half.
  const { low } = meanInterval(names, { low: 0, high: 1 });
  return { value: (agreed - chance) / (1 - chance), low: Math.max(-1, 2 * low - 1) };
}

/** Digits of a seal that identify an answer. */
const DIGITS = 12;

/** Compares a judge with reference verdicts. Missing and unreadable verdicts are left out. */
export function referenceAgreement(
  rows: readonly Row[],
  scores: readonly Score[],
  references: Awaited<ReturnType<typeof readVerdicts>>,
  criteria: readonly Criterion[],
) {
  const said = new Map(scores.map((score) => [`${placeName(score)} ${score.check}`, score.value]));
  const bySeal = new Map(
    rows.flatMap((row) => row.answer ? [[row.answer.seal.slice(0, DIGITS), row] as const] : []),
  );
  const stray = new Set<string>();
  const pairs = references.flatMap(({ answer, criterion, verdict: reference }) => {
    const row = bySeal.get(answer.slice(0, DIGITS));
    const value = row && said.get(`${placeName(row)} judge_${criterion}`);
    if (!row?.answer?.seal.startsWith(answer)) stray.add(answer);
    else if (typeof value === "number") {
      return [{ criterion, cluster: row.cluster, judge: value === 1, reference }];
    }
    return [];
  });
  const of = (name: string) => agreementOf(pairs.filter(({ criterion }) => criterion === name));
  return {
    criteria: new Map(criteria.map(({ name }) => [name, of(name)])),
    overall: agreementOf(pairs),
    /** Answers that are not here: a typo, or an answer that was replaced. */
    stray: [...stray],
  };
}
