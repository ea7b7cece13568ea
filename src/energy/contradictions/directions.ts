/**
 * Directions: a reversed sign, or registers that are swapped.
 *
 * @module
 */

import { type Contradiction, COVERED, ENOUGH, type Facts, stepOf } from "./facts.ts";
import { bindingsText } from "./household_lines.ts";

/** Whether a day speaks for a contradiction, against it, or not at all. */
type Vote = "for" | "against" | null;

/** The grid's sign, or the meter's registers. */
export function wrongDirection(facts: Facts): Contradiction[] {
  const { days, nights, grid, household } = facts;
  const byNight = days.map(({ start, end }): Vote => {
    const own = nights.filter((night) => night.start < end && night.end > start);
    const imported = own.reduce((sum, night) => sum + night.imported, 0);
    const exported = own.reduce((sum, night) => sum + night.exported, 0);
    if (imported + exported < 0.2) return null;
    const share = exported / (imported + exported);
    return share > 0.9 ? "for" : share < 0.5 ? "against" : null;
  });
  const isReversed = decide(byNight);
  const { grid_power, import_energy, export_energy } = household.bindings;
  if (isReversed.includes(true)) {
    const exported = nights.reduce((sum, night) => sum + night.exported, 0);
    const imported = nights.reduce((sum, night) => sum + night.imported, 0);
    return [{
      flag: "sign_reversed",
      holds: isReversed,
      says: `In the dark, when nothing is generated, grid power says that the house fed in ${
        exported.toFixed(1)
      } kWh and drew ${imported.toFixed(1)} kWh: its sign is reversed`,
      mend: bindingsText("grid_power", grid_power, ({ factor }) => ({ factor: -factor })),
    }];
  }
  const steps = Math.max(stepOf(grid, "imports"), stepOf(grid, "exports"));
  const votes = grid.map(({ imports, exports, coverage }): Vote => {
    if (coverage < COVERED) return null;
    const pairs = [[imports, exports.integral], [exports, imports.integral]] as const;
    const told = pairs.filter(([own, other]) =>
      own.method === "counter" && own.flags.length === 0 &&
      Math.max(own.kwh!, own.integral, other) > Math.max(ENOUGH, 10 * steps)
    );
    const far = (a: number, b: number) =>
      Math.abs(Math.log((a + steps + 0.02) / (b + steps + 0.02)));
    const isCrossed = told.map(([own, other]) =>
      far(own.kwh!, other) < 0.35 && far(own.kwh!, own.integral) > far(own.kwh!, other) + 0.25
    );
    if (told.length === 0) return null;
    if (isCrossed.every(Boolean)) return "for";
    return told.some(([own]) => far(own.kwh!, own.integral) < 0.35) ? "against" : null;
  });
  const holds = decide(votes);
  if (!holds.includes(true)) return [];
  // Without a night that tells, the steps of the generation do.
  const { slope } = responseOf(facts);
  if (!byNight.includes("against") && slope > 0.3) {
    return [{
      flag: "sign_reversed",
      holds,
      says: "The registers say import where grid power says export: its sign is reversed",
      mend: bindingsText("grid_power", grid_power, ({ factor }) => ({ factor: -factor })),
    }];
  }
  const mend = [
    ["import_energy", export_energy] as const,
    ["export_energy", import_energy] as const,
  ].map(([role, bindings]) => bindingsText(role, bindings)).join(", ");
  return [{
    flag: "registers_swapped",
    holds,
    says: "The registers of import and export rise the other way round than grid power says: " +
      "they are swapped",
    mend,
  }];
}

/**
 * The days on which a contradiction holds: all, if nearly all that tell anything say so; else those in
 * a row of at least three.
 */
function decide(votes: readonly Vote[]): boolean[] {
  const count = (vote: Vote) => votes.filter((one) => one === vote).length;
  const isFew = votes.length <= 3;
  if (count("for") >= (isFew ? 1 : 2) && count("for") >= 9 * count("against")) {
    return votes.map(() => true);
  }
  const told = votes.flatMap((vote, d) => vote === null ? [] : [{ vote, d }]);
  const holds = votes.map(() => false);
  for (let i = 0; i < told.length;) {
    let next = i;
    while (next < told.length && told[next]!.vote === "for") next++;
    if (next - i >= 3) holds.fill(true, told[i]!.d, told[next - 1]!.d + 1);
    i = Math.max(next, i + 1);
  }
  return holds;
}

/** By how much grid power changes with generation power: −1 in a house, 1 for a consumer. */
export function responseOf(
  { grid_w, generation_w }: Facts,
): { slope: number; r: number; count: number } {
  return slopeOf(generation_w, grid_w, 300);
}

/** The slope of the steps of `y` at the greater steps of `x`. */
export function slopeOf(
  x: Float64Array,
  y: Float64Array,
  least: number,
): { slope: number; r: number; count: number } {
  let xx = 0, xy = 0, yy = 0, count = 0;
  for (let i = 1; i < x.length; i++) {
    const dx = x[i]! - x[i - 1]!, dy = y[i]! - y[i - 1]!;
    if (!(Math.abs(dx) > least) || Number.isNaN(dy)) continue;
    count++;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  return { slope: xy / xx, r: xy / Math.sqrt(xx * yy), count };
}
