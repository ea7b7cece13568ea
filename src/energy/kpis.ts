/**
 * Key figures of a period, by their standard names.
 *
 * @module
 */

import { BATTERY_KPIS, type BatteryKpiName, type KpiName, KPIS } from "../catalogue/key_figures.ts";
import { quantiles } from "../frames/distribution.ts";
import { type Frame, rowFrame } from "../frames/frame.ts";
import type { Household } from "../household.ts";
import { counted } from "../text.ts";
import { formatInstant, offsetAt } from "../time.ts";
import { peakOf, type PowerPeak, type PowerTable } from "./power.ts";
import { type DayRecord, dayRecords } from "./records.ts";
import { inverterEfficiency, type StringRatio, stringRatios } from "./strings.ts";
import { type EnergyTable, totalRow } from "./table.ts";

/** What the key figures are computed from, besides the daily table. */
export interface KpiOptions {
  /** Mean power of the same days; without it, figures that need power are unknown. */
  readonly power?: PowerTable;
  /** The house; the specific yield needs the kWp of its strings, cycles the battery's capacity. */
  readonly household?: Pick<Household, "strings"> & Partial<Pick<Household, "bindings">>;
  /** How the base load is taken. */
  readonly baseLoad?: BaseLoadOptions;
}

/** One key figure. */
export interface Kpi {
  /** Value in the unit of the catalogue; `null` where it is not known. */
  readonly value: number | null;
  /** Time of a peak. [ms] */
  readonly time?: number;
  /** What it is based on: percentile, window, interval, kWp, days. */
  readonly basis: string;
}

/** An amount of money as a key figure. */
export interface MoneyKpi extends Kpi {
  /** The column of the money table, such as `cost_eur`. */
  readonly name: string;
  /** ISO 4217 code of the currency. */
  readonly unit: string;
}

/** The key figures of a period. */
export interface Kpis {
  /** One entry per name of the catalogue. */
  readonly figures: Readonly<Record<KpiName, Kpi>>;
  /** Cost, fees, revenue, net and savings, if a tariff was given. */
  readonly money?: readonly MoneyKpi[];
  /** One entry per name of the catalogue, in a house with a battery. */
  readonly battery?: Readonly<Record<BatteryKpiName, Kpi>>;
  /** The strings compared. */
  readonly strings: readonly StringRatio[];
  /** The best and the worst complete days. */
  readonly records: readonly DayRecord[];
}

/**
 * Computes the key figures of the days of a table. Every ratio comes from summed energies, never
 * from the mean of daily ratios. There is no performance ratio: it needs the irradiance in the plane
 * of the panels, which is not measured.
 *
 * | figure | formula | source |
 * |---|---|---|
 * | self-consumption rate | self-consumed ÷ yield | HTW Berlin, Home Assistant |
 * | autarky | 1 − import ÷ consumption | HTW Berlin, Home Assistant |
 * | specific yield | yield ÷ kWp (final yield) | IEC 61836, IEC 61724-1 |
 * | capacity factor | yield ÷ (kWp · real hours) | common; in no standard |
 * | base load | low percentile of the load at night | practice; percentile and window stated |
 * | peak import, export | greatest mean of an interval, greatest raw sample | interval stated |
 * | load factor | mean load ÷ greatest load, of one interval | common |
 * | inverter efficiency | AC energy ÷ DC energy | IEC 61724-1 |
 * | battery efficiency | discharged ÷ (charged − change of what is stored) | common, round trip |
 *
 * @param table A table of days.
 * @throws {RangeError} If the table is not one of days, or the power table lacks one of its days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { computeKpis } from "./kpis.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(computeKpis(none).figures.autarky.value === null);
 * ```
 */
export function computeKpis(table: EnergyTable, options: KpiOptions = {}): Kpis {
  const { power, household } = options;
  const records = dayRecords(table);
  const covered = new Set(power?.days.map(({ label }) => label));
  const lacking = power && table.rows.find(({ date }) => !covered.has(date));
  if (lacking) throw new RangeError(`The power table lacks ${lacking.date}, a day of the table`);
  return {
    figures: {
      ...ratiosFigures(table),
      ...yieldFigures(table, household),
      ...powerFigures(options),
    },
    ...(table.devices?.battery && { battery: batteryFigures(table, household) }),
    strings: power ? stringRatios(power, household?.strings) : [],
    records,
  };
}

function ratiosFigures(table: EnergyTable) {
  const known = table.rows.filter((row) => row.consumption_kwh !== null).length;
  const basis = daysOf(known, table), total = totalRow(table);
  return {
    self_consumption_rate: { value: total?.self_consumption_rate ?? null, basis },
    autarky: { value: total?.autarky ?? null, basis },
  };
}

