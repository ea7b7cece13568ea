/**
 * The pitfalls of household energy, each as a seeded variation of a short simulated house, with the
 * computation that falls into it.
 *
 * @module
 */

import type { AuditRule } from "../../src/energy/repairs.ts";
import type { Flag } from "../../src/catalogue/flags.ts";
import type { Role } from "../../src/catalogue/roles.ts";
import { importOf } from "../../src/frames/samples.ts";
import type { GapClass } from "../../src/frames/gaps.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import type { Fault } from "../simulator/house/faults/fault.ts";
import { lateReset } from "../simulator/house/faults/late_reset.ts";
import { clockOffset } from "../simulator/house/faults/clock_offset.ts";
import { loggerOutage } from "../simulator/house/faults/logger_outage.ts";
import { meterOutage } from "../simulator/house/faults/meter_outage.ts";
import { middayReset } from "../simulator/house/faults/midday_reset.ts";
import { misread } from "../simulator/house/faults/misread.ts";
import { replacedMeter } from "../simulator/house/faults/replaced_meter.ts";
import { type VariationName, vary } from "../simulator/house/variations.ts";
import type { House, Pod } from "../simulator/house/house.ts";
import { addDays, HOUR, localDays, MINUTE, type Period, startOfDay } from "../../src/time.ts";
import * as naive from "./naive.ts";

/** The energies that are compared. */
export type Energy = "import_kwh" | "export_kwh" | "yield_kwh";

/** One pitfall. */
export interface Pitfall {
  /** What it is called. */
  readonly name: string;
  /** What a naive computation does, and what ours does. */
  readonly what: string;
  /** The day that it spoils; three days around it are simulated unless `range` says otherwise. */
  readonly day: string;
  /** Zone that the household file has; that of the house unless it is the pitfall. */
  readonly zone?: string;
  /** First and last day that are simulated and computed. */
  readonly range?: { readonly from: string; readonly to: string };
  /** Which energy of that day it spoils. */
  readonly energy: Energy;
  /** The house. */
  readonly house?: House;
  /** What goes wrong in it. */
  readonly faults?: readonly Fault[];
  /** The naive computation. [kWh] */
  readonly naive: (stored: naive.Stored, day: Period) => number;
  /** How far ours may be from the truth. [kWh] */
  readonly tolerance: number;
  /** All repairs in the audit, in their order. @default [] */
  readonly repairs?: readonly (readonly [Role, AuditRule])[];
  /** Classes of all gaps of meter and inverter but nights. @default [] */
  readonly gaps?: readonly GapClass[];
  /** All flags of all days. @default {} */
  readonly flags?: Readonly<Record<string, readonly Flag[]>>;
  /** Ours lacks something and says so: the truth lies in the band instead. @default false */
  readonly isIncomplete?: boolean;
}

/** A register in whole watt-hours, read at two midnights between two scrapes. [kWh] */
const BY_REGISTER = 0.004;
/** One step of the day counter. [kWh] */
const BY_DAY_COUNTER = 0.01 + 1e-9;
/** One step of the lifetime counter, sharpened by the day counter. [kWh] */
const BY_LIFETIME = 0.1;
/** One power sample a minute under broken clouds; the demo's worst day of the year has 0.25. [kWh] */
const BY_INTEGRAL = 0.25;

/** A reading at midnight, on a straight line over four hours of changing load. [kWh] */
const BY_INTERPOLATION = 0.2;

const GRID = "gridbox_ha_multimeter_power_W", POWER = "inverter_ac_active_power_watts";
const REGISTER = "gridbox_ha_multimeter_energy_Wh", DAY_COUNTER = "inverter_production_today_kwh";

/** A dull day after a bright one and before another. */
const DAY = "2025-05-10", BRIGHT = "2025-05-11";
const { zone } = demoHouse;
const at = (day: string, hours: number) => startOfDay(day, zone) + hours * HOUR;

const BEGIN = Date.parse("2025-01-01"), END = Date.parse("2026-01-01");
const pods = (...lives: [number, number][]): Pod[] =>
  lives.map(([start, end], index) => ({
    pod: `pod-${index}`,
    instance: `10.42.0.${index}:9101`,
    start,
    end,
  }));
/** The demo's house with the restarts of a pitfall instead of its own. */
function house(lives: { meter?: [number, number][]; inverter?: [number, number][] } = {}): House {
  const { meterExporter, inverterExporter } = demoHouse;
  return {
    ...demoHouse,
    meterExporter: { ...meterExporter, pods: pods(...lives.meter ?? [[BEGIN, END]]) },
    inverterExporter: { ...inverterExporter, pods: pods(...lives.inverter ?? [[BEGIN, END]]) },
  };
}

