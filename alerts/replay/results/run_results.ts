import type { VariantCalibration } from "../calibration.ts";
import type { ControlResult } from "../controls.ts";
import type { Score } from "../checks/check.ts";
import type { Comparison } from "../compare.ts";
import type { JudgedAnswers } from "../judge/judge_rows.ts";
import type { GateDecision, MarginDecision } from "../gates.ts";
import type { PlanStatus } from "../plan/ledger.ts";
import type { ReplayCase } from "../read_cases.ts";
import type { Row } from "../row.ts";
import type { VariantSummary } from "./summary.ts";

/** What a variant consists of. */
export interface ShownVariant {
  readonly name: string;
  readonly model: string;
  readonly prompts: readonly string[];
}

export interface RunResults {
  readonly run: string;
  readonly variants: readonly ShownVariant[];
  /** The variant that the others are compared with. */
  readonly baseline: string;
  readonly primaries: readonly string[];
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
  /** Share of failed calls, and the limit. */
  readonly failedCalls: { readonly share: number; readonly allowed: number };
  readonly controls: readonly ControlResult[];
  /** Calibration by variant; empty without labels. */
  readonly calibration: readonly VariantCalibration[];
  readonly judge?: JudgedAnswers["report"];
  /** Whether answers are synthetic, generated for a demo. */
  readonly isSynthetic: boolean;
}
