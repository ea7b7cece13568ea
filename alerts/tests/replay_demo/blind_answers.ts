/**
 * Answers to an alert without any context: what a careful prompt makes of nothing.
 *
 * @module
 */

import { abstains, type DemoAnswer, says } from "./answers.ts";

/** What an alert alone tells. */
export interface BlindView {
  /** The symptom as a clause: `the pod cart-0 in shop restarts again and again`. */
  readonly what: string;
  /** What one would guess, as a clause that goes on after `Perhaps`. */
  readonly guess: string;
  /** Where one would look first, as a step. */
  readonly look: string;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Ways in which the same nothing is told; each alert draws three that follow each other. */
const WAYS: readonly ((view: BlindView) => DemoAnswer)[] = [
  ({ what, look }) =>
    abstains(
      `The alert says that ${what}. No context came with it, so the cause cannot be told.`,
      [look],
      { gaps: ["Metrics, events, pods and logs: the context is empty"] },
    ),
  ({ what, guess, look }) =>
    abstains(`${upper(what)}. Why is open: there is nothing in the context.`, [
      look,
      "Find out why no context was gathered for this alert",
    ], {
      gaps: ["Everything: no item was gathered"],
      also: [["low", "", `Perhaps ${guess}, but nothing in the document supports it`]],
    }),
  ({ what, guess, look }) =>
    says(
      "low",
      "",
      `${upper(guess)}. This is drawn from the alert's name only.`,
      `${upper(what)}. ${upper(guess)} would explain it; there is no evidence for it.`,
      [look],
      {
        gaps: ["No context items"],
      },
    ),
  ({ what, look }) =>
    abstains(`Inconclusive. All that is known is that ${what}.`, [
      look,
      "Look at what changed shortly before the alert began",
    ], { gaps: ["The whole context is missing"] }),
  ({ what, guess, look }) =>
    says(
      "medium",
      "",
      `${upper(guess)}, as is usual for this alert`,
      `${upper(what)}, most likely because of ${guess}.`,
      [look, "Roll back the last change if there was one"],
    ),
  ({ what, look }) =>
    abstains(
      `I was given the alert without metrics, events, pods, logs or diagnostics. ${
        upper(what)
      }; more cannot be said.`,
      ["Check that the analyzer can reach its sources", look],
      { gaps: ["Metrics", "Events", "Pods", "Logs"] },
    ),
  ({ what, guess, look }) =>
    abstains(`${upper(what)}. The context does not tell the cause.`, [look], {
      gaps: ["Nothing was gathered, no reason is given for that"],
      also: [["low", "", `${upper(guess)} is one of several possibilities`]],
    }),
];

/** Three answers to an alert that came alone. */
export function blind(
  what: string,
  guess: string,
  look: string,
): [DemoAnswer, DemoAnswer, DemoAnswer] {
  const view = { what, guess, look };
  const first = [...what].reduce((sum, one) => sum + one.codePointAt(0)!, 0) % WAYS.length;
  const way = (at: number) => WAYS[(first + at) % WAYS.length]!(view);
  return [way(0), way(1), way(2)];
}