const increaseOfRegister: Pitfall["naive"] = (stored, day) =>
  naive.increase(stored.all(REGISTER), day) / 1000;
const greatestToday: Pitfall["naive"] = (stored, day) =>
  naive.greatest(stored.all(DAY_COUNTER), day);
const days = (from: string, to: string) => ({ from, to });
/** A clock so many hours late, in an inverter that never sleeps unless they are many. */
const wrongClock = (hours: number) =>
  clockOffset({
    offset: hours * HOUR,
    midnights: localDays("2025-05-01", "2025-05-20", zone).map(({ start }) => start),
    isSleepless: Math.abs(hours) < 3,
  });

/** A seeded variation of the house. */
function varied(name: VariationName, seed: string, day = DAY) {
  const { house: changed, faults } = vary(house(), name, { day, seed });
  return { house: changed, faults };
}

/** All pitfalls. */
export const PITFALLS: readonly Pitfall[] = [
  {
    name: "Sign ignored",
    what: "Grid power is integrated as if all of it were import. Wattbook reads the import " +
      "register.",
    day: DAY,
    energy: "import_kwh",
    naive: (stored, day) => {
      const { time, value } = naive.within(stored.all(GRID), day);
      return naive.bridged({ time, value: value.map(Math.abs) });
    },
    tolerance: BY_REGISTER,
  },
  {
    name: "Split after averaging",
    what: "Hourly means are split by their sign, so that import and export within an hour " +
      "cancel. Wattbook splits each sample.",
    day: DAY,
    energy: "export_kwh",
    naive: (stored, day) => naive.splitAfterMean(stored.all(GRID), day, -1),
    tolerance: BY_INTEGRAL,
  },
  {
    name: "Restart splits a series",
    what: "The day counters before and after the restart are added. Wattbook treats them as " +
      "one counter.",
    day: DAY,
    energy: "yield_kwh",
    house: house({ inverter: [[BEGIN, at(DAY, 15)], [at(DAY, 15) + 40_000, END]] }),
    naive: (stored, day) =>
      stored.each(DAY_COUNTER).reduce((sum, one) => sum + naive.greatest(one, day), 0),
    tolerance: BY_DAY_COUNTER,
  },
  {
    name: "Restart that overlaps",
    what: "At midnight two pods report, and adding their registers counts the meter twice. " +
      "Wattbook uses the larger one.",
    day: DAY,
    energy: "import_kwh",
    house: house({ meter: [[BEGIN, at(DAY, 24) + MINUTE], [at(DAY, 24) - 3 * MINUTE, END]] }),
    naive: (stored, day) => {
      const sum = (end: number) =>
        stored.each(REGISTER).reduce((wh, one) => {
          const { value } = naive.within(one, { start: end - 5 * MINUTE, end });
          return wh + (value.at(-1) ?? 0);
        }, 0);
      return (sum(day.end) - sum(day.start)) / 1000;
    },
    tolerance: BY_REGISTER,
  },
  {
    name: "Inverters sleep",
    what: "The mean of the samples is multiplied by 24 hours, but samples exist only by day. " +
      "Wattbook reads the day counter in the evening.",
    day: BRIGHT,
    energy: "yield_kwh",
    naive: (stored, day) => naive.meanTimesLength(stored.all(POWER), day),
    tolerance: BY_DAY_COUNTER,
  },
  {
    name: "UTC day",
    what: "The register is read at two midnights of UTC. Wattbook reads it at the midnights of " +
      "the house.",
    day: "2025-06-14",
    energy: "import_kwh",
    naive: (stored, { label }) => {
      const start = Date.parse(`${label}T00:00Z`);
      return naive.lastMinusFirst(stored.all(REGISTER), { start, end: start + 24 * HOUR }) / 1000;
    },
    tolerance: BY_REGISTER,
  },
  {
    name: "Day of 25 hours",
    what: "Every day is assumed to have 24 hours. Wattbook's day ends at the next midnight.",
    day: "2025-10-26",
    energy: "import_kwh",
    naive: (stored, { start }) =>
      naive.lastMinusFirst(stored.all(REGISTER), { start, end: start + 24 * HOUR }) / 1000,
    tolerance: BY_REGISTER,
  },
  {
    name: "Day of 23 hours",
    what: "Every day is assumed to have 24 hours. Wattbook's day ends at the next midnight.",
    day: "2025-03-30",
    energy: "import_kwh",
    naive: (stored, { start }) =>
      naive.lastMinusFirst(stored.all(REGISTER), { start, end: start + 24 * HOUR }) / 1000,
    tolerance: BY_REGISTER,
  },
  {
    name: "Late reset",
    what: "In the morning the day counter still shows the day before, which is its highest " +
      "value of the day. Wattbook leaves that reading out.",
    day: DAY,
    energy: "yield_kwh",
    faults: [lateReset({ midnight: at(DAY, 0), delay: 20 * MINUTE })],
    naive: greatestToday,
    tolerance: BY_DAY_COUNTER,
    repairs: [["yield_today", "late_reset"]],
    flags: { [DAY]: ["late_reset"] },
  },
  {
    name: "Reset in the middle of the day",
    what: "The inverter restarts at noon, so the highest value of its day counter is only one " +
      "part of the day. Wattbook adds both parts.",
    day: DAY,
    energy: "yield_kwh",
    faults: [middayReset({ start: at(DAY, 14), end: at(DAY, 24) })],
    naive: greatestToday,
    tolerance: 0.02,
    repairs: [["yield_today", "reset"]],
    flags: { [DAY]: ["counter_reset"] },
  },
  {
    name: "Inverter clock an hour late",
    what: "In the first hour of the day the day counter still shows the day before. Wattbook " +
      "reads the lifetime counter at midnight, and says that the inverter's clock is " +
      "wrong.",
    day: DAY,
    range: days("2025-05-08", "2025-05-12"),
    energy: "yield_kwh",
    faults: [wrongClock(1)],
    naive: greatestToday,
    tolerance: BY_LIFETIME,
    repairs: [["yield_today", "clock"]],
  },
  {
    name: "Inverter clock an hour early",
    what: "At 23:00 the day counter is already zero, so its last value of the day is zero. " +
      "Wattbook reads the lifetime counter at midnight, and says that the inverter's clock " +
      "is wrong.",
    day: DAY,
    range: days("2025-05-08", "2025-05-12"),
    energy: "yield_kwh",
    faults: [wrongClock(-1)],
    naive: (stored, day) => naive.last(stored.all(DAY_COUNTER), day),
    tolerance: BY_LIFETIME,
    repairs: [["yield_today", "clock"]],
  },
  {
    name: "Inverter clock seven hours late",
    what: "The day counter is reset at seven in the morning, so its highest value of the day " +
      "includes most of the day before. Wattbook reads the lifetime counter at midnight.",
    day: DAY,
    range: days("2025-05-08", "2025-05-12"),
    energy: "yield_kwh",
    faults: [wrongClock(7)],
    naive: greatestToday,
    tolerance: BY_LIFETIME,
    repairs: [["yield_today", "clock"]],
  },
  {
    name: "Wrong zone",
    what: "The household file names the zone of Kolkata, where the day ends while the sun " +
      "shines in Berlin. The highest value of the day counter then includes most of the " +
      "day before. Wattbook notices that the counter is reset at another hour, and reads " +
      "the lifetime counter at midnight of the given zone. It says that the zone does not " +
      "fit the coordinates, and no day is complete.",
    zone: "Asia/Kolkata",
    day: DAY,
    range: days("2025-05-08", "2025-05-12"),
    flags: Object.fromEntries(
      ["08", "09", "10", "11", "12"].map((day) => [`2025-05-${day}`, ["zone_wrong"]] as const),
    ),
    energy: "yield_kwh",
    naive: greatestToday,
    tolerance: BY_LIFETIME,
    repairs: [["yield_today", "clock"]],
  },
  {
    name: "Impossible power, export",
    what: "One sample of some megawatts is integrated. No fuse allows this power. Wattbook " +
      "leaves the sample out, interpolates two minutes, and lists the repair.",
    day: DAY,
    energy: "export_kwh",
    ...varied("impossible_grid_power", "a"),
    naive: (stored, day) => {
      const { time, value } = naive.within(stored.all(GRID), day);
      return naive.bridged({ time, value: value.map((watts) => Math.max(-watts, 0)) });
    },
    tolerance: BY_INTEGRAL,
    repairs: [["grid_power", "impossible_power"]],
    flags: { [DAY]: ["impossible_power"] },
  },
  {
    name: "Inverter outage",
    what: "The inverter fails for hours around noon, and a straight line replaces the missing " +
      "samples. Wattbook sees that its counters stood still, and reports an outage.",
    day: BRIGHT,
    range: days(DAY, "2025-05-12"),
    energy: "yield_kwh",
    ...varied("inverter_outage", "a", BRIGHT),
    naive: (stored, day) => naive.bridged(naive.within(stored.all(POWER), day)),
    tolerance: BY_DAY_COUNTER,
    // What it counted between its return and the first scrape.
    repairs: [["yield_today", "catch_up"]],
    gaps: ["outage"],
    flags: { [BRIGHT]: ["pv_gap", "outage", "recovered"] },
  },
  {
    name: "Glitch to zero",
    what: "`increase()` treats two zeros as a reset and adds the whole register. Wattbook sees " +
      "that the counter returns to its old reading.",
    day: DAY,
    energy: "import_kwh",
    faults: [
      misread(REGISTER, { start: at(DAY, 19), end: at(DAY, 19) + 2 * MINUTE, as: () => 0 }),
    ],
    naive: increaseOfRegister,
    tolerance: BY_REGISTER,
    repairs: [["import_energy", "glitch"]],
    flags: { [DAY]: ["counter_repaired"] },
  },
  {
    name: "Dip of one step",
    what: "`increase()` treats a dip of 1 Wh as a reset and adds the whole register. Wattbook " +
      "leaves the sample out.",
    day: DAY,
    energy: "import_kwh",
    faults: [
      misread(REGISTER, {
        start: at(DAY, 14),
        end: at(DAY, 14) + MINUTE,
        as: (_, before) => before - 1,
      }),
    ],
    naive: increaseOfRegister,
    tolerance: BY_REGISTER,
    repairs: [["import_energy", "dip"]],
  },
  {
    name: "Spike",
    what: "`increase()` adds a jump of 50 kWh, then treats the fall as a reset. Wattbook " +
      "leaves the sample out.",
    day: DAY,
    energy: "import_kwh",
    faults: [
      misread(REGISTER, {
        start: at(DAY, 19),
        end: at(DAY, 19) + MINUTE,
        as: (value) => value + 50_000,
      }),
    ],
    naive: increaseOfRegister,
    tolerance: BY_REGISTER,
    repairs: [["import_energy", "spike"]],
    flags: { [DAY]: ["counter_repaired"] },
  },
  {
    name: "Replayed row",
    what: "A reading of the evening appears once in the afternoon; the fuse would allow this " +
      "jump. `increase()` treats the fall back as a reset. Wattbook leaves the sample out.",
    day: DAY,
    energy: "import_kwh",
    faults: [
      misread(REGISTER, {
        start: at(DAY, 15),
        end: at(DAY, 15) + MINUTE,
        as: (value) => value + 300,
      }),
    ],
    naive: increaseOfRegister,
    tolerance: BY_REGISTER,
    repairs: [["import_energy", "spike"]],
    flags: { [DAY]: ["counter_repaired"] },
  },
  {
    name: "Replaced meter",
    what: "`increase()` adds the reading that the new meter already had. Wattbook adds what " +
      "each of the two meters counted, and says that the energy during the replacement is " +
      "lost.",
    day: DAY,
    energy: "import_kwh",
    faults: [replacedMeter({ at: at(DAY, 10), reading: 12_400 })],
    naive: increaseOfRegister,
    // What flows in the minute of the change: at most a kettle and an oven.
    tolerance: 0.07,
    repairs: [["import_energy", "replaced"]],
    flags: { [DAY]: ["counter_replaced"] },
  },
  {
    name: "Frozen, then a leap",
    what: "A register stands still for two hours and then jumps. The jump would exceed the " +
      "fuse if it happened in one minute, so a filter drops it. Wattbook knows how long " +
      "the register stood still, and accepts the jump.",
    day: DAY,
    energy: "import_kwh",
    faults: [
      misread(REGISTER, { start: at(DAY, 18), end: at(DAY, 20), as: (_, before) => before }),
    ],
    naive: (stored, day) => {
      const { time, value } = stored.all(REGISTER);
      return naive.withoutLeaps({ time, value: value.map((wh) => wh / 1000) }, day, 24.15);
    },
    tolerance: BY_REGISTER,
    repairs: [["import_energy", "catch_up"]],
    flags: { [DAY]: ["recovered"] },
  },
  {
    name: "Frozen over midnight, then a leap",
    what: "The whole jump is counted on the day on which it appears. Wattbook divides it at " +
      "midnight, and says that the reading there is interpolated.",
    day: DAY,
    range: days("2025-05-08", "2025-05-11"),
    energy: "import_kwh",
    faults: [
      misread(REGISTER, { start: at(DAY, -2), end: at(DAY, 2), as: (_, before) => before }),
    ],
    naive: increaseOfRegister,
    tolerance: BY_INTERPOLATION,
    repairs: [["import_energy", "catch_up"]],
    flags: {
      "2025-05-09": ["register_interpolated"],
      [DAY]: ["register_interpolated", "recovered"],
    },
  },
  {
    name: "Meter outage over midnight",
    what: "The first day ends with its last reading, the second begins with its first one, and " +
      "the energy between them is lost. Wattbook divides it at midnight, and says that the " +
      "reading there is interpolated.",
    day: DAY,
    range: days("2025-05-08", "2025-05-11"),
    energy: "import_kwh",
    faults: [meterOutage({ start: at(DAY, -2), end: at(DAY, 2) })],
    naive: increaseOfRegister,
    tolerance: BY_INTERPOLATION,
    repairs: [["import_energy", "catch_up"]],
    gaps: ["logger_down"],
    flags: {
      "2025-05-09": ["grid_gap", "logger_down", "register_interpolated"],
      [DAY]: ["grid_gap", "logger_down", "register_interpolated", "recovered"],
    },
  },
  {
    name: "Meter outage, import",
    what: "The missing power of an evening is filled with zeros. Wattbook uses the register, " +
      "which continued to count.",
    day: DAY,
    energy: "import_kwh",
    faults: [meterOutage({ start: at(DAY, 17), end: at(DAY, 21) })],
    naive: (stored, day) => {
      const { time, value } = stored.all(GRID);
      return naive.missingAsZero({ time, value: importOf(value) }, day);
    },
    tolerance: BY_REGISTER,
    repairs: [["import_energy", "catch_up"]],
    gaps: ["logger_down"],
    flags: { [DAY]: ["grid_gap", "logger_down", "recovered"] },
  },
  {
    name: "Meter outage, export",
    what: "The missing power around noon is filled with zeros. Nobody can know this export. " +
      "Wattbook marks the day as incomplete, and its error band contains the truth.",
    day: BRIGHT,
    range: days(DAY, "2025-05-12"),
    energy: "export_kwh",
    faults: [meterOutage({ start: at(BRIGHT, 11), end: at(BRIGHT, 14) })],
    naive: (stored, day) => {
      const { time, value } = stored.all(GRID);
      return naive.missingAsZero({ time, value: importOf(value.map((watts) => -watts)) }, day);
    },
    tolerance: Infinity,
    isIncomplete: true,
    repairs: [["import_energy", "catch_up"]],
    gaps: ["logger_down"],
    flags: { [BRIGHT]: ["grid_gap", "logger_down", "recovered"] },
  },
  {
    name: "Logger outage, bridged",
    what: "A straight line replaces four hours of changing clouds. Wattbook uses the counters " +
      "of the evening.",
    day: DAY,
    energy: "yield_kwh",
    faults: [loggerOutage({ start: at(DAY, 10), end: at(DAY, 14) })],
    naive: (stored, day) => naive.bridged(naive.within(stored.all(POWER), day)),
    tolerance: BY_DAY_COUNTER,
    repairs: [["yield_today", "catch_up"], ["yield_total", "catch_up"]],
    gaps: ["logger_down"],
    flags: { [DAY]: ["pv_gap", "logger_down", "recovered"] },
  },
  {
    name: "Logger outage over the evening",
    what: "The highest value of the day counter is that of noon. Wattbook takes the rest from " +
      "the lifetime counter of the next morning.",
    day: BRIGHT,
    range: days(DAY, "2025-05-12"),
    energy: "yield_kwh",
    faults: [loggerOutage({ start: at(BRIGHT, 13), end: at(BRIGHT, 24) })],
    naive: greatestToday,
    tolerance: BY_LIFETIME,
    repairs: [["yield_total", "catch_up"]],
    gaps: ["logger_down"],
    flags: { [BRIGHT]: ["pv_gap", "logger_down", "yield_recovered"] },
  },
];

/** The house of a pitfall, without restarts unless they are the pitfall. */
export function houseOf(pitfall: Pitfall): House {
  return pitfall.house ?? house();
}

/** The days that a pitfall simulates and computes. */
export function rangeOf({ day, range }: Pitfall): { from: string; to: string } {
  return range ?? days(addDays(day, -1), addDays(day, 1));
}
