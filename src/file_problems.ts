/**
 * What is wrong in a file that a person wrote.
 *
 * @module
 */

import type { z } from "zod";

/**
 * The problems of a file, each with the path of the key and the value.
 *
 * @param file The parsed file.
 */
export function problemsOf(error: z.ZodError, file: unknown): string[] {
  return error.issues.flatMap((issue) => describe(issue, [], file));
}

/** What to do about the problems of a file, as far as their checks say it; each hint once. */
export function hintsOf({ issues }: z.ZodError): string[] {
  const hints = issues.flatMap((issue) =>
    issue.code === "custom" ? issue.params?.["hint"] as string | undefined ?? [] : []
  );
  return [...new Set(hints)];
}

function describe(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[],
  file: unknown,
): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    // Of several forms, the one that matched furthest is the intended one.
    const depth = (issues: readonly z.core.$ZodIssue[]) =>
      Math.max(0, ...issues.map((one) => one.path.length));
    const meant = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0];
    if (meant?.length) return meant.flatMap((one) => describe(one, path, file));
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${keyOf([...path, key])}: there is no such key`);
  }
  const where = path.length > 0 ? `${keyOf(path)}: ` : "";
  return [where + complaint(issue, valueAt(path, file))];
}

/** A path as people write it: `strings[0].kwp`. */
function keyOf(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => typeof part === "number" ? `[${part}]` : `.${String(part)}`);
  return parts.join("").slice(1);
}

function complaint(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return "it is missing";
  if (issue.code === "custom" && issue.params?.["isQuoted"]) return issue.message;
  const text = JSON.stringify(value), allowed = allowedIn(issue);
  const says = allowed ? `must be ${LIST.format(allowed)}` : ruleOf(issue) ?? issue.message;
  return `${says}, not ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

/** Kinds of values, as people call them. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

/** What a value must be; `undefined` if the schema says it in words of its own. */
function ruleOf(issue: z.core.$ZodIssue): string | undefined {
  if (!/^(Invalid input|Too big|Too small)/.test(issue.message)) return undefined;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "too_big":
    case "too_small": {
      const isMost = issue.code === "too_big", { inclusive = true, origin } = issue;
      const limit = isMost ? issue.maximum : issue.minimum;
      const bound = inclusive
        ? `at ${isMost ? "most" : "least"} ${limit}`
        : `${isMost ? "below" : "above"} ${limit}`;
      if (origin === "array") return `must have ${bound} ${limit === 1 ? "entry" : "entries"}`;
      return origin === "string" && limit === 1 ? "must not be empty" : `must be ${bound}`;
    }
  }
  return undefined;
}

const LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The values that a key may have, if they are few. */
function allowedIn(issue: z.core.$ZodIssue): string[] | undefined {
  const values = issue.code === "invalid_value"
    ? issue.values
    : issue.code === "invalid_union" && "options" in issue
    ? issue.options as unknown[]
    : undefined;
  return values?.map(String);
}

function valueAt(path: readonly PropertyKey[], file: unknown): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    file,
  );
}
