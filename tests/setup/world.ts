/**
 * A simulated house as a server would show it: under the names, units and signs of a source, among
 * series that have nothing to do with it.
 *
 * @module
 */

import { type LabelledSamples, type Labels, rowAfter } from "../../src/columns.ts";
import type { SetupRole } from "../../src/setup/roles.ts";
import type { House } from "../houses/house.ts";
import { simulateMonth } from "../houses/house_month.ts";
import { type Random, random } from "../simulator/house/random.ts";
import { distractors } from "./distractors.ts";
import type { Naming, Quantity } from "./namings.ts";

/** What setup should find for a role. */
export interface Expected {
  readonly role: SetupRole;
  /** Labels of each series, with its name. */
  readonly labels: Labels;
  readonly unit: string;
  readonly sign?: string;
  /** Whether setup may bind it or not: its samples show nothing. */
  readonly isOptional?: boolean;
}

/** A server with a house. */
export interface World {
  readonly naming: string;
  readonly series: readonly LabelledSamples[];
  readonly expected: readonly Expected[];
  /** The server's present. [ms] */
  readonly now: number;
}

/** Days of samples that the server holds. */
const DAYS = 8;
const DAY = 86_400_000;

/** Factors to W or Wh. */
const FACTORS: Readonly<Record<string, number>> = {
  W: 1,
  kW: 1000,
  mW: 0.001,
  Wh: 1,
  kWh: 1000,
  mWh: 0.001,
  J: 1 / 3600,
  "%": 1,
  "1": 100,
};

/** The month of the house that was shown last: the next naming is often of the same one. */
let last: { readonly house: House; readonly series: readonly LabelledSamples[] } | null = null;

function monthOf(house: House): readonly LabelledSamples[] {
  if (last?.house !== house) {
    last = { house, series: simulateMonth(house, { others: true }).series };
  }
  return last.series;
}

/** Shows a house under a naming. */
export function worldOf(house: House, naming: Naming, options: { others: number }): World {
  const chance = random(`${house.seed}/world/${naming.name}`);
  const series = monthOf(house);
  const end = Math.max(...series.map(({ time }) => time.at(-1) ?? 0));
  // The present is any time of a day, also at night.
  const now = Math.floor(end - chance.between(1, 15) * DAY);
  const expected: Expected[] = [], shown: LabelledSamples[] = [];
  const recent = series.map(({ labels, time, value }) => {
    const rows = [rowAfter(time, now - DAYS * DAY), rowAfter(time, now)] as const;
    return { labels, time: time.slice(...rows), value: value.slice(...rows) };
  });
  for (const quantity of quantitiesOf(house, recent)) {
    for (const one of naming.show(quantity, chance)) {
      shown.push({ labels: one.labels, time: quantity.time, value: convert(quantity, one) });
      if (one.isExtra) continue;
      const isFlat = quantity.value.every((value) => value === quantity.value[0]);
      expected.push({
        role: quantity.role,
        labels: one.labels,
        unit: one.unit,
        ...(one.sign && { sign: one.sign }),
        // Without a name, samples that do not change show nothing.
        ...(naming.isScrambled && isFlat && { isOptional: true }),
      });
    }
  }
  const others = distractors(now, DAYS, options.others, chance, { isPlain: naming.isScrambled });
  return { naming: naming.name, series: [...shown, ...others], expected, now };
}

function convert(
  { value, unit, sign }: Quantity,
  shown: { readonly unit: string; readonly sign?: string; readonly part?: 1 | -1 },
): Float64Array {
  const factor = FACTORS[unit]! / FACTORS[shown.unit]!;
  const flip = sign !== undefined && shown.sign !== undefined && sign !== shown.sign ? -1 : 1;
  const part = shown.part === undefined ? -Infinity : 0;
  // A factor may leave more digits than the reading has.
  if (factor === 1) return value.map((one) => Math.max(part, one * flip + 0));
  return value.map((one) => Math.max(part, Number((one * factor * flip).toPrecision(12))));
}

/** The series of a house with what they mean. */
function quantitiesOf(house: House, series: readonly LabelledSamples[]): Quantity[] {
  const { meter, inverters, battery } = house;
  return series.flatMap(({ labels, time, value }): Quantity[] => {
    const { __name__ = "", ...rest } = labels;
    if (time.length < 2) return [];
    const device = Number(rest["device"] ?? 1) - 1, inverter = inverters[device];
    const base = { labels: rest, time, value };
    const of = (role: SetupRole, unit: string, more: Partial<Quantity> = {}): Quantity[] => [
      { ...base, role, unit, ...more },
    ];
    switch (__name__) {
      case "meter_power":
        return of("grid_power", meter.unit, { sign: meter.sign });
      case "meter_import":
        return of("import_energy", meter.imports!.unit);
      case "meter_export":
        return of("export_energy", meter.exports!.unit);
      case "inverter_power":
        return of("generation_power", inverter!.power!);
      case "inverter_today":
        return of("yield_today", inverter!.today!.unit);
      case "inverter_total":
        return of("yield_total", inverter!.total!.unit);
      case "inverter_string_power":
        return of("string_power", "W");
      case "battery_power":
        return of("battery_power", "W", { sign: battery!.sign });
      case "battery_soc":
        return of("state_of_charge", "%");
      case "battery_charged":
        return of("battery_charged_energy", "kWh");
      case "battery_discharged":
        return of("battery_discharged_energy", "kWh");
      case "wallbox_power":
        return of("consumer_power", "W", { consumer: "wallbox" });
      case "wallbox_energy":
        return of("consumer_energy", "kWh", { consumer: "wallbox" });
      case "heat_pump_power":
        return of("consumer_power", "W", { consumer: "heat_pump" });
      case "heat_pump_energy":
        return of("consumer_energy", "kWh", { consumer: "heat_pump" });
      default:
        return [];
    }
  });
}

/** Chooses from a list. */
export function pick<T>(chance: Random, all: readonly T[]): T {
  return all[Math.floor(chance.between(0, all.length))]!;
}
