import type { Question } from "../src/llm/render.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Variant } from "./variant.ts";

/** What a variant is asked about a case: the alert with its context, or the alert alone. */
export function questionOf(
  { file }: { readonly file: Pick<ReplayCase["file"], "incident" | "context"> },
  { context }: Pick<Variant, "context">,
): Question {
  return { incident: file.incident, context: context === "none" ? [] : file.context };
}
