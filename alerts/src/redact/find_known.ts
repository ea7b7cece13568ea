import { mergeSpans } from "./merge_spans.ts";
import type { Finder, Span } from "./span.ts";

/** Shorter ones would stand in many a harmless word. [characters] */
const SHORTEST = 6;

/**
 * Makes a finder of secrets that are known beforehand, such as the service's own API key: as they
 * are, percent-encoded, in a JSON string and in base64.
 */
export function knownFinder(secrets: readonly string[]): Finder {
  const forms = new Set(secrets.filter(({ length }) => length >= SHORTEST).flatMap(formsOf));
  // A longer form first: it may hold a shorter one.
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  return (view) => sorted.map((form) => occurrences(view, form)).reduce(mergeSpans, []);
}

function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    btoa(String.fromCharCode(...bytes)).replace(/=+$/, ""),
  ];
}

function occurrences(view: string, form: string): Span[] {
  const spans: Span[] = [];
  for (let start = view.indexOf(form); start >= 0;) {
    const end = start + form.length;
    spans.push({ start, end, rule: "known_secret", type: "SECRET" });
    start = view.indexOf(form, end);
  }
  return spans;
}
