import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { Question } from "../../src/llm/render.ts";
import { complaint } from "../json_lines.ts";
import type { Label } from "../label.ts";
import { ALL_CHECKS } from "./all_checks.ts";
import type { Check, Given, Verdict } from "./check.ts";
import { factsOf } from "./facts.ts";
import { type Answer, madeAnswer } from "./read_answer.ts";

/** The argument of an own check. */
interface OwnGiven {
  readonly question: Question;
  readonly label?: Label;
  /** What would be pushed; absent if the answer breaks the form. */
  readonly answer?: Answer["written"];
  /** All text that a reader sees. */
  readonly text: string;
}

/** An own check: a pure function. Its examples are run whenever it is loaded. */
const checkForm = z.looseObject({
  name: z.string().regex(/^[a-z]\w{0,30}$/, "must be a name such as names_team"),
  about: z.string().min(1),
  /** Above 0, it is part of what a right answer earns; otherwise it is only shown. */
  weight: z.number().min(0).default(0),
  examples: z.array(z.object({ answer: z.unknown(), value: z.number().min(0).max(1).nullable() }))
    .min(2, "must be two or more: one that is good and one that is not"),
  judge: z.custom<(given: OwnGiven) => Verdict>(
    (value) => typeof value === "function",
    "must be a function",
  ),
});
const verdictForm = z.object({ value: z.number().min(0).max(1).nullable(), reason: z.string() });

const bad = complaint("BAD_CONFIG", "alerts/docs/replay.md shows a check of one's own.");

const NOTHING: Question = {
  incident: {
    source: "alertmanager",
    fingerprint: "example",
    episode: "example/0",
    title: "Example",
    status: "firing",
    severity: "warning",
    startsAt: 0,
    labels: {},
    annotations: {},
    links: [],
  },
  context: [],
};

export async function readOwnChecks(file: string): Promise<Check[]> {
  const place = `checks.file: ${file}`;
  const module = await import(pathToFileURL(resolve(file)).href).catch((cause) => {
    throw bad(`${place}: it cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  });
  const form = z.array(checkForm).safeParse(module.default);
  if (!form.success) {
    const { path, message } = form.error.issues[0]!;
    throw bad(`${place}: ${path.join(".") || "its default export"}: ${message}`);
  }
  const taken = new Set(ALL_CHECKS.map(({ name }) => name));
  return form.data.map(({ name, about, weight, examples, judge }): Check => {
    if (taken.has(name)) throw bad(`${place}: there is a check '${name}' already`);
    taken.add(name);
    const check: Check = {
      name,
      role: weight > 0 ? "earns" : "apart",
      about,
      weight,
      version: 1,
      judge: (given) => verdictOf(given, judge, `${place}: ${name}`),
    };
    for (const [at, { answer, value }] of examples.entries()) {
      const given = { facts: factsOf(NOTHING), answer: madeAnswer(answer) };
      const found = [1, 2].map(() => check.judge(given).value);
      const wrong = found.find((one) => one !== value);
      if (wrong !== undefined) {
        throw bad(`${place}: ${name}: example ${at + 1} must be ${value}, and is ${wrong}`);
      }
    }
    return check;
  });
}

function verdictOf(
  { facts: { question }, label, answer }: Given,
  judge: (given: OwnGiven) => unknown,
  place: string,
): Verdict {
  let verdict: unknown;
  try {
    verdict = judge(structuredClone({
      question,
      ...(label && { label }),
      ...(answer.written && { answer: answer.written }),
      text: answer.prose,
    }));
  } catch (cause) {
    throw bad(`${place}: it failed: ${cause instanceof Error ? cause.message : cause}`);
  }
  const form = verdictForm.safeParse(verdict);
  if (form.success) return { ...form.data, reason: form.data.reason.replace(/\s+/g, " ") };
  throw bad(`${place}: it must return { value, reason }, with a value from 0 to 1 or null`);
}
