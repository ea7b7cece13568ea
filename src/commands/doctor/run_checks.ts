/**
 * The doctor's checks: each needs facts that earlier checks found, and may add facts of its own.
 *
 * @module
 */

import type { Client } from "../../client/client.ts";
import type { Config, Route } from "../../config.ts";
import type { Household } from "../../household.ts";
import { type CheckResult, failure, type Finding } from "../../terminal/findings.ts";
import { SECOND } from "../../time.ts";
import type { Survey } from "./survey.ts";
import type { Way } from "./way.ts";

/** What checks find out and later checks use. */
export interface Facts {
  /** Settings of the environment. */
  readonly config: Config;
  /** The configured way to the server. */
  readonly route: Route;
  /** Which series play which role. Its zone is UTC unless {@linkcode Facts.zone} is known. */
  readonly household: Household;
  /** IANA zone of the household. */
  readonly zone: string;
  /** How far requests get on the route. */
  readonly way: Way;
  /** The dashboard, gateway or server accepts our login. */
  readonly access: true;
  /** A server that answers queries. */
  readonly client: Pick<Client, "description" | "query" | "queryRange" | "samples" | "series">;
  /** The server's clock, Unix time. [ms] */
  readonly serverTime: () => number;
  /** What the server holds of each metric. */
  readonly survey: Survey;
}

/** What a check may touch besides facts. */
export interface Surroundings {
  /** Reads the settings of the environment. */
  readonly settings: () => Config;
  /** The clock of this machine, Unix time. [ms] */
  readonly now: () => number;
  /** Household file that the person named. */
  readonly household?: string | undefined;
  /** IANA zone that the person named. */
  readonly zone?: string | undefined;
  /** Closes something when all checks are done. */
  readonly closeLater: (resource: AsyncDisposable) => void;
  /** Aborted when the time of the check is over or the person wants to stop. */
  readonly signal: AbortSignal;
}

/** The result of a check. */
export interface Outcome {
  /** At least one. */
  readonly findings: readonly Finding[];
  /** Facts for later checks. Checks that need a missing fact are skipped. */
  readonly facts?: Partial<Facts>;
}

/** One step between configuration and data. */
export interface Check<Need extends keyof Facts = keyof Facts> {
  /** Stable word for programs. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Facts that it needs. */
  readonly needs: readonly Need[];
  /** Facts that it gives if all is well. */
  readonly gives?: readonly (keyof Facts)[];
  /**
   * Runs the check.
   *
   * @throws {WattbookError} Any error; the runner turns it into a failure.
   */
  run(facts: Pick<Facts, Need>, surroundings: Surroundings): Outcome | Promise<Outcome>;
}

/**
 * Types a check by the facts that it needs, so that it can be kept in a list with others.
 */
export function defineCheck<Need extends keyof Facts>(check: Check<Need>): Check {
  // The runner passes only complete facts, so no check sees a missing one.
  return check as unknown as Check;
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
 * Runs checks in their order and yields each result at once. A check is skipped if a check that it
 * depends on failed.
 *
 * @throws The reason of the surroundings' signal, if the person wants to stop.
 */
export async function* runChecks(
  checks: readonly Check[],
  surroundings: Surroundings,
  options: RunOptions = {},
): AsyncGenerator<CheckResult> {
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
      outcome = skipped(`the time limit of ${totalLimit / SECOND} s for all checks is over`);
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
    advice:
      "Try again; if it fails again, check the load of the server and of any proxy before it.",
  };
}

function skipped(found: string): Outcome {
  return { findings: [{ status: "skipped", found }] };
}

function giverOf(fact: keyof Facts, checks: readonly Check[]): string {
  return checks.find(({ gives }) => gives?.includes(fact))?.title ?? fact;
}