function yieldFigures(table: EnergyTable, household: KpiOptions["household"]) {
  const strings = household?.strings ?? [];
  const kwp = strings.reduce((sum, string) => sum + string.kwp, 0);
  const known = table.rows.filter((row) => row.yield_kwh !== null);
  const kwh = known.reduce((sum, row) => sum + row.yield_kwh!, 0);
  const hours = known.reduce((sum, row) => sum + row.hours, 0);
  const isKnown = kwp > 0 && known.length > 0;
  const basis = kwp > 0 ? `${kwp} kWp, ${daysOf(known.length, table)}` : "kWp not known";
  return {
    specific_yield: { value: isKnown ? kwh / kwp : null, basis },
    capacity_factor: { value: isKnown ? kwh / (kwp * hours) : null, basis: `${basis}, ${hours} h` },
  };
}

/** Figures of the battery, from the summed energies of the days on which they are known. */
function batteryFigures(
  table: EnergyTable,
  household: KpiOptions["household"],
): Record<BatteryKpiName, Kpi> {
  const total = totalRow(table)?.battery;
  const balanced = table.rows.filter(({ battery }) => battery?.direct_use_kwh != null);
  const known = table.rows.flatMap(({ battery }) =>
    battery?.battery_charged_kwh != null && battery.battery_discharged_kwh !== null ? [battery] : []
  );
  const whole = known.filter((day) => day.battery_loss_kwh !== null);
  const exchanged = known.filter((day) => day.battery_from_grid_kwh !== null);
  const sum = (days: typeof known, name: keyof typeof known[number]) =>
    days.reduce((sum, day) => sum + day[name]!, 0);
  const out = sum(known, "battery_discharged_kwh");
  const given = sum(whole, "battery_discharged_kwh"), lost = sum(whole, "battery_loss_kwh");
  const charged = sum(exchanged, "battery_charged_kwh");
  const capacities = household?.bindings?.state_of_charge.map(({ capacityKwh }) => capacityKwh) ??
    [];
  const capacity = capacities.reduce<number | undefined>(
    (sum, one) => sum === undefined || one === undefined ? undefined : sum + one,
    0,
  );
  const basis = daysOf(known.length, table);
  return {
    autarky_direct: {
      value: total?.autarky_direct ?? null,
      basis: daysOf(balanced.length, table),
    },
    autarky_battery: {
      value: total?.autarky_battery ?? null,
      basis: daysOf(balanced.length, table),
    },
    battery_efficiency: {
      value: given + lost > 0 ? given / (given + lost) : null,
      basis: whole.length === 0
        ? "needs the state of charge and the capacity"
        : daysOf(whole.length, table),
    },
    battery_cycles: {
      value: capacity ? out / capacity : null,
      basis: capacity ? `${capacity} kWh usable, ${basis}` : "capacity not known",
    },
    grid_charge_share: {
      value: charged > 0 ? sum(exchanged, "battery_from_grid_kwh") / charged : null,
      basis: daysOf(exchanged.length, table),
    },
  };
}

function powerFigures({ power, baseLoad: baseOptions }: KpiOptions) {
  if (!power) {
    const unknown: Kpi = { value: null, basis: "no power table" };
    return {
      base_load: unknown,
      peak_import: unknown,
      peak_import_raw: unknown,
      peak_export: unknown,
      peak_export_raw: unknown,
      load_factor: unknown,
      inverter_efficiency: unknown,
    };
  }
  const { time, import_w, export_w, load_w, rawPeaks } = power;
  const interval = `${power.step / 60_000}-min means`;
  const base = baseLoad(power, baseOptions);
  const highest = peakOf({ time, value: load_w });
  return {
    base_load: {
      value: base?.watts ?? null,
      basis: base
        ? `percentile ${base.percentile * 100} of ${base.slots} ${interval}, ${base.fromHour} to ` +
          `${base.toHour} h, without generation`
        : "no known load at night",
    },
    peak_import: peakFigure(peakOf({ time, value: import_w }), interval),
    peak_import_raw: peakFigure(greatest(rawPeaks.map((day) => day.import)), "raw samples"),
    peak_export: peakFigure(peakOf({ time, value: export_w }), interval),
    peak_export_raw: peakFigure(greatest(rawPeaks.map((day) => day.export)), "raw samples"),
    load_factor: {
      value: highest && highest.watts > 0 ? meanOf(load_w) / highest.watts : null,
      basis: interval,
    },
    inverter_efficiency: {
      value: inverterEfficiency(power),
      basis: power.strings.length === 0
        ? "no string power"
        : `AC ÷ ${power.strings.map(({ name }) => name).join(" + ")}`,
    },
  };
}

