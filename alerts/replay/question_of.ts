import type { Question } from "../src/llm/render.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Variant } from "./variant.ts";

/** The alert with its context, or alone. */
export function questionOf(
  { file }: { readonly file: Pick<ReplayCase["file"], "incident" | "context"> },
  { context }: Pick<Variant, "context">,
): Question {
  return { incident: file.incident, context: context === "none" ? [] : file.context };
}
