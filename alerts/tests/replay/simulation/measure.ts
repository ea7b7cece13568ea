/**
 * Counts how often what is simulated happens.
 *
 * @module
 */

import { numbers } from "./numbers.ts";
import { type Scenario, SECTIONS } from "./scenarios.ts";

/** A row, measured. */
export interface Measured {
  /** What was simulated. */
  readonly scenario: Scenario;
  /** How many times. */
  readonly runs: number;
  /** How often it happened with the former method; `null` where it had no such thing. */
  readonly former: number | null;
  /** How often it happens now. */
  readonly ours: number;
}

/** Measures every row, section by section; the first runs of a longer measurement are those of a shorter. */
export function measureAll(runs: number): Measured[][] {
  return SECTIONS.map(({ rows }, section) =>
    rows.map((scenario, row) => measure(scenario, runs, 1_000_000 * (100 * section + row + 1)))
  );
}

function measure(scenario: Scenario, most: number, seed: number): Measured {
  const runs = Math.ceil(most * (scenario.effort ?? 1));
  let before = 0, ours = 0, known = 0;
  const random = numbers(seed);
  for (let run = 0; run < runs; run++) {
    const outcome = scenario.run(random);
    if (outcome.former !== undefined) known++;
    if (outcome.former) before++;
    if (outcome.ours) ours++;
  }
  return { scenario, runs, former: known === 0 ? null : before / known, ours: ours / runs };
}
