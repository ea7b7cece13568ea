import type { Incident } from "../src/incident.ts";
import type { Prompt } from "../src/llm/prompt.ts";
import type { RenderOptions } from "../src/llm/render.ts";

export interface Variant {
  /** Unique in a run. It is not part of a recording's key. */
  readonly name: string;
  /** Prompts by kind of alert. A kind without cases needs none. */
  readonly prompts: { readonly [source in Incident["source"]]?: Prompt };
  readonly url: URL;
  readonly apiVersion?: string;
  readonly render: RenderOptions;
  /** `none` shows the alert alone: a prompt that scores as well without context is guessing. */
  readonly context: "full" | "none";
  /**
   * Number of the first repeat. The same prompt with other repeats is a control group: there must
   * be no difference. @default {0}
   */
  readonly firstSample?: number;
}
