import type { Answers } from "../answers.ts";
import type { Row } from "../row.ts";
import { readLedger, standingOf } from "./ledger.ts";
import { planOf } from "./plan.ts";

/** Which candidates may get a verdict, and at which level. */
export interface PlanStatus {
  readonly alpha: number;
  /** Number of this plan on the same names, from 1; 0 without a plan. */
  readonly number: number;
  /** Why a candidate gets no verdict. */
  readonly exploratory: ReadonlyMap<string, string>;
}

/** Compares a run with the recorded plans. */
export function planStatus(
  { config, cases, variants }: Pick<Answers, "config" | "cases" | "variants">,
  baseline: string,
  rows: readonly Row[],
): PlanStatus {
  const names = variants.map(({ name }) => name);
  const candidates = names.filter((name) => name !== baseline);
  const none = (reason: string): PlanStatus => ({
    alpha: 0.05,
    number: 0,
    exploratory: new Map(candidates.map((name) => [name, reason])),
  });
  const isWhole = baseline === config.baseline && names.length === config.variants.length &&
    config.variants.every(({ name }) => names.includes(name));
  if (!isWhole) return none("this comparison was not planned");
  const entries = readLedger(config.plans);
  // Answers recorded partly before and partly after a new attempt allow no verdict.
  const answered = rows.reduce(
    (latest, { variant, answer }) =>
      variant === baseline || !answer ? latest : Math.max(latest, Date.parse(answer.recordedAt)),
    0,
  );
  const standing = standingOf(entries, planOf(config, cases).sha256, answered);
  if (!standing) {
    return none(
      entries.length === 0
        ? "no plan was made before the answers were recorded"
        : "cases, labels, prompts or rules are not those of any plan",
    );
  }
  if (rows.some(({ status }) => status === "missing")) return none("answers are missing");
  const { alpha, number, since, known } = standing;
  const isOlder = (variant: string, than: (id: string) => number) =>
    rows.some((row) =>
      row.variant === variant && row.answer &&
      Date.parse(row.answer.recordedAt) < than(row.case)
    );
  if (isOlder(baseline, (id) => known.get(id) ?? Infinity)) {
    return none("answers of the baseline were recorded before any plan was made");
  }
  const late = candidates.filter((name) => isOlder(name, () => since));
  const reason = "its answers were recorded before this plan was made";
  return { alpha, number, exploratory: new Map(late.map((name) => [name, reason])) };
}
