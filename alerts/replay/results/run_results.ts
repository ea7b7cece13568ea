/**
 * All that is known of a run, as results are made of it.
 *
 * @module
 */

import type { VariantCalibration } from "../calibration.ts";
import type { ControlResult } from "../controls.ts";
import type { Score } from "../checks/check.ts";
import type { Comparison } from "../compare.ts";
import type { JudgeReport } from "../judge/judge_rows.ts";
import type { GateDecision, MarginDecision } from "../gates.ts";
import type { PlanStatus } from "../plan/plan_status.ts";
import type { ReplayCase } from "../replay_case.ts";
import type { Row } from "../row.ts";
import type { VariantSummary } from "./summary.ts";

/** A variant by what it is made of. */
export interface ShownVariant {
  /** Its name. */
  readonly name: string;
  /** Its model, and the parameters that are set. */
  readonly model: string;
  /** Its prompts, each by name and the beginning of its hash. */
  readonly prompts: readonly string[];
}

/** A run that was scored and compared. */
export interface RunResults {
  /** Name of the run. */
  readonly run: string;
  /** The variants, in the order of the configuration. */
  readonly variants: readonly ShownVariant[];
  /** The variant that the others are compared with. */
  readonly baseline: string;
  /** The checks that verdicts are about. */
  readonly primaries: readonly string[];
  /** Differences that are as good as none. */
  readonly within: number;
  /** Whether it was planned, and how often a verdict may be wrong. */
  readonly plan: PlanStatus;
  /** The alerts. */
  readonly cases: readonly ReplayCase[];
  /** The variants in figures, in the same order. */
  readonly summaries: readonly VariantSummary[];
  /** How often each alert was asked about. */
  readonly repeats: number;
  /** A row per alert, variant and repeat, in that order. */
  readonly rows: readonly Row[];
  /** Verdicts of every check at every row. */
  readonly scores: readonly Score[];
  /** Every candidate against the baseline, in every check. */
  readonly comparisons: readonly Comparison[];
  /** What fails the run, and what does not. */
  readonly decisions: readonly (MarginDecision | GateDecision)[];
  /** Share of calls that failed, and the share that is allowed. */
  readonly failedCalls: { readonly share: number; readonly allowed: number };
  /** What answers score that must not win. */
  readonly controls: readonly ControlResult[];
  /** How far stated confidence can be believed, by variant; empty without labels. */
  readonly calibration: readonly VariantCalibration[];
  /** What a judge said of them, if there was one. */
  readonly judge?: JudgeReport;
  /** Whether answers are synthetic, generated for a demonstration: then nothing is said of any model. */
  readonly isSynthetic: boolean;
}
