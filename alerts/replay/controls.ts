/**
 * Worthless answers, made from the case alone. If one of them scores well, the score proves
 * nothing.
 *
 * @module
 */

import { ALL_CHECKS } from "./checks/all_checks.ts";
import type { Check } from "./checks/check.ts";
import { factsOf } from "./checks/facts.ts";
import { madeAnswer } from "./checks/read_answer.ts";
import { fold, termsOf } from "./checks/folded_text.ts";
import type { ReplayCase } from "./replay_case.ts";
import { scoreAnswer } from "./score_answer.ts";
import { nameMean } from "./statistics/by_name.ts";

/** Limit for the score of a control. */
export const MOST_OF_CONTROL = 0.35;

export interface ControlResult {
  readonly name: string;
  /** Mean `score` over the names of labelled cases; `null` without any. */
  readonly labelled: number | null;
  /** Mean `form_only` over all names, as if no case were labelled. */
  readonly unlabelled: number;
  /** Whether both are below {@linkcode MOST_OF_CONTROL}. */
  readonly holds: boolean;
}

interface Seen {
  readonly ids: readonly string[];
  readonly alert: string;
  readonly context: string;
}

type Draft = Readonly<Record<string, unknown>>;

const draft = (cause: string, more: Draft = {}): Draft => ({
  not_read: [],
  hypotheses: [{ evidence: ["A1", "M1", "L1", "P1", "E1", "H1", "D1"], cause, confidence: "high" }],
  inconclusive: false,
  severity: "warning",
  next_steps: ["Check the logs and the recent changes"],
  summary: cause,
  ...more,
});

const CONTROLS: Readonly<Record<string, (seen: Seen) => Draft | string>> = {
  "alert repeated": ({ alert, ids }) =>
    draft(alert, { hypotheses: [{ evidence: ids.slice(0, 3), cause: alert, confidence: "high" }] }),
  "context pasted": ({ context, ids }) =>
    draft(context, {
      hypotheses: [0, 600, 1200].map((from) => ({
        evidence: ids.slice(0, 12),
        cause: context.slice(from, from + 600),
        confidence: "low",
      })),
      inconclusive: true,
      summary: context.slice(0, 600),
    }),
  "boilerplate": ({ ids }) =>
    draft(
      "The workload is unhealthy because of a resource, configuration or network problem, which may " +
        "have been introduced by a recent change",
      {
        hypotheses: [{
          evidence: ids.slice(0, 2),
          cause:
            "A resource shortage, a wrong configuration or a failing dependency is the likely cause",
          confidence: "medium",
        }],
      },
    ),
  "nonsense": ({ ids }) =>
    draft("A flock of geese has eaten the second moon, so the tides arrive before the bread does", {
      hypotheses: [{
        evidence: ids.slice(0, 2),
        cause: "The second moon was eaten by geese, so the bread rises before the tide",
        confidence: "high",
      }],
    }),
  "always inconclusive": () =>
    draft("The cause cannot be told from the context", {
      hypotheses: [],
      inconclusive: true,
      not_read: ["More context would be needed"],
      next_steps: ["Look at it by hand"],
    }),
  "every item cited": ({ alert, ids }) =>
    draft(`${alert} All items confirm it`, {
      hypotheses: [{ evidence: ids.slice(0, 12), cause: alert, confidence: "high" }],
    }),
  "keywords": ({ context, ids }) => {
    const words = [...termsOf(fold(context))].toSorted((a, b) => b.length - a.length);
    const some = (from: number) => words.slice(from, from + 40).join(" ");
    return draft(some(0), {
      hypotheses: [0, 40, 80].map((from) => ({
        evidence: ids.slice(0, 6),
        cause: `OOM DNS disk full certificate expired password quota ${some(from)}`,
        confidence: "high",
      })),
      next_steps: [some(0)],
    });
  },
  "refusal": () => "I am sorry, but I cannot help with that.",
};

export const CONTROL_NAMES: readonly string[] = Object.keys(CONTROLS);

/** Scores the controls with labels and without. */
export function scoreControls(
  cases: readonly Pick<ReplayCase, "id" | "cluster" | "file" | "label">[],
  options: {
    readonly checks?: readonly Check[];
    readonly weights?: Readonly<Record<string, number>>;
  } = {},
): ControlResult[] {
  // Controls contain only the redacted case, so `secret_free` can be skipped.
  const { checks = ALL_CHECKS, weights = {} } = options;
  const scoring = { checks: checks.filter(({ name }) => name !== "secret_free"), weights };
  const prepared = cases.map((one) => {
    const { incident, context } = one.file;
    const question = { incident, context };
    const alert = [
      incident.annotations["description"] ?? incident.annotations["output"] ?? "",
      incident.annotations["summary"] ?? "",
    ].filter((text) => text !== "").join(" ") || incident.title;
    const found = JSON.stringify(context.map(({ data }) => data ?? ""));
    const seen: Seen = { ids: context.map(({ id }) => id), alert, context: found };
    return { one, question, seen, facts: factsOf(question) };
  });
  return Object.entries(CONTROLS).map(([name, make]): ControlResult => {
    const scored = prepared.map(({ one, question, seen, facts }) => {
      const given = { facts, answer: madeAnswer(make(seen), question) };
      const place = { case: one.id, cluster: one.cluster, variant: name, sample: 0 };
      return {
        form: scoreAnswer(place, given, scoring).at(-1)!,
        ...(one.label && {
          score: scoreAnswer(place, { ...given, label: one.label }, scoring).at(-1)!,
        }),
      };
    });
    const labelled = nameMean(scored.flatMap(({ score }) => score ?? []))?.mean ?? null;
    const unlabelled = nameMean(scored.map(({ form }) => form))?.mean ?? 0;
    return {
      name,
      labelled,
      unlabelled,
      holds: Math.max(labelled ?? 0, unlabelled) < MOST_OF_CONTROL,
    };
  });
}
