/**
 * Regular expressions as the servers read them: RE2, anchored at both ends. JavaScript's expressions
 * differ in both directions, so they decide only where the two are the same.
 *
 * @module
 */

import { WattbookError } from "./errors.ts";

/** Quoted text, an escape, a class of characters, or one character. */
const TOKEN = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\\\]])*\]|[^]/g;

/**
 * What is wrong with a pattern for certain: a bracket without its other half, a repetition of nothing.
 * Everything else is left to the server, or to {@linkcode compilePattern}.
 *
 * @returns The fault in RE2's words, `null` if there is none of these.
 */
export function patternFault(pattern: string): string | null {
  let depth = 0, before = "";
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === "[") return "missing closing ]";
    if (token === "\\") return "trailing backslash at end of expression";
    if (token === "(") depth++;
    if (token === ")" && --depth < 0) return "unexpected )";
    // A question mark behind a parenthesis begins flags or a name.
    const isRepetition = ["*", "+"].includes(token) || (token === "?" && before !== "(");
    if (isRepetition && ["", "(", "|"].includes(before)) {
      return `missing argument to repetition operator: ${token}`;
    }
    before = token;
  }
  return depth > 0 ? "missing closing )" : null;
}

/** Alternatives of plain text, which need no engine. */
const PLAIN = /^[^\\^$.*+?()[\]{}]*$/;

/**
 * Plain characters, any character, parts that may be absent, alternatives in groups. RE2 and JavaScript
 * match the same texts with these, and nothing is repeated within a repetition.
 */
const COMMON = /^(?:[^\\^$.*+?()[\]{}|]\??|\.[*+?]?|\((?!\?)|\)\??|\|)*$/u;

/**
 * Makes the test whether a pattern matches all of a text.
 *
 * @throws {WattbookError} `BAD_SELECTOR` if the pattern is not valid.
 */
export async function compilePattern(pattern: string): Promise<(text: string) => boolean> {
  if (PLAIN.test(pattern)) {
    const alternatives = new Set(pattern.split("|"));
    return (text) => alternatives.has(text);
  }
  if (COMMON.test(pattern) && patternFault(pattern) === null) {
    const common = new RegExp(`^(?:${pattern})$`, "su");
    return (text) => common.test(text);
  }
  // Loaded late: most selectors compare plain text, and servers match their patterns themselves.
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
    return (text) => compiled.matches(text);
  } catch (cause) {
    throw new WattbookError(
      "BAD_SELECTOR",
      `The regular expression '${pattern}' is not valid: ${(cause as Error).message}`,
      { hint: "Correct the pattern. Prometheus and Wattbook use the syntax of RE2.", cause },
    );
  }
}
