/**
 * Houses and servers on which the error bands are measured.
 *
 * @module
 */

import type { Banded } from "../../src/catalogue/columns.ts";
import type { Flag } from "../../src/catalogue/flags.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import { loggerOutage } from "../simulator/house/faults/logger_outage.ts";
import { meterOutage } from "../simulator/house/faults/meter_outage.ts";
import type { House } from "../simulator/house/house.ts";
import { EXPORT_REGISTER } from "../simulator/house/meter_exporter.ts";
import type { SimulationOptions } from "../simulator/house/simulate.ts";
import { HOUR, MINUTE, SECOND } from "../../src/time.ts";
import { coarse, hoursFrom, lostScrapes, without } from "./faults.ts";

/** One variation: four weeks of a house. */
export interface Variation {
  /** What it is called. */
  readonly name: string;
  /** First and last day, from a Monday to a Sunday. */
  readonly range: { readonly from: string; readonly to: string };
  /** The house, by its difference from the demo's. */
  readonly house?: Partial<House>;
  /** Scrapes, reports and faults; without any, each minute. */
  readonly options?: Partial<SimulationOptions>;
  /** What the household file has besides its place. */
  readonly household?: Readonly<Record<string, unknown>>;
  /** A day with this flag is measured although it is not complete. */
  readonly despite?: Flag;
  /** Least number of days to be measured. @default 20 */
  readonly fewest?: number;
  /** The meter reports means: the calibration has to see it. @default false */
  readonly isMean?: boolean;
}

const WINTER = { from: "2025-12-01", to: "2025-12-28" };
const CLOCK_FORWARD = { from: "2025-03-17", to: "2025-04-13" };
const SPRING = { from: "2025-04-21", to: "2025-05-18" };
const SUMMER = { from: "2025-06-02", to: "2025-06-29" };
const CLOCK_BACK = { from: "2025-10-06", to: "2025-11-02" };

const every = (interval: number) => ({ scrape: { interval } });
const IMPORT_REGISTER = "gridbox_ha_multimeter_energy_Wh";

/** All variations. */
export const VARIATIONS: readonly Variation[] = [
  {
    name: "spring, each 15 s, scrapes lost",
    range: CLOCK_FORWARD,
    options: {
      ...every(15 * SECOND),
      faults: [lostScrapes({ every: 4 * HOUR, longest: 50 * SECOND })],
    },
  },
  { name: "spring, each 2 min", range: SPRING, options: every(2 * MINUTE) },
  { name: "summer, each 5 min", range: SUMMER, options: every(5 * MINUTE) },
  {
    name: "autumn, each 5 min, scrapes lost",
    range: CLOCK_BACK,
    options: {
      ...every(5 * MINUTE),
      faults: [lostScrapes({ every: 120 * HOUR, longest: 8 * MINUTE })],
    },
  },
  { name: "winter, each 5 min", range: WINTER, options: every(5 * MINUTE) },
  {
    name: "one scrape of five late, scrapes lost",
    range: SUMMER,
    options: {
      scrape: { late: 0.2 },
      faults: [lostScrapes({ every: 12 * HOUR, longest: 2 * MINUTE })],
    },
  },
  {
    name: "means of 15 s",
    range: SPRING,
    options: { ...every(15 * SECOND), meterReport: "mean" },
    isMean: true,
  },
  {
    name: "means of a minute, autumn",
    range: CLOCK_BACK,
    options: { meterReport: "mean" },
    isMean: true,
  },
  {
    name: "means of 5 min",
    range: SPRING,
    options: { ...every(5 * MINUTE), meterReport: "mean" },
    isMean: true,
  },
  {
    name: "outages of meter and logger",
    range: SPRING,
    options: {
      faults: [
        meterOutage(hoursFrom("2025-04-23T09:00:00Z", 3)),
        loggerOutage(hoursFrom("2025-05-06T10:00:00Z", 2)),
        meterOutage(hoursFrom("2025-05-13T22:00:00Z", 1)),
      ],
    },
  },
  {
    name: "no import register, each minute",
    range: SPRING,
    options: { faults: [without(IMPORT_REGISTER)] },
  },
  {
    name: "no import register, each 5 min, winter",
    range: WINTER,
    options: { ...every(5 * MINUTE), faults: [without(IMPORT_REGISTER)] },
  },
  {
    name: "an export register too",
    range: SUMMER,
    house: { exportRegister: 1_234_567.8 },
    household: { roles: { export_energy: { selector: EXPORT_REGISTER, unit: "Wh" } } },
  },
  {
    name: "registers in steps of 100 Wh",
    range: SUMMER,
    house: { exportRegister: 1_234_567.8 },
    household: { roles: { export_energy: { selector: EXPORT_REGISTER, unit: "Wh" } } },
    options: { faults: [coarse(IMPORT_REGISTER, 100), coarse(EXPORT_REGISTER, 100)] },
  },
  {
    name: "yield in steps of 0.1 kWh",
    range: CLOCK_BACK,
    options: { faults: [coarse("inverter_production_today_kwh", 0.1)] },
  },
  {
    name: "only a lifetime counter",
    range: CLOCK_FORWARD,
    options: { faults: [without("inverter_production_today_kwh")] },
  },
  {
    name: "yield integrated, each 5 min",
    range: SPRING,
    options: {
      ...every(5 * MINUTE),
      faults: [without("inverter_production_today_kwh", "inverter_production_total_kwh")],
    },
    despite: "yield_integrated",
  },
];

/** The house of a variation. */
export function houseOf({ name, house }: Variation): House {
  return { ...demoHouse, seed: name, ...house };
}

/** All that has a band. */
export type PerBand<T> = Readonly<Record<Banded, T>>;
