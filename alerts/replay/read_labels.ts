import { z } from "zod";
import { WattbookError } from "../src/errors.ts";
import { readJsonLines } from "./json_lines.ts";
import type { Label } from "./label.ts";

const words = z.string().min(1);
const groups = z.array(z.array(words).min(1));

const labelForm = z.strictObject({
  case: words,
  cause: groups,
  distractors: groups.default([]),
  target: groups.default([]),
  severity: z.array(words).default([]),
  abstain: z.boolean().default(false),
  tells: groups.exactOptional(),
  tags: z.array(words).exactOptional(),
  by: words,
  at: z.iso.date(),
  note: z.string().exactOptional(),
}).superRefine(({ cause, abstain, tells }, context) => {
  if (tells && !abstain) {
    const message = "is for cases where abstaining is right";
    context.addIssue({ code: "custom", path: ["tells"], message });
  }
  if (abstain !== (cause.length === 0)) {
    const message = abstain
      ? "must be empty where abstaining is right"
      : "must name the cause, unless abstaining is right (abstain: true)";
    context.addIssue({ code: "custom", path: ["cause"], message });
  }
});

export async function readLabels(
  file: string,
  read?: (file: string) => Promise<string>,
): Promise<ReadonlyMap<string, Label>> {
  const labels = new Map<string, Label>();
  const options = { what: "label", bad, read };
  for (const { value: label, place } of await readJsonLines(file, labelForm, options)) {
    if (labels.has(label.case)) {
      throw bad(`${place}: the case '${label.case}' has a label already`);
    }
    labels.set(label.case, label);
  }
  return labels;
}

function bad(message: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_LABEL", message, {
    hint: "alerts/docs/replay.md shows a label. A file without labels is left out of replay.yaml.",
    cause,
  });
}
