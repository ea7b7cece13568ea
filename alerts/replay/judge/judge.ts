import type { Criterion } from "./criteria.ts";
import type { Prompt } from "../../src/llm/prompt.ts";
import type { RenderOptions } from "../../src/llm/render_body.ts";

/** A judge. */
export interface Judge {
  readonly url: URL;
  readonly apiVersion?: string;
  readonly render: RenderOptions;
  readonly prompt: Prompt;
  readonly criteria: readonly Criterion[];
  /** Ids of the cases that it judges, or their beginnings. @default all */
  readonly cases?: readonly string[];
  /** How many answers to an alert it judges. @default all */
  readonly repeats?: number;
  /** How it is told to compare two; absent if it does not. */
  readonly pairPrompt?: Prompt;
}
