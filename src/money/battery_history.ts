/**
 * The flows of a house as they would have been without a battery, from its measured days.
 *
 * @module
 */

import type { Reconciled } from "../energy/accuracy/bands.ts";
import { addEstimates, bandOf, type Estimate, isBounded } from "../energy/accuracy/estimate.ts";
import type { PowerTable } from "../energy/power.ts";
import type { EnergyRow } from "../energy/table.ts";
import { WattbookError } from "../errors.ts";
import type { Household } from "../household.ts";
import { HOUR } from "../time.ts";
import type { Flows } from "./battery_flows.ts";
import type { BatteryInput } from "./battery_input.ts";
import { missedByOwn } from "./battery_missed.ts";

/** Measured days with their power. */
export interface MeasuredDays {
  /** Daily energies. */
  readonly rows: readonly EnergyRow[];
  /** The errors of the same days. */
  readonly reconciled: readonly Reconciled[];
  /** Mean power of the same days. */
  readonly power: PowerTable;
  /** Their house. */
  readonly household: Household;
}

/** The past of a house, and what a reader should know of it. */
export interface BatteryHistory extends BatteryInput {
  readonly notices: readonly string[];
}

/** A day's power that differs from its register by more is scaled no further. */
const MOST_SCALE = 2;
/** Energies below this say nothing about a scale. [kWh] */
const LEAST_SCALED = 0.05;
/** A direction without a band has this error, as a share. */
const UNBOUNDED = 0.1;
/** Share of the energy through a battery on the DC side that its inverter may lose on the way. */
const INVERTER_LOSS = 0.06;
/** An existing battery whose power is known for a smaller share of the time cannot be taken out. */
const LEAST_KNOWN = 0.5;

/**
 * The flows of a house without its battery, if it has one.
 *
 * Power says when energy flowed, the daily energies say how much: where a day is complete, its power is
 * scaled to them. The battery of the house, if it has one, is taken out by its own power; time in which
 * that is unknown is a gap.
 *
 * @throws {WattbookError} `NO_DATA` without any known power; `BATTERY_UNKNOWN` if the house has a
 * battery whose power is not known.
 */
export function batteryHistory(measured: MeasuredDays): BatteryHistory {
  const { power, household, rows, reconciled } = measured;
  const hasBattery = household.batteryCoupling !== undefined;
  if (hasBattery) checkBattery(power);
  const flows = hasBattery ? withoutBattery(power) : scaled(power, rows);
  fillGeneration(flows, power, rows);
  const known = flows.hours.reduce((sum, one) => sum + one, 0);
  if (known === 0) {
    throw new WattbookError("NO_DATA", "There is no grid power on these days", {
      hint: "Choose other days; 'deno task report' shows which days have samples.",
    });
  }
  const missed = (hasBattery && missedByOwn(power)) || undefined;
  const notices = hasBattery
    ? [
      "The house's own battery was taken out by its measured power; the sizes are those of a " +
      "battery in its place",
      ...household.batteryCoupling === "ac" ? [] : [
        "Its power is measured on its DC side: taking it out adds the conversion losses of the " +
        "inverter, some percent of what it charged and discharged, to the error",
      ],
    ]
    : [];
  return {
    flows,
    step: power.step,
    days: power.days,
    missed,
    error: errorOf(reconciled, flows, {
      hasBattery,
      through: household.batteryCoupling === "ac" ? 0 : throughputOf(power),
    }),
    notices,
  };
}

function checkBattery({ battery_w, grid_w }: PowerTable): void {
  let known = 0, all = 0;
  grid_w.forEach((watts, i) => {
    if (Number.isNaN(watts)) return;
    all++;
    if (battery_w && !Number.isNaN(battery_w[i]!)) known++;
  });
  if (all === 0 || known >= LEAST_KNOWN * all) return;
  const share = Math.floor(100 * known / all);
  throw new WattbookError(
    "BATTERY_UNKNOWN",
    `The house has a battery whose power is known for ${share} % of these days, so it cannot be ` +
      "taken out",
    {
      hint:
        "Bind battery_power in the household file (see docs/household-file.md), or choose days " +
        "with samples of it.",
    },
  );
}

function lengthsOf({ time, days, step }: PowerTable): Float64Array {
  const end = days.at(-1)?.end ?? 0;
  return time.map((at, i) => Math.min(step, (time[i + 1] ?? end) - at) / HOUR);
}

/**
 * Grid and battery together are what the house would have exchanged without one. Without samples of the
 * battery's power, its counters give means, in which both directions within an interval cancel.
 */
function withoutBattery(power: PowerTable): Flows {
  const { grid_w, battery_w, withoutBattery } = power;
  return flowsFrom(power, (i) => {
    if (withoutBattery) {
      return { imported: withoutBattery.import_w[i]!, exported: withoutBattery.export_w[i]! };
    }
    const net = grid_w[i]! + battery_w![i]!;
    return { imported: Math.max(0, net), exported: Math.max(0, -net) };
  }, power);
}

