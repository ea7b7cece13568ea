/**
 * Synthetic answers, composed by code for the demo. No model ever gave them, and nobody judged them.
 *
 * @module
 */

/** What an answer holds. */
export interface AnswerForm {
  readonly not_read: readonly string[];
  readonly hypotheses: readonly {
    readonly evidence: readonly string[];
    readonly cause: string;
    readonly confidence: Confidence;
  }[];
  readonly inconclusive: boolean;
  readonly next_steps: readonly string[];
  readonly severity?: FoundSeverity;
  readonly summary: string;
}

type Confidence = "high" | "medium" | "low";
type FoundSeverity = "critical" | "warning" | "info" | "none";

/** An answer, before the items that it cites have their ids. */
export type DemoAnswer =
  | { readonly kind: "form"; readonly form: AnswerForm; readonly isFenced?: true }
  /** The form, cut off by the limit of length at a share of it. */
  | { readonly kind: "cut"; readonly form: AnswerForm; readonly share: number }
  | { readonly kind: "prose"; readonly text: string }
  | { readonly kind: "refusal" };

/** What is said besides. */
export interface Besides {
  readonly severity?: FoundSeverity;
  readonly gaps?: readonly string[];
  /** Further hypotheses: confidence, evidence, cause. */
  readonly also?: readonly (readonly [Confidence, string, string])[];
}

/** An answer that names a cause. Evidence is a list of ids with blanks between. */
export function says(
  confidence: Confidence,
  evidence: string,
  cause: string,
  summary: string,
  steps: readonly string[],
  { severity, gaps = [], also = [] }: Besides = {},
): DemoAnswer {
  return {
    kind: "form",
    form: {
      not_read: gaps,
      hypotheses: [[confidence, evidence, cause] as const, ...also].map((
        [confidence, evidence, cause],
      ) => ({
        evidence: evidence.split(" ").filter((id) => id !== ""),
        cause,
        confidence,
      })),
      inconclusive: false,
      next_steps: steps,
      ...(severity && { severity }),
      summary,
    },
  };
}

/** An answer that names none, or only possible ones. */
export function abstains(
  summary: string,
  steps: readonly string[],
  besides: Besides = {},
): DemoAnswer {
  const said = says("low", "", "", summary, steps, besides);
  if (said.kind !== "form") throw new Error("It has a form");
  const { form } = said;
  return {
    ...said,
    form: { ...form, hypotheses: form.hypotheses.slice(1), inconclusive: true },
  };
}

/** The same in a block of Markdown, as models wrap JSON that were not told how. */
export function fenced(answer: DemoAnswer): DemoAnswer {
  return answer.kind === "form" ? { ...answer, isFenced: true } : answer;
}

/** The same, cut off by the limit of length at a share of it. */
export function cutAt(share: number, answer: DemoAnswer): DemoAnswer {
  return answer.kind === "form" ? { kind: "cut", form: answer.form, share } : answer;
}

/** An answer without the form. */
export function prose(text: string): DemoAnswer {
  return { kind: "prose", text };
}

/** A model that will not answer. */
export const REFUSAL: DemoAnswer = { kind: "refusal" };
