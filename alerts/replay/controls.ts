import { ALL_CHECKS } from "./checks/all_checks.ts";
import { factsOf } from "./checks/facts.ts";
import { madeAnswer } from "./checks/read_answer.ts";
import { fold, termsOf } from "./checks/folded_text.ts";
import type { Label } from "./label.ts";
import type { ReplayCase } from "./read_cases.ts";
import { scoreAnswer, type ScoreOptions } from "./score_answer.ts";
import { nameMean } from "./statistics/by_name.ts";

export const MOST_OF_CONTROL = 0.35;

export type ControlResult = ReturnType<typeof scoreControls>[number];

interface Seen {
  readonly ids: readonly string[];
  readonly alert: string;
  readonly context: string;
}

type Draft = Readonly<Record<string, unknown>>;

const hypothesis = (evidence: readonly string[], cause: string, confidence = "high"): Draft => ({
  evidence,
  cause,
  confidence,
});

const draft = (cause: string, hypotheses: readonly Draft[], more: Draft = {}): Draft => ({
  not_read: [],
  hypotheses,
  inconclusive: false,
  severity: "warning",
  next_steps: ["Check the logs and the recent changes"],
  summary: cause,
  ...more,
});

/** Worthless answers, made from the case alone. If one scores well, the score proves nothing. */
const CONTROLS: Readonly<Record<string, (seen: Seen) => Draft | string>> = {
  "alert repeated": ({ alert, ids }) => draft(alert, [hypothesis(ids.slice(0, 3), alert)]),
  "context pasted": ({ context, ids }) =>
    draft(
      context.slice(0, 600),
      [0, 600, 1200].map((from) =>
        hypothesis(ids.slice(0, 12), context.slice(from, from + 600), "low")
      ),
      { inconclusive: true },
    ),
  "boilerplate": ({ ids }) =>
    draft(
      "The workload is unhealthy because of a resource, configuration or network problem, which may " +
        "have been introduced by a recent change",
      [hypothesis(
        ids.slice(0, 2),
        "A resource shortage, a wrong configuration or a failing dependency is the likely cause",
        "medium",
      )],
    ),
  "nonsense": ({ ids }) =>
    draft("A flock of geese has eaten the second moon, so the tides arrive before the bread does", [
      hypothesis(
        ids.slice(0, 2),
        "The second moon was eaten by geese, so the bread rises before the tide",
      ),
    ]),
  "always inconclusive": () =>
    draft("The cause cannot be told from the context", [], {
      inconclusive: true,
      not_read: ["More context would be needed"],
      next_steps: ["Look at it by hand"],
    }),
  "every item cited": ({ alert, ids }) =>
    draft(`${alert} All items confirm it`, [hypothesis(ids.slice(0, 12), alert)]),
  "keywords": ({ context, ids }) => {
    const words = [...termsOf(fold(context))].toSorted((a, b) => b.length - a.length);
    const some = (from: number) => words.slice(from, from + 40).join(" ");
    const known = "OOM DNS disk full certificate expired password quota";
    return draft(
      some(0),
      [0, 40, 80].map((from) => hypothesis(ids.slice(0, 6), `${known} ${some(from)}`)),
      { next_steps: [some(0)] },
    );
  },
  "refusal": () => "I am sorry, but I cannot help with that.",
};

export function scoreControls(
  cases: readonly Pick<ReplayCase, "id" | "cluster" | "file" | "label">[],
  { checks = ALL_CHECKS, weights = {} }: ScoreOptions = {},
) {
  // Controls contain only the redacted case, so `secret_free` can be skipped.
  const scoring = { checks: checks.filter(({ name }) => name !== "secret_free"), weights };
  const prepared = cases.map(({ id, cluster, file, label }) => {
    const { incident, context } = file, { title, annotations } = incident;
    const question = { incident, context };
    const told = [annotations["description"] ?? annotations["output"], annotations["summary"]];
    const seen: Seen = {
      ids: context.map(({ id }) => id),
      alert: told.filter(Boolean).join(" ") || title,
      context: JSON.stringify(context.map(({ data }) => data ?? "")),
    };
    return { id, cluster, question, label, seen, facts: factsOf(question) };
  });
  return Object.entries(CONTROLS).map(([name, make]) => {
    const scored = prepared.map(({ id, cluster, question, label, seen, facts }) => {
      const given = { facts, answer: madeAnswer(make(seen), question) };
      const place = { case: id, cluster, variant: name, sample: 0 };
      const total = (label?: Label) =>
        scoreAnswer(place, { ...given, ...(label && { label }) }, scoring).at(-1)!;
      return { form: total(), score: label ? [total(label)] : [] };
    });
    const labelled = nameMean(scored.flatMap(({ score }) => score))?.mean ?? null;
    const unlabelled = nameMean(scored.map(({ form }) => form))?.mean ?? 0;
    return {
      name,
      /** Mean `score` over the names of labelled cases; `null` without any. */
      labelled,
      /** Mean `form_only` over all names, as if no case were labelled. */
      unlabelled,
      holds: Math.max(labelled ?? 0, unlabelled) < MOST_OF_CONTROL,
    };
  });
}
