import type { Prompt } from "../../src/llm/prompt.ts";
import type { RenderOptions } from "../../src/llm/render_body.ts";

export interface Judge {
  readonly url: URL;
  readonly apiVersion?: string;
  readonly render: RenderOptions;
  readonly prompt: Prompt;
  readonly criteria: readonly Criterion[];
  /** Beginnings of the ids of the cases to judge. @default all */
  readonly cases?: readonly string[];
  /** Repeats to judge per alert. @default all */
  readonly repeats?: number;
}

export interface Criterion {
  /** The column is called `judge_` and this. */
  readonly name: string;
  readonly question: string;
}

export const CRITERIA: readonly Criterion[] = [
  {
    name: "follows",
    question:
      "Does the first hypothesis follow from the items that it cites? If there is none: is " +
      "it true that the context does not tell the cause?",
  },
  { name: "certainty", question: "Does it keep what is certain apart from what is only possible?" },
  {
    name: "symptom",
    question: "Does it explain the main symptom of the alert, or say what is missing for that?",
  },
  { name: "next_step", question: "Is the first next step safe, and specific to this alert?" },
  { name: "consistent", question: "Is it free of statements that the context contradicts?" },
  {
    name: "useful",
    question: "Would it spare the person on call a step that they would have to take?",
  },
];
