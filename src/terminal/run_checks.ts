import { SECOND } from "../time.ts";
import type { Check, Facts, Finding, Outcome, Surroundings } from "./check.ts";
import { failure } from "../commands/doctor/failure.ts";

/** A finding, with the check that it comes from. */
export interface Result extends Finding {
  /** Stable word of the check. */
  readonly check: string;
  /** Title of the check. */
  readonly title: string;
}

/** Options of {@linkcode runChecks}. */
export interface RunOptions {
  /** Longest time of one check. [ms] @default {30_000} */
  readonly limit?: number;
  /** Longest time of all checks together. [ms] @default {120_000} */
  readonly totalLimit?: number;
  /** Makes a signal that aborts after some time; replaceable in tests. [ms] */
  readonly timeout?: (milliseconds: number) => AbortSignal;
}

/**
 * Runs checks in their order and tells each result as soon as it is there. A check whose facts are
 * missing is skipped: what keeps them away was told before.
 *
 * @throws The reason of the surroundings' signal, if the person wants to stop.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defineCheck } from "./check.ts";
 * import { runChecks } from "./run_checks.ts";
 *
 * const zone = defineCheck({
 *   id: "zone", title: "Zone", needs: [], gives: ["zone"],
 *   run: () => ({ findings: [{ status: "failure", found: "no zone", advice: "Set one" }] }),
 * });
 * const clock = defineCheck({
 *   id: "clock", title: "Clock", needs: ["zone"],
 *   run: () => ({ findings: [{ status: "ok", found: "right" }] }),
 * });
 * const surroundings = {
 *   settings: () => ({ route: null }), now: Date.now, closeLater: () => {},
 *   signal: new AbortController().signal,
 * };
 * const statuses: string[] = [];
 * for await (const { status } of runChecks([zone, clock], surroundings)) statuses.push(status);
 * assert.deepEqual(statuses, ["failure", "skipped"]);
 * ```
 */
export async function* runChecks(
  checks: readonly Check[],
  surroundings: Surroundings,
  options: RunOptions = {},
): AsyncGenerator<Result> {
  const { limit = 30 * SECOND, totalLimit = 120 * SECOND, timeout = AbortSignal.timeout } = options;
  const total = timeout(totalLimit);
  let facts: Partial<Facts> = {};
  for (const check of checks) {
    const { id, title, needs } = check;
    const missing = needs.find((need) => facts[need] === undefined);
    let outcome: Outcome;
    if (missing !== undefined) {
      outcome = skipped(`depends on '${giverOf(missing, checks)}'`);
    } else if (total.aborted) {
      outcome = skipped(`the ${totalLimit / SECOND} s of the whole run are over`);
    } else {
      const late = AbortSignal.any([timeout(limit), total]);
      const signal = AbortSignal.any([late, surroundings.signal]);
      try {
        outcome = await check.run(facts as Facts, { ...surroundings, signal });
      } catch (error) {
        surroundings.signal.throwIfAborted();
        outcome = { findings: [late.aborted ? tooLate(limit) : failure(error)] };
      }
    }
    facts = { ...facts, ...outcome.facts };
    for (const finding of outcome.findings) yield { check: id, title, ...finding };
  }
}

function tooLate(limit: number): Finding {
  return {
    status: "failure",
    found: `no answer within ${limit / SECOND} s`,
    advice: "Try again; if it stays, look at the load of the server and of what stands before it.",
  };
}

function skipped(found: string): Outcome {
  return { findings: [{ status: "skipped", found }] };
}

function giverOf(fact: keyof Facts, checks: readonly Check[]): string {
  return checks.find(({ gives }) => gives?.includes(fact))?.title ?? fact;
}
