import type { Question } from "../../src/llm/render.ts";
import { fold, termsOf, wordsOf } from "./folded_text.ts";

/** A case, prepared for the checks. */
export interface Facts {
  /** The alert with its full context. */
  readonly question: Question;
  /** Every text and number, folded. */
  readonly text: string;
  readonly numbers: Float64Array;
  /** Times between any two instants of the case, ascending. [s] */
  readonly spans: Float64Array;
  readonly alertTerms: ReadonlySet<string>;
  /** Whether any context could be read. */
  readonly isReadable: boolean;
  /** By the item's id. */
  readonly items: ReadonlyMap<string, ItemFacts>;
  /** Number of items that contain a term. */
  readonly itemCounts: ReadonlyMap<string, number>;
  readonly words: ReadonlySet<string>;
  /** Every sequence of {@linkcode RUN} words. */
  readonly runs: ReadonlySet<string>;
}

/** What an item contains: its data, or its error. */
interface ItemFacts {
  readonly terms: ReadonlySet<string>;
  /** Of its title and query. */
  readonly titleTerms: ReadonlySet<string>;
  /** Of each of its lines or records. */
  readonly recordTerms: readonly ReadonlySet<string>[];
  /** Ascending. */
  readonly numbers: Float64Array;
}

/** With more instants, some two would match any length of time. */
const MOST_INSTANTS = 60;
const INSTANT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g;
const NUMBER = /(?<![\p{L}\d.])\d+(?:\.\d+)?/gu;

export function factsOf(question: Question): Facts {
  const { incident, context } = question;
  const alert: string[] = [incident.title, incident.status, incident.severity];
  collect([incident.labels, incident.annotations], alert, { names: true });
  const texts = [...alert, new Date(incident.startsAt).toISOString()];
  const items = new Map<string, ItemFacts>();
  const itemCounts = new Map<string, number>();
  for (const { id, title, query, time, data, error } of context) {
    collect([id, title, query, new Date(time).toISOString(), data, error], texts, { names: true });
    const own: string[] = [];
    collect(data ?? error, own, { measured: true });
    const terms = termsIn(own.join("\n"));
    for (const term of terms) itemCounts.set(term, (itemCounts.get(term) ?? 0) + 1);
    items.set(id, {
      terms,
      titleTerms: termsIn(`${title} ${query}`),
      recordTerms: recordsOf(data ?? error).map(termsIn),
      numbers: numbersIn(own.join("\n")),
    });
  }
  const text = texts.join("\n");
  const words = wordsOf(fold(text));
  const instants = [...text.matchAll(INSTANT)].map(([one]) => Date.parse(one) / 1000)
    .filter(Number.isFinite).slice(0, MOST_INSTANTS);
  return {
    question,
    text: fold(text),
    // Parts of dates and times are not measurements.
    numbers: numbersIn(text),
    spans: ascending(
      instants.flatMap((a) => instants.map((b) => b - a)).filter((span) => span > 0),
    ),
    alertTerms: termsIn(alert.join("\n")),
    isReadable: context.some(({ data }) => data !== undefined),
    items,
    itemCounts,
    words: new Set(words),
    runs: new Set(runsOf(words)),
  };
}

/** A sequence this long counts as copied. [words] */
export const RUN = 6;

function runsOf(words: readonly string[]): string[] {
  return Array.from(
    { length: Math.max(0, words.length - RUN + 1) },
    (_, at) => words.slice(at, at + RUN).join(" "),
  );
}

interface Collected {
  /** Includes field names. @default {false} */
  readonly names?: boolean;
  /** Includes names of fields that hold numbers, written as words. @default {false} */
  readonly measured?: boolean;
}

/** Collects all texts and numbers of a JSON value. */
function collect(value: unknown, into: string[], options: Collected = {}): void {
  if (typeof value === "string") into.push(value, ...options.measured ? [inWords(value)] : []);
  else if (typeof value === "number" || typeof value === "boolean") into.push(String(value));
  else if (Array.isArray(value)) value.forEach((one) => collect(one, into, options));
  else if (typeof value === "object" && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      if (options.names) into.push(name);
      else if (options.measured && isMeasure(one)) into.push(inWords(name));
      collect(one, into, options);
    }
  }
}

function isMeasure(value: unknown): boolean {
  return typeof value === "number" ||
    (isObject(value) && Object.values(value).some((one) => typeof one === "number"));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes `FreeStorageSpace` and `free_storage_space` as words. */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_+/g, " ");
}

/** Lines of texts and elements of lists. */
function recordsOf(value: unknown): string[] {
  if (typeof value === "string") return value.split("\n");
  if (Array.isArray(value)) {
    return value.flatMap((one) => typeof one === "string" ? recordsOf(one) : [JSON.stringify(one)]);
  }
  if (!isObject(value)) return [String(value)];
  const isFlat = Object.values(value).every((one) => typeof one !== "object" || one === null);
  if (isFlat && isMeasure(value)) return [inWords(JSON.stringify(value))];
  return Object.entries(value).flatMap(([name, one]) =>
    isMeasure(one) ? [inWords(`${name} ${JSON.stringify(one)}`)] : recordsOf(one)
  );
}

function termsIn(text: string): Set<string> {
  return termsOf(fold(text));
}

function numbersIn(text: string): Float64Array {
  return ascending([...text.replace(INSTANT, " ").matchAll(NUMBER)].map(([one]) => Number(one)));
}

function ascending(values: readonly number[]): Float64Array {
  return Float64Array.from(new Set(values)).sort();
}
