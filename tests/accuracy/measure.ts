/**
 * What a pitfall does to a naive computation and to ours.
 *
 * @module
 */

import { joinSeries } from "../../src/columns.ts";
import { analyseDays, type Analysis } from "../../src/energy/days.ts";
import { type Household, parseHousehold } from "../../src/household.ts";
import { demoHouseholdFile } from "../simulator/house/household_file.ts";
import { simulate } from "../simulator/house/simulate.ts";
import { truthWithin } from "../simulator/house/truth_within.ts";
import { localDays } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import { Stored } from "./naive.ts";
import { houseOf, type Pitfall, rangeOf } from "./pitfalls.ts";

/** One pitfall, measured. */
export interface Measured {
  readonly pitfall: Pitfall;
  /** [kWh] */
  readonly truth: number;
  /** Naive − truth. [kWh] */
  readonly naiveError: number;
  /** Ours − truth. [kWh] */
  readonly ourError: number;
  /** Everything else that ours says. */
  readonly analysis: Analysis;
}

const HOUSEHOLD: Household = parseHousehold(demoHouseholdFile);

/** Simulates a pitfall and computes its day both ways. */
export async function measure(pitfall: Pitfall): Promise<Measured> {
  const { day, energy, faults = [], naive } = pitfall, range = rangeOf(pitfall);
  const house = houseOf(pitfall);
  const { series, truth } = simulate(house, { ...range, faults });
  const household = { ...HOUSEHOLD, zone: pitfall.zone ?? HOUSEHOLD.zone };
  const analysis = await analyseDays(memorySource(joinSeries(series)), household, range);
  const period = pitfall.zone === undefined
    ? truth.find(({ label }) => label === day)!
    : truthWithin(house, localDays(day, day, pitfall.zone)[0]!);
  const is = period[energy];
  const row = analysis.table.rows.find(({ date }) => date === day)!;
  return {
    pitfall,
    truth: is,
    naiveError: naive(new Stored(series), period) - is,
    ourError: row[energy]! - is,
    analysis,
  };
}
