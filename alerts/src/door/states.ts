/**
 * States of hosts and services, in the words of Checkmk, Nagios and Icinga.
 *
 * @module
 */

import type { Severity } from "../incident.ts";

/** What a state means. */
export interface State {
  /** Its long name, in upper case. */
  readonly name: string;
  /** How bad it is. */
  readonly severity: Severity;
}

/**
 * The long names, their short forms and how bad each state is. A host that cannot be reached is
 * less than one that is down: the trouble is on the way to it, and has its own alert. That a check
 * could not tell does not mean that all is well.
 */
const STATES: readonly (readonly [name: string, short: readonly string[], severity: Severity])[] = [
  ["OK", [], "info"],
  ["WARNING", ["WARN"], "warning"],
  ["CRITICAL", ["CRIT"], "critical"],
  ["UNKNOWN", ["UNKN"], "unknown"],
  ["PENDING", ["PEND"], "unknown"],
  ["UP", [], "info"],
  ["DOWN", [], "critical"],
  ["UNREACHABLE", ["UNREACH", "UNRE"], "error"],
];

const BY_WORD = new Map(
  STATES.flatMap(([name, short, severity]) =>
    [name, ...short].map((word): [string, State] => [word, { name, severity }])
  ),
);

/**
 * What a word for a state means. Short and long forms, upper and lower case are the same; a word
 * that is not known stays as it is, and what is not one word is no state.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { stateOf } from "./states.ts";
 *
 * assert.deepEqual(stateOf("Crit"), { name: "CRITICAL", severity: "critical" });
 * assert.deepEqual(stateOf("limbo"), { name: "LIMBO", severity: "unknown" });
 * assert.equal(stateOf("all is well"), undefined);
 * ```
 */
export function stateOf(word: string | undefined): State | undefined {
  const name = word?.trim().toUpperCase() ?? "";
  if (!/^[A-Z]{1,30}$/.test(name)) return undefined;
  return BY_WORD.get(name) ?? { name, severity: "unknown" };
}
