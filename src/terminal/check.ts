import type { Client } from "../client/client.ts";
import type { Config, Route } from "../config.ts";
import type { Household } from "../household.ts";
import type { Survey } from "../commands/doctor/survey.ts";
import type { Way } from "../commands/doctor/way.ts";

/** How a check ended. */
export type Status = "ok" | "warning" | "failure" | "skipped";

/** What a check found. */
export interface Finding {
  /** How it ended. */
  readonly status: Status;
  /** What was found, for people. */
  readonly found: string;
  /** What to do, where something is to be done. */
  readonly advice?: string;
  /** What of several things it is about, such as a metric. */
  readonly subject?: string;
}

/** What checks learn and later ones build upon. */
export interface Facts {
  /** Settings of the environment. */
  readonly config: Config;
  /** The configured way to the server. */
  readonly route: Route;
  /** Which series play which role. Its zone is a makeshift unless {@linkcode Facts.zone} is known. */
  readonly household: Household;
  /** IANA zone of the household. */
  readonly zone: string;
  /** How far requests get. */
  readonly way: Way;
  /** Whatever guards the server lets requests pass. */
  readonly access: true;
  /** A server that answers queries. */
  readonly client: Client;
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

/** What a check leaves. */
export interface Outcome {
  /** At least one. */
  readonly findings: readonly Finding[];
  /** Facts for later checks. A fact that is not given lets the checks that need it be skipped. */
  readonly facts?: Partial<Facts>;
}

/** One edge between configuration and data. */
export interface Check<Need extends keyof Facts = keyof Facts> {
  /** Stable word for programs. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Facts without which it makes no sense. */
  readonly needs: readonly Need[];
  /** Facts that it gives if all is well. */
  readonly gives?: readonly (keyof Facts)[];
  /**
   * Looks.
   *
   * @throws {WattbookError} Whatever stands in the way; the runner makes a failure of it.
   */
  run(facts: Pick<Facts, Need>, surroundings: Surroundings): Outcome | Promise<Outcome>;
}

/**
 * Lets a check be written with exactly the facts that it needs, and kept in a list with others.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defineCheck } from "./check.ts";
 *
 * const zoneKnown = defineCheck({
 *   id: "zone",
 *   title: "Zone",
 *   needs: ["zone"],
 *   run: ({ zone }) => ({ findings: [{ status: "ok", found: zone }] }),
 * });
 * assert(zoneKnown.needs.join() === "zone");
 * ```
 */
export function defineCheck<Need extends keyof Facts>(check: Check<Need>): Check {
  // The runner hands over nothing but complete facts, so a check never meets one that is not there.
  return check as unknown as Check;
}
