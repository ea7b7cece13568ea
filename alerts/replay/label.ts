import { z } from "zod";
import { complaint, readJsonLines } from "./json_lines.ts";

const bad = complaint(
  "BAD_LABEL",
  "alerts/docs/replay.md shows a label. A file without labels is left out of replay.yaml.",
);

const words = z.string().min(1);
/** Things to name, each with its aliases. */
const groups = z.array(z.array(words).min(1).readonly()).readonly();

const labelForm = z.strictObject({
  case: words,
  /** The true cause: each group must be named. Empty if abstaining is right. */
  cause: groups,
  /** Wrong causes that seem likely. */
  distractors: groups.default([]),
  /** What an answer must name: namespace, workload, host, service. */
  target: groups.default([]),
  severity: z.array(words).readonly().default([]),
  /** Whether "the context does not tell" or "nothing is wrong" is right. */
  abstain: z.boolean().default(false),
  /** If abstaining is right: what the answer should mention anyway. */
  tells: groups.exactOptional(),
  /** Groups of cases. Each tag gets a table. */
  tags: z.array(words).readonly().exactOptional(),
  by: words,
  at: z.iso.date(),
  note: z.string().exactOptional(),
}).readonly().superRefine(({ cause, abstain, tells }, context) => {
  const complain = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (tells && !abstain) complain("tells", "is for cases where abstaining is right");
  if (abstain && cause.length > 0) complain("cause", "must be empty where abstaining is right");
  if (!abstain && cause.length === 0) {
    complain("cause", "must name the cause, unless abstaining is right (abstain: true)");
  }
});

/** What is known about a case. It has a file of its own, so that a new label changes no case. */
export type Label = z.infer<typeof labelForm>;

export async function readLabels(file: string): Promise<ReadonlyMap<string, Label>> {
  const labels = new Map<string, Label>(), options = { what: "label", bad };
  for (const { value: label, place } of await readJsonLines(file, labelForm, options)) {
    if (labels.has(label.case)) {
      throw bad(`${place}: the case '${label.case}' has a label already`);
    }
    labels.set(label.case, label);
  }
  return labels;
}
