/**
 * A model that judges what other models wrote.
 *
 * @module
 */

import type { Criterion } from "./criteria.ts";
import type { Prompt } from "../../src/llm/prompt.ts";
import type { RenderOptions } from "../../src/llm/render_body.ts";

/** A judge. */
export interface Judge {
  /** Messages endpoint, in full. */
  readonly url: URL;
  /** Version of the native provider's API. */
  readonly apiVersion?: string;
  /** Its model, which is none of those it judges. */
  readonly render: RenderOptions;
  /** How it is told to judge one answer. */
  readonly prompt: Prompt;
  /** What it is asked of an answer. */
  readonly criteria: readonly Criterion[];
  /** Ids of the cases that it judges, or their beginnings. @default all */
  readonly cases?: readonly string[];
  /** How many answers to an alert it judges. @default all */
  readonly repeats?: number;
  /** How it is told to compare two; absent if it does not. */
  readonly pairPrompt?: Prompt;
}
