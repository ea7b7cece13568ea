import { appendFile } from "node:fs/promises";
import { z } from "zod";
import { readTextIfPresent } from "../../../src/files.ts";
import { complaint } from "../json_lines.ts";
import { writing } from "../write_whole.ts";
import type { Replay } from "../load_replay.ts";
import type { Row } from "../row.ts";
import { type Plan, planForm, planOf } from "./plan.ts";

const entryForm = planForm.extend({ v: z.literal(1), at: z.iso.datetime() });
export type Entry = z.infer<typeof entryForm>;

/** Error rate of the first plan, and of all later plans together. */
const ALPHA = 0.05;

const bad = complaint(
  "BAD_PLAN",
  "Restore the file from version control: replay:record writes it, nobody else does.",
);

export function readLedger(file: string): Entry[] {
  return (readTextIfPresent(file) ?? "").split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [entryForm.parse(JSON.parse(line))];
    } catch (cause) {
      throw bad(`${file}:${index + 1}: it is no plan`, cause);
    }
  });
}

export function entryOf(plan: Plan, at: Date): Entry {
  return { v: 1, at: at.toISOString(), ...plan };
}

/**
 * Writes a plan, unless it is there already. Recording everything anew is another attempt, so it is
 * written again (`isAnew`) and counts as a further plan.
 *
 * @returns Whether it was written.
 */
export async function registerPlan(file: string, entry: Entry, { isAnew = false } = {}) {
  if (!isAnew && readLedger(file).some(({ sha256 }) => sha256 === entry.sha256)) return false;
  const line = `${JSON.stringify(entry)}\n`;
  const hint =
    "Name another file with 'plans' in replay.yaml, or check the permissions of this one.";
  // Appended, so that no plan is lost if two recordings begin at once.
  await writing(`the plan to '${file}'`, hint, () => appendFile(file, line));
  return true;
}

/**
 * What a plan may decide. The first plan on a name may be wrong in 5 % of runs; all later plans
 * together in another 5 %.
 *
 * @param answered Time of its last answer. Of several attempts at one plan, the last before it
 * counts. Unix time. [ms] @default after all
 * @returns `null` if there is no such plan.
 */
export function standingOf(entries: readonly Entry[], sha256: string, answered = Infinity) {
  // Plans that look at one growing set of cases are one study.
  const studies: { since: number; number: number; last: Entry; looks: number }[] = [];
  /** Time of the first plan with each case. The baseline's answers must be newer. [ms] */
  const known = new Map<string, number>();
  let standing = null;
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    const cases = new Set(entry.cases), names = new Set(entry.names);
    for (const id of cases) if (!known.has(id)) known.set(id, at);
    let study = studies.find(({ last, looks }) =>
      last.series === entry.series && looks < entry.looks && cases.isSupersetOf(new Set(last.cases))
    );
    if (study) Object.assign(study, { looks: study.looks + 1, last: entry });
    else {
      const earlier = studies.filter(({ last }) => last.names.some((name) => names.has(name)));
      study = { since: at, number: earlier.length + 1, last: entry, looks: 1 };
      studies.push(study);
    }
    const { since, number } = study;
    if (entry.sha256 !== sha256 || (standing && since > answered)) continue;
    const share = number === 1 ? 1 : 1 / (number * (number - 1));
    // Candidates' answers must be newer than `since`. Unix time. [ms]
    standing = { alpha: ALPHA * share / entry.looks, number, since, known };
  }
  return standing;
}

/** Which candidates may get a verdict, and at which level. */
export type PlanStatus = ReturnType<typeof planStatus>;

/** Compares a run with the recorded plans. */
export function planStatus(
  { config, cases, variants }: Replay & { readonly variants: readonly { name: string }[] },
  baseline: string,
  rows: readonly Row[],
) {
  const names = variants.map(({ name }) => name);
  const candidates = names.filter((name) => name !== baseline);
  const because = (reason: string, without = candidates) => ({
    alpha: ALPHA,
    /** Number of this plan on the same names, from 1; 0 without a plan. */
    number: 0,
    /** Why a candidate gets no verdict. */
    exploratory: new Map(without.map((name) => [name, reason])),
  });
  const isWhole = baseline === config.baseline && names.length === config.variants.length &&
    config.variants.every(({ name }) => names.includes(name));
  if (!isWhole) return because("this comparison was not planned");
  const entries = readLedger(config.plans);
  const answers = rows.flatMap(({ variant, case: id, answer }) =>
    answer ? [{ variant, id, at: Date.parse(answer.recordedAt) }] : []
  );
  const ofBaseline = answers.filter(({ variant }) => variant === baseline);
  const ofCandidates = answers.filter(({ variant }) => variant !== baseline);
  // Answers recorded partly before and partly after a new attempt allow no verdict.
  const answered = ofCandidates.reduce((latest, { at }) => Math.max(latest, at), 0);
  const standing = standingOf(entries, planOf(config, cases).sha256, answered);
  if (!standing) {
    return because(
      entries.length === 0
        ? "no plan was made before the answers were recorded"
        : "cases, labels, prompts or rules are not those of any plan",
    );
  }
  if (rows.some(({ status }) => status === "missing")) return because("answers are missing");
  const { known, since, ...rest } = standing;
  if (ofBaseline.some(({ id, at }) => at < (known.get(id) ?? Infinity))) {
    return because("answers of the baseline were recorded before any plan was made");
  }
  const late = new Set(ofCandidates.filter(({ at }) => at < since).map(({ variant }) => variant));
  const reason = "its answers were recorded before this plan was made";
  return { ...because(reason, candidates.filter((name) => late.has(name))), ...rest };
}
