import { z } from "zod";
import { WattbookError } from "../../src/errors.ts";
import type { Criterion } from "./criteria.ts";

/** A reference verdict on an answer, by one criterion. */
export interface ReferenceVerdict {
  /** Beginning of the answer's seal, as `show` prints it: another answer is not meant. */
  readonly answer: string;
  readonly criterion: string;
  readonly verdict: boolean;
  readonly by: string;
}

const verdictForm = z.strictObject({
  answer: z.string().regex(/^[0-9a-f]{12,64}$/, "must be 12 or more digits of an answer's seal"),
  criterion: z.string().min(1),
  verdict: z.enum(["yes", "no"]),
  by: z.string().min(1),
  at: z.iso.date(),
  note: z.string().exactOptional(),
});

/** Reads reference verdicts on answers: JSON lines. A judge is measured by them. */
export async function readVerdicts(
  file: string,
  criteria: readonly Pick<Criterion, "name">[],
  read: (file: string) => Promise<string> = Deno.readTextFile,
): Promise<ReferenceVerdict[]> {
  let text: string;
  try {
    text = await read(file);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "there is none" : String(cause);
    throw bad(`Cannot read the verdicts '${file}': ${reason}`, cause);
  }
  const said = new Set<string>();
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = `${file}:${index + 1}`;
    const verdict = parseVerdict(line, place);
    const names = criteria.map(({ name }) => name);
    if (!names.includes(verdict.criterion)) {
      throw bad(
        `${place}: criterion: there is none '${verdict.criterion}', there are ${names.join(", ")}`,
      );
    }
    const { answer, criterion, by } = verdict;
    const name = JSON.stringify([answer.slice(0, 12), criterion, by]);
    if (said.has(name)) {
      throw bad(`${place}: ${by} has judged ${answer.slice(0, 12)} by '${criterion}' already`);
    }
    said.add(name);
    return [verdict];
  });
}

function parseVerdict(line: string, place: string): ReferenceVerdict {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (cause) {
    throw bad(`${place}: it is no JSON`, cause);
  }
  const form = verdictForm.safeParse(parsed);
  if (!form.success) {
    const { path, message } = form.error.issues[0]!;
    throw bad(`${place}: ${path.join(".") || "it"}: ${message}`);
  }
  const { answer, criterion, verdict, by } = form.data;
  return { answer, criterion, verdict: verdict === "yes", by };
}

function bad(message: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_LABEL", message, {
    hint:
      "alerts/docs/replay.md shows a verdict; 'deno task replay show' prints what names an answer.",
    cause,
  });
}