function scaled(power: PowerTable, rows: readonly EnergyRow[]): Flows {
  const { time, days, import_w, export_w, generation_w } = power;
  const lengths = lengthsOf(power), energies = new Map(rows.map((row) => [row.date, row]));
  const importScale = new Float64Array(time.length).fill(1), exportScale = importScale.slice();
  let from = 0;
  for (const { label, end } of days) {
    let to = from, imported = 0, exported = 0;
    for (; to < time.length && time[to]! < end; to++) {
      imported += import_w[to]! * lengths[to]! / 1000;
      exported += export_w[to]! * lengths[to]! / 1000;
    }
    const row = energies.get(label);
    // A day with a gap has NaN, and keeps its power.
    importScale.fill(scaleOf(row?.import_kwh, imported), from, to);
    exportScale.fill(scaleOf(row?.export_kwh, exported), from, to);
    from = to;
  }
  return flowsFrom(power, (i) => ({
    imported: Math.max(0, import_w[i]!) * importScale[i]!,
    exported: Math.max(0, export_w[i]!) * exportScale[i]!,
  }), { time, generation_w });
}

function scaleOf(kwh: number | null | undefined, integral: number): number {
  if (typeof kwh !== "number" || !(integral > LEAST_SCALED)) return 1;
  const scale = kwh / integral;
  return scale > MOST_SCALE || scale < 1 / MOST_SCALE ? 1 : scale;
}

function flowsFrom(
  power: PowerTable,
  wattsAt: (i: number) => { imported: number; exported: number },
  { time, generation_w }: Pick<PowerTable, "time" | "generation_w">,
): Flows {
  const lengths = lengthsOf(power), count = time.length;
  const hours = new Float64Array(count), gap = hours.slice(), imported = hours.slice();
  const exported = hours.slice(), generated = hours.slice();
  for (let i = 0; i < count; i++) {
    const watts = wattsAt(i), length = lengths[i]!;
    if (Number.isNaN(watts.imported + watts.exported)) {
      gap[i] = length;
      continue;
    }
    hours[i] = length;
    imported[i] = watts.imported * length / 1000;
    exported[i] = watts.exported * length / 1000;
    generated[i] = generation_w[i]! * length / 1000;
  }
  return { time, hours, gap, imported, exported, generated };
}

/**
 * Where the power of the inverter is unknown, the rest of the day's yield is spread over the unknown
 * intervals: self-sufficiency needs the sum, and a DC battery hardly minds the moment. What was
 * generated while the grid was unknown is known and belongs to no other interval.
 */
function fillGeneration(
  { time, hours, generated }: Flows,
  power: PowerTable,
  rows: readonly EnergyRow[],
): void {
  const { days, generation_w } = power, lengths = lengthsOf(power);
  const yields = new Map(rows.map(({ date, yield_kwh }) => [date, yield_kwh]));
  let from = 0;
  for (const { label, end } of days) {
    let to = from, known = 0, unknown = 0;
    for (; to < time.length && time[to]! < end; to++) {
      if (Number.isNaN(generation_w[to]!)) unknown += lengths[to]!;
      else known += generation_w[to]! * lengths[to]! / 1000;
    }
    const kwh = yields.get(label);
    if (unknown > 0 && typeof kwh === "number") {
      const rest = Math.max(0, kwh - known) / unknown;
      for (let i = from; i < to; i++) {
        if (Number.isNaN(generated[i]!)) generated[i] = rest * hours[i]!;
      }
    }
    from = to;
  }
}

/** What went through the battery in one direction or the other, the half of it. [kWh] */
function throughputOf(power: PowerTable): number {
  const lengths = lengthsOf(power);
  let kwh = 0;
  power.battery_w?.forEach((watts, i) => {
    if (!Number.isNaN(watts)) kwh += Math.abs(watts) * lengths[i]! / 2000;
  });
  return kwh;
}

/** How far off both directions may be: the bands of the days together, as a share of the energy. */
function errorOf(
  reconciled: readonly Reconciled[],
  flows: Flows,
  { hasBattery, through }: {
    readonly hasBattery: boolean;
    /** Energy through a battery on the DC side. [kWh] */
    readonly through: number;
  },
): BatteryInput["error"] {
  const relative = (name: "import_kwh" | "export_kwh", kwh: number) => {
    const known = reconciled.flatMap(({ estimates }) => {
      const one: Estimate | null = estimates[name];
      return one && isBounded(one) ? [one] : [];
    });
    if (known.length === 0) return UNBOUNDED;
    const whole = addEstimates(known), band = bandOf(whole);
    const width = Math.max(whole.kwh - band.low, band.high - whole.kwh);
    // With a battery the same absolute error belongs to what flows without it.
    const base = hasBattery ? kwh : whole.kwh;
    return base > 0 ? Math.min(0.5, (width + INVERTER_LOSS * through) / base) : 0;
  };
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  return {
    imported: relative("import_kwh", sum(flows.imported)),
    exported: relative("export_kwh", sum(flows.exported)),
  };
}

/** Says how much of the time is missing, if any is. */
export function gapNotice({ hours, gap }: Flows): string[] {
  const missing = gap.reduce((sum, one) => sum + one, 0);
  const whole = missing + hours.reduce((sum, one) => sum + one, 0);
  if (missing < 1 / 60) return [];
  const share = (100 * missing / whole).toFixed(missing / whole < 0.01 ? 2 : 1);
  const written = missing < 10 ? missing.toFixed(1) : String(Math.round(missing));
  return [
    `Gaps of ${written} h together (${share} % of the time) are left out: the simulated battery ` +
    "keeps its charge through them, and nothing is counted",
  ];
}
