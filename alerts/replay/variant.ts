import type { Incident } from "../src/incident.ts";
import type { Prompt } from "../src/llm/prompt.ts";
import type { RenderOptions } from "../src/llm/render.ts";

/** A variant. */
export interface Variant {
  /** Unique in a run; a label, not an identity: keys of recordings do not hold it. */
  readonly name: string;
  /**
   * The instructions, by the kind of alert: both analyzers' cases may be in one run. A kind that
   * there are no cases of needs none.
   */
  readonly prompts: { readonly [source in Incident["source"]]?: Prompt };
  /** Messages endpoint, in full. */
  readonly url: URL;
  /** Version of the native provider's API. */
  readonly apiVersion?: string;
  /** Model, length, thinking, effort: as the analyzer renders them. */
  readonly render: RenderOptions;
  /** `none` asks without any context: a prompt that scores as well without is guessing. */
  readonly context: "full" | "none";
  /**
   * Where its repeats begin to count: the same prompt with other repeats is the control group of an
   * experiment, between which and the first there must be no difference. @default {0}
   */
  readonly firstSample?: number;
}
