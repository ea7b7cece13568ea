import type { Question } from "../../src/llm/render.ts";
import { fold, termsOf, wordsOf } from "./folded_text.ts";

/** A case, prepared for the checks. */
export type Facts = ReturnType<typeof factsOf>;

/** With more instants, some two would match any length of time. */
const MOST_INSTANTS = 60;
const INSTANT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g;
/** A sequence this long counts as copied. [words] */
export const RUN = 6;
const NUMBER = /(?<![\p{L}\d.])\d+(?:\.\d+)?/gu;

export function factsOf(question: Question) {
  const { incident, context } = question;
  const { title, status, severity, labels, annotations } = incident;
  const alert = [title, status, severity, ...textsIn([labels, annotations], "all")];
  const text = [
    ...alert,
    new Date(incident.startsAt).toISOString(),
    ...context.flatMap(({ id, title, query, time, data, error }) =>
      textsIn([id, title, query, new Date(time).toISOString(), data, error], "all")
    ),
  ].join("\n");
  const items = new Map(context.map(({ id, title, query, ...found }) => {
    const data = found.data ?? found.error;
    const own = textsIn(data, "measured").join("\n");
    const item = {
      terms: termsIn(own),
      titleTerms: termsIn(`${title} ${query}`),
      /** Of each of its lines or records. */
      recordTerms: recordsOf(data).map(termsIn),
      numbers: numbersIn(own),
    };
    return [id, item] as const;
  }));
  const itemCounts = new Map<string, number>();
  for (const { terms } of items.values()) {
    for (const term of terms) itemCounts.set(term, (itemCounts.get(term) ?? 0) + 1);
  }
  const words = wordsOf(fold(text));
  const instants = [...text.matchAll(INSTANT)].map(([one]) => Date.parse(one) / 1000)
    .filter(Number.isFinite).slice(0, MOST_INSTANTS);
  return {
    /** The alert with its full context. */
    question,
    /** Every text and number, folded. */
    text: fold(text),
    /** Ascending. Parts of dates and times are not measurements. */
    numbers: numbersIn(text),
    /** Times between any two instants of the case, ascending. [s] */
    spans: ascending(
      instants.flatMap((a) => instants.map((b) => b - a)).filter((span) => span > 0),
    ),
    alertTerms: termsIn(alert.join("\n")),
    /** Whether any context could be read. */
    isReadable: context.some(({ data }) => data !== undefined),
    /** By the item's id. */
    items,
    /** Number of items that contain a term. */
    itemCounts,
    words: new Set(words),
    /** Every sequence of {@linkcode RUN} words. */
    runs: new Set(words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "))),
  };
}

/**
 * All texts and numbers of a JSON value.
 *
 * @param names Names of fields to include: all, or those of numbers, written as words.
 */
function textsIn(value: unknown, names: "all" | "measured"): string[] {
  if (typeof value === "string") return names === "all" ? [value] : [value, inWords(value)];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, names));
  return Object.entries(value ?? {}).flatMap(([name, one]) => {
    const texts = textsIn(one, names);
    if (names === "all") return [name, ...texts];
    return isMeasure(one) ? [inWords(name), ...texts] : texts;
  });
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
