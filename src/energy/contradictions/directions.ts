/**
 * Directions: a reversed sign, or registers that are swapped.
 *
 * @module
 */

import { hasBattery } from "../../household.ts";
import { HOUR } from "../../time.ts";
import { HIDDEN_PULSES } from "../../frames/regulated.ts";
import { hasInverter } from "../limits.ts";
import { type Contradiction, COVERED, ENOUGH, type Facts, stepOf } from "./facts.ts";
import { bindingsText } from "./household_lines.ts";
import type { Night } from "./nights.ts";
import { isFollowed, isOpposed } from "./response.ts";

/** Whether a day speaks for a contradiction, against it, or not at all. */
type Vote = "for" | "against" | null;

/** Less energy in a night says nothing. [kWh] */
const SOME = 0.2;
/** In the middle of a night a house without battery draws more than this. [W] */
const STANDBY = 10;

/** The grid's sign, or the meter's registers. */
export function wrongDirection(facts: Facts): Contradiction[] {
  const { response, sunResponse, generation, nights, idleNights } = facts;
  const byNight = nightVotes(facts), byRegister = registerVotes(facts);
  const isAgainst = [byNight, byRegister].some((votes) => votes.includes("against"));
  // What power and register agree on is no mistake of the sign, such as a battery that feeds in.
  const reversed = decide(
    byNight.map((vote, d) => byRegister[d] === "against" ? "against" : vote),
  );
  if (reversed.includes(true) && !(reversed.every(Boolean) && isOpposed(response))) {
    const sum = (of: "imported" | "exported") =>
      idleNights.reduce((all, night) => all + night[of], 0).toFixed(1);
    const says = "In the dark, when nothing is generated, grid power says that the house fed in " +
      `${sum("exported")} kWh and drew ${sum("imported")} kWh`;
    return [signReversed(facts, reversed, says)];
  }
  const crossed = decide(byRegister);
  if (crossed.includes(true)) {
    // Without generation there is nothing to feed in.
    if (generatesNothing(facts) && sumOf(facts, "exported") > sumOf(facts, "imported")) {
      const says =
        "The registers say import where grid power says export, and the house generates " +
        "nothing";
      return [signReversed(facts, crossed, says)];
    }
    if (!byNight.includes("against") && isFollowed(response)) {
      const says = "The registers say import where grid power says export";
      return [signReversed(facts, crossed, says)];
    }
    // An import register that counts in the dark is the import's.
    const told = nights.filter((night) => night.counted >= 0);
    const imported = told.reduce((sum, night) => sum + night.imported, 0);
    const least = Math.max(ENOUGH, 10 * stepOf(facts.grid, "imports"), STILL * imported);
    const isImport = told.reduce((sum, night) => sum + countedAtLeast(night), 0) > least;
    if (isImport || exportStandsStill(facts)) return [];
    // Days on which both directions are about as much tell nothing by themselves.
    const isAlways = countsInTheDark(facts);
    return [registersSwapped(facts, isAlways ? facts.days.map(() => true) : crossed)];
  }
  if (countsInTheDark(facts)) return [registersSwapped(facts, facts.days.map(() => true))];
  // Only the sun generates at its hours, so what draws more then is a meter read the wrong way round.
  // Where the strings show the right way, it is a consumer.
  const isSunny = generation?.isSunlike && !isOpposed(sunResponse);
  if (isFollowed(response) && isSunny && !isAgainst) {
    const says = "Grid power rises whenever the generation rises";
    return [signReversed(facts, facts.days.map(() => true), says)];
  }
  return [];
}

function generatesNothing({ household }: Facts): boolean {
  return !hasInverter(household) && !hasBattery(household);
}

/** Energy of a direction by power on all days. [kWh] */
function sumOf({ flows }: Facts, of: "imported" | "exported"): number {
  return flows.reduce((sum, flow) => sum + (flow[of] || 0), 0);
}

function signReversed(
  { household: { bindings: { grid_power } } }: Facts,
  holds: readonly boolean[],
  says: string,
): Contradiction {
  return {
    flag: "sign_reversed",
    holds,
    says: `${says}: its sign is reversed`,
    mend: bindingsText("grid_power", grid_power, ({ factor }) => ({ factor: -factor })),
  };
}

