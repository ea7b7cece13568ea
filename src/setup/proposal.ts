/**
 * What setup proposes for a role.
 *
 * @module
 */

import type { Candidate } from "./candidates.ts";
import type { SetupRole, SetupUnit, Sign } from "./roles.ts";

/** A series that a role is bound to. */
export interface ProposedSeries {
  readonly candidate: Candidate;
  readonly unit: SetupUnit;
  /** Direction that counts as positive, for powers that have one. */
  readonly sign?: Sign;
  /** Name of a consumer. */
  readonly name?: string;
  /** Greatest power of a string so far: its nameplate says about as much or more. [kW] */
  readonly peak?: number;
  /** Capacity of the battery. [kWh] */
  readonly capacity?: number;
}

/** What setup proposes for a role. */
export interface Proposal {
  readonly role: SetupRole;
  /** The series; several are added. */
  readonly series: readonly ProposedSeries[];
  /**
   * `proved` if at least two tests agree on series, unit and sign; else `open`: a person has to say
   * whether it is right.
   */
  readonly certainty: "proved" | "open";
  /** What speaks for it, in plain words. */
  readonly reasons: readonly string[];
  /** What a person may choose instead. */
  readonly others: readonly (readonly ProposedSeries[])[];
}
