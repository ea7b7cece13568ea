import { z } from "zod";
import { WattbookError } from "../../src/errors.ts";
import { readJsonLines } from "../json_lines.ts";
import type { Criterion } from "./judge.ts";

const verdictForm = z.strictObject({
  /** Beginning of the answer's seal, as `show` prints it. */
  answer: z.string().regex(/^[0-9a-f]{12,64}$/, "must be 12 or more digits of an answer's seal"),
  criterion: z.string().min(1),
  verdict: z.enum(["yes", "no"]).transform((verdict) => verdict === "yes"),
  by: z.string().min(1),
  at: z.iso.date(),
  note: z.string().exactOptional(),
});

/** A reference verdict on an answer, by one criterion. */
export type ReferenceVerdict = z.infer<typeof verdictForm>;

/** Reads reference verdicts on answers from JSON lines. */
export async function readVerdicts(
  file: string,
  criteria: readonly Pick<Criterion, "name">[],
): Promise<ReferenceVerdict[]> {
  const names = criteria.map(({ name }) => name);
  const said = new Set<string>();
  const lines = await readJsonLines(file, verdictForm, { what: "verdict", bad });
  return lines.map(({ value, place }) => {
    const { answer, criterion, by } = value;
    if (!names.includes(criterion)) {
      throw bad(`${place}: criterion: there is none '${criterion}', there are ${names.join(", ")}`);
    }
    const name = JSON.stringify([answer.slice(0, 12), criterion, by]);
    if (said.has(name)) {
      throw bad(`${place}: ${by} has judged ${answer.slice(0, 12)} by '${criterion}' already`);
    }
    said.add(name);
    return value;
  });
}

function bad(message: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_LABEL", message, {
    hint:
      "alerts/docs/replay.md shows a verdict; 'deno task replay show' prints what names an answer.",
    cause,
  });
}