/** The greatest peak, the first of several. */
function greatest(peaks: readonly (PowerPeak | null)[]): PowerPeak | null {
  return peaks.reduce((a, b) => b === null || (a !== null && a.watts >= b.watts) ? a : b, null);
}

/** A peak of zero has no time. */
function peakFigure(peak: PowerPeak | null, basis: string): Kpi {
  if (peak === null) return { value: null, basis };
  return peak.watts > 0 ? { value: peak.watts, time: peak.time, basis } : { value: 0, basis };
}

function meanOf(values: Float64Array): number {
  let sum = 0, count = 0;
  for (let slot = 0; slot < values.length; slot++) {
    if (Number.isNaN(values[slot]!)) continue;
    sum += values[slot]!;
    count++;
  }
  return sum / count;
}

function daysOf(known: number, { rows }: EnergyTable): string {
  return `${known} of ${counted(rows.length, "day")} known`;
}

/**
 * Key figures as a frame, for a notebook.
 *
 * @param zone Zone in which the times of peaks are written.
 * @returns Columns `kpi`, `value`, `unit`, `when` (local time or day, empty where there is none),
 * `basis`; then the money, the strings and the records in the same columns.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { kpiFrame } from "./kpis.ts";
 * import { computeKpis } from "./kpis.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(kpiFrame(computeKpis(none), "UTC").row(0)[0] === "self_consumption_rate");
 * ```
 */
export function kpiFrame(kpis: Kpis, zone: string): Frame {
  const rows = [
    ...KPIS.map(({ name, unit }) => {
      const { value, time, basis } = kpis.figures[name];
      return { kpi: name, value, unit, when: time === undefined ? "" : local(time, zone), basis };
    }),
    ...(kpis.battery ? BATTERY_KPIS : []).map(({ name, unit }) => {
      const { value, basis } = kpis.battery![name];
      return { kpi: name, value, unit, when: "", basis };
    }),
    ...(kpis.money ?? []).map(({ name, unit, value, basis }) => (
      { kpi: name, value, unit, when: "", basis }
    )),
    ...kpis.strings.map(({ name, share, dc_kwh }) => (
      {
        kpi: `share_${name}`,
        value: share,
        unit: "0–1",
        when: "",
        basis: `${dc_kwh.toFixed(1)} kWh DC`,
      }
    )),
    ...kpis.records.map(({ column, kind, date, value }) => ({
      kpi: `${kind}_${column}`,
      value,
      unit: column === "autarky" ? "0–1" : "kWh",
      when: date,
      basis: "complete days",
    })),
  ];
  return rowFrame(rows, {
    kpi: "text",
    value: "number",
    unit: "text",
    when: "text",
    basis: "text",
  });
}

function local(time: number, zone: string): string {
  return formatInstant(Math.round(time / 1000) * 1000, zone);
}

/** How the base load is taken. Practice varies, so the result states it. */
export interface BaseLoadOptions {
  /**
   * Percentile of the load in the window. [0–1]
   *
   * @default {0.1}
   */
  readonly percentile?: number;
  /**
   * Where the window begins in local time. [h]
   *
   * @default {0}
   */
  readonly fromHour?: number;
  /**
   * Where it ends. [h]
   *
   * @default {5}
   */
  readonly toHour?: number;
}

/** A base load, with how it was taken. */
export interface BaseLoad extends Required<BaseLoadOptions> {
  /** [W] */
  readonly watts: number;
  /** Length of the means. [ms] */
  readonly step: number;
  /** How many slots it is based on. */
  readonly slots: number;
}

/**
 * Base load: a low percentile of the load in night hours without generation. This is the usual
 * practice of energy audits; no standard names percentile and window.
 *
 * @returns Base load; `null` without a slot in the window.
 */
export function baseLoad(power: PowerTable, options: BaseLoadOptions = {}): BaseLoad | null {
  const { percentile = 0.1, fromHour = 0, toHour = 5 } = options;
  const { time, load_w, generation_w, zone, step } = power;
  const quiet = load_w.filter((watts, slot) => {
    const hour = (time[slot]! + offsetAt(time[slot]!, zone)) / 3_600_000 % 24;
    // A house without an inverter has no generation to exclude.
    return !Number.isNaN(watts) && !(generation_w[slot]! > 0) && hour >= fromHour && hour < toHour;
  });
  if (quiet.length === 0) return null;
  const [watts] = quantiles(quiet, [percentile]);
  return { watts: watts!, percentile, fromHour, toHour, step, slots: quiet.length };
}
