/**
 * What is true of a case, prepared once for all checks of all answers.
 *
 * @module
 */

import type { Question } from "../../src/llm/render.ts";
import { fold } from "./fold.ts";

/** A case as checks see it. */
export interface Facts {
  /** The alert with its full context, whatever a model was shown. */
  readonly question: Question;
  /** Every text and every number in it, folded. */
  readonly text: string;
  /** Every number in it, ascending, each once. */
  readonly numbers: Float64Array;
  /** Lengths of time between its instants, ascending. [s] */
  readonly spans: Float64Array;
}

/** More instants than that say less: any length of time lies between two of them. */
const MOST_INSTANTS = 60;
const INSTANT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g;
const NUMBER = /(?<![\p{L}\d.])\d+(?:\.\d+)?/gu;

/**
 * Prepares a case.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { factsOf } from "./facts.ts";
 *
 * const incident = {
 *   source: "alertmanager", fingerprint: "f", episode: "f/0", title: "Down", status: "firing",
 *   severity: "warning", startsAt: 0, labels: { pod: "photos-0" }, annotations: {}, links: [],
 * } as const;
 * const { text, numbers } = factsOf({
 *   incident,
 *   context: [{ id: "M1", kind: "metrics", title: "CPU", query: "up", time: 0, duration: 3, data: 0.97 }],
 * });
 * assert(text.includes("photos-0"));
 * assert(numbers.includes(0.97));
 * ```
 */
export function factsOf(question: Question): Facts {
  const { incident, context } = question;
  const texts: string[] = [];
  collect([incident.title, incident.status, incident.severity], texts);
  collect(
    [incident.labels, incident.annotations, new Date(incident.startsAt).toISOString()],
    texts,
  );
  for (const { id, title, query, time, data, error } of context) {
    collect([id, title, query, new Date(time).toISOString(), data, error], texts);
  }
  const text = texts.join("\n");
  const instants = [...text.matchAll(INSTANT)].map(([one]) => Date.parse(one) / 1000)
    .filter(Number.isFinite).slice(0, MOST_INSTANTS);
  return {
    question,
    text: fold(text),
    // The days and hours of instants are no measurements.
    numbers: ascending(
      [...text.replace(INSTANT, " ").matchAll(NUMBER)].map(([one]) => Number(one)),
    ),
    spans: ascending(
      instants.flatMap((a) => instants.map((b) => b - a)).filter((span) => span > 0),
    ),
  };
}

/** Texts and numbers of anything that JSON can hold, names included. */
function collect(value: unknown, into: string[]): void {
  if (typeof value === "string") into.push(value);
  else if (typeof value === "number" || typeof value === "boolean") into.push(String(value));
  else if (Array.isArray(value)) value.forEach((one) => collect(one, into));
  else if (typeof value === "object" && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      into.push(name);
      collect(one, into);
    }
  }
}

function ascending(values: readonly number[]): Float64Array {
  return Float64Array.from(new Set(values)).sort();
}