function registersSwapped(
  { household: { bindings } }: Facts,
  holds: readonly boolean[],
): Contradiction {
  return {
    flag: "registers_swapped",
    holds,
    says: "The import register rises while grid power shows export, and the other way round: " +
      "they are swapped",
    mend: [
      bindingsText("import_energy", bindings.export_energy),
      bindingsText("export_energy", bindings.import_energy),
    ].join(", "),
  };
}

/** Whether the nights of each day feed in. */
function nightVotes({ days, idleNights }: Facts): Vote[] {
  return days.map(({ start, end }): Vote => {
    const own = idleNights.filter((night) => night.start < end && night.end > start);
    const imported = own.reduce((sum, night) => sum + night.imported, 0);
    const exported = own.reduce((sum, night) => sum + night.exported, 0);
    if (imported + exported < SOME) return null;
    const share = exported / (imported + exported);
    // A battery that regulates the house to zero feeds in a little, now and then.
    const isSteady = own.every(({ median }) => median < -STANDBY);
    return share > 0.9 && isSteady ? "for" : share < 0.5 ? "against" : null;
  });
}

/** An export register is an import's if it rises by so much of what power imports in the dark. */
const IN_THE_DARK = { least: 0.6, most: 1.6 } as const;
/** What stands still in the dark, counts less than this share. */
const STILL = 0.1;

/** What the import registers counted in a night for sure, although they were silent at its ends. [kWh] */
function countedAtLeast({ counted, doubt }: Night): number {
  return Math.max(0, counted - doubt);
}

/** Import in the dark by power, and by both registers on the same nights; `null` if too little. [kWh] */
function darkRise({ nights, grid }: Facts) {
  const told = nights.filter(({ fedIn, exported, imported }) =>
    fedIn >= 0 && exported <= STILL * imported
  );
  const sum = (of: (night: Night) => number) =>
    told.reduce((all, night) => all + (of(night) || 0), 0);
  const imported = sum((night) => night.imported), step = stepOf(grid, "exports");
  if (imported < Math.max(ENOUGH, 10 * step)) return null;
  return {
    imported,
    counted: sum(countedAtLeast),
    fedIn: sum((night) => night.fedIn),
    hours: sum(({ start, end }) => end - start) / HOUR,
  };
}

/** Whether the export register counts what the house draws in the dark, and the import register nothing. */
function countsInTheDark(facts: Facts): boolean {
  const rise = darkRise(facts);
  if (rise === null || rise.counted > STILL * rise.imported) return false;
  // A battery feeds in pulses that no sample shows.
  const pulses = hasBattery(facts.household) ? HIDDEN_PULSES * rise.hours / 1000 : 0;
  const share = (rise.fedIn - pulses) / rise.imported;
  return share > IN_THE_DARK.least && share < IN_THE_DARK.most;
}

/** Whether the export register stands still while the house draws: then it is the export's. */
function exportStandsStill(facts: Facts): boolean {
  const rise = darkRise(facts);
  return rise !== null && rise.fedIn < STILL * rise.imported;
}

/** Ratios of energies that are alike, and that differ. */
const ALIKE = Math.log(1.42), APART = Math.log(1.28);

/** Whether the registers of each day count the other direction than its power. */
function registerVotes({ grid, flows }: Facts): Vote[] {
  const steps = Math.max(stepOf(grid, "imports"), stepOf(grid, "exports"));
  const least = Math.max(ENOUGH, 10 * steps);
  const far = (a: number, b: number) => Math.abs(Math.log((a + steps + 0.02) / (b + steps + 0.02)));
  return grid.map(({ imports, exports }, d): Vote => {
    const { imported, exported, heard } = flows[d]!;
    if (heard < COVERED) return null;
    const told = ([[imports, imported, exported], [exports, exported, imported]] as const)
      .filter(([{ method, flags, kwh }, own, other]) =>
        method === "counter" && flags.length === 0 && Math.max(kwh!, own, other) > least
      )
      .map(([{ kwh }, own, other]) => ({ own: far(kwh!, own), other: far(kwh!, other) }));
    if (told.length === 0) return null;
    if (told.every(({ own, other }) => other < ALIKE && own > other + APART)) return "for";
    return told.some(({ own, other }) => own < ALIKE && other > own + APART) ? "against" : null;
  });
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
