import type { Severity } from "../incident.ts";

/** The words that senders use, by what they mean. */
const WORDS: Readonly<Record<Exclude<Severity, "unknown">, readonly string[]>> = {
  critical: ["critical", "crit", "page", "emergency", "fatal", "disaster", "p1"],
  error: ["error", "high", "major", "p2"],
  warning: ["warning", "warn", "medium", "average", "minor", "p3"],
  info: ["info", "information", "informational", "notice", "low", "none", "debug", "p4", "p5"],
};

const MEANINGS = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as Severity])
  ),
);

/**
 * What the word in a `severity` label means. Upper and lower case are the same.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { severityOf } from "./severity.ts";
 *
 * assert.equal(severityOf("Page"), "critical");
 * assert.equal(severityOf(undefined), "unknown");
 * ```
 */
export function severityOf(word: string | undefined): Severity {
  return MEANINGS.get(word?.trim().toLowerCase() ?? "") ?? "unknown";
}
