/**
 * Checks of connections, one after the other.
 *
 * @module
 */

import type { CheckResult, Finding } from "../../../src/terminal/findings.ts";
import { isWattbookError } from "../errors.ts";
import type { Secret } from "../../../src/secret.ts";
import { describeFailure } from "../context/describe_failure.ts";

/** One connection of an analyzer. */
export interface ConnectionCheck {
  /** A stable word. */
  readonly check: string;
  /** For people. */
  readonly title: string;
  /** Looks at it. What it throws becomes a failure. */
  readonly run: (signal: AbortSignal) => readonly Finding[] | Promise<readonly Finding[]>;
}

/** Options of {@linkcode runChecks}. */
export interface ChecksOptions {
  /** What no result may show. */
  readonly secrets: readonly Secret[];
  /** Longest time of one check. [ms] @default {20_000} */
  readonly limit?: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/**
 * Runs checks and tells each result as soon as it is there. No result holds a secret.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { runChecks } from "./run_checks.ts";
 *
 * const broken = { check: "a", title: "A", run: () => Promise.reject(new Error("hunter2 is wrong")) };
 * const results = await Array.fromAsync(runChecks([broken], {
 *   secrets: [new Secret("hunter2")],
 *   signal: AbortSignal.timeout(10_000),
 * }));
 * assert.deepEqual(results, [
 *   { check: "a", title: "A", status: "failure", found: "[SECRET] is wrong" },
 * ]);
 * ```
 */
export async function* runChecks(
  checks: readonly ConnectionCheck[],
  { secrets, limit = 20_000, signal }: ChecksOptions,
): AsyncGenerator<CheckResult> {
  const clean = (text: string) =>
    // A value with few characters occurs in many words. It is reported as too short.
    secrets.map((secret) => secret.reveal()).filter((one) => one.length > 3)
      .reduce((cleaned, one) => cleaned.replaceAll(one, "[SECRET]"), text);

  for (const { check, title, run } of checks) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
    const findings = await Promise.resolve(limited).then(run).catch((error): Finding[] => {
      signal.throwIfAborted();
      return [failureOf(limited.aborted ? `no answer within ${limit / 1000} s` : error)];
    });
    for (const { found, advice, ...finding } of findings) {
      yield {
        check,
        title,
        ...finding,
        found: clean(found),
        ...(advice !== undefined && { advice: clean(advice) }),
      };
    }
  }
}

function failureOf(error: unknown): Finding {
  if (isWattbookError(error)) {
    return { status: "failure", found: error.message, advice: error.hint };
  }
  return { status: "failure", found: describeFailure(error) };
}
