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
  readonly name: string;
  readonly model: string;
  readonly prompts: readonly string[];
}

/** A run that was scored and compared. */
export interface RunResults {
  readonly run: string;
  readonly variants: readonly ShownVariant[];
  /** The variant that the others are compared with. */
  readonly baseline: string;
  readonly primaries: readonly string[];
  /** Differences that are as good as none. */
  readonly within: number;
  readonly plan: PlanStatus;
  readonly cases: readonly ReplayCase[];
  readonly summaries: readonly VariantSummary[];
  readonly repeats: number;
  /** A row per alert, variant and repeat, in that order. */
  readonly rows: readonly Row[];
  readonly scores: readonly Score[];
  readonly comparisons: readonly Comparison[];
  readonly decisions: readonly (MarginDecision | GateDecision)[];
  /** Share of calls that failed, and the share that is allowed. */
  readonly failedCalls: { readonly share: number; readonly allowed: number };
  readonly controls: readonly ControlResult[];
  /** How far stated confidence can be believed, by variant; empty without labels. */
  readonly calibration: readonly VariantCalibration[];
  readonly judge?: JudgeReport;
  /** Whether answers are synthetic, generated for a demonstration: then nothing is said of any model. */
  readonly isSynthetic: boolean;
}
