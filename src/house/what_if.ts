/**
 * What a battery would have changed.
 *
 * @module
 */

import { type RowColumns, rowFrame } from "../frames/frame.ts";
import type { PricedInput } from "../money/battery_input.ts";
import type { SizedBattery, SizeWorthIt, WithoutBattery } from "../money/battery_sizes.ts";
import type { BatteryDayPlotOptions } from "../plots/battery_day.ts";
import type { BatteryFullPlotOptions } from "../plots/battery_full.ts";
import type { BatteryGainPlotOptions } from "../plots/battery_gain.ts";
import type { Figure } from "../plots/svg.ts";
import { checkName } from "./check_options.ts";
import { later } from "./later.ts";
import { ReadableFrame } from "./readable_frame.ts";

/** The pictures of a what-if, with the options of each. */
export interface BatteryWhatIfPlots {
  /** Gain against size, with its range. */
  gain: BatteryGainPlotOptions;
  /** The typical day with and without the battery. */
  day: BatteryDayPlotOptions;
  /** Hours in which the battery was full and empty, month by month. */
  full: BatteryFullPlotOptions;
}

/** What the pictures are drawn from. */
export interface DrawnBatteries {
  /** The batteries, tariff by tariff. */
  readonly batteries: readonly SizedBattery[];
  /** The past at the prices of each tariff. */
  readonly priced: readonly PricedInput[];
  /** Names of the tariffs. */
  readonly tariffs: readonly string[];
  /** Beyond which size more is not worth it. */
  readonly worthIt: SizeWorthIt | null;
  /** Of all money. */
  readonly currency: string;
  /** IANA zone. */
  readonly zone: string;
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

/** Each is loaded when it is drawn. */
const PLOTS: {
  [Name in keyof BatteryWhatIfPlots]: (
    drawn: DrawnBatteries,
    options: BatteryWhatIfPlots[Name],
  ) => Promise<Figure>;
} = {
  gain: async (...args) =>
    (await later<typeof import("../plots/battery_gain.ts")>("../plots/battery_gain.ts"))
      .batteryGainPlot(...args),
  day: async (...args) =>
    (await later<typeof import("../plots/battery_day.ts")>("../plots/battery_day.ts"))
      .batteryDayPlot(...args),
  full: async (...args) =>
    (await later<typeof import("../plots/battery_full.ts")>("../plots/battery_full.ts"))
      .batteryFullPlot(...args),
};

/** What a {@linkcode BatteryWhatIf} is made of. */
export interface BatteryWhatIfParts extends Omit<DrawnBatteries, "tariffs"> {
  /** The house without a battery, one entry per tariff. */
  readonly without: readonly WithoutBattery[];
  /** Where the samples came from. */
  readonly source: string;
  /** What a reader should know. */
  readonly notices: readonly string[];
}

/** What people look at first. */
const SHOWN = [
  "tariff",
  "capacity_kwh",
  "power_kw",
  "import_kwh",
  "export_kwh",
  "autarky",
  "cycles",
  "hours_full",
  "hours_empty",
  "gain",
  "gain_low",
  "gain_high",
  "best",
  "best_low",
  "best_high",
];

/**
 * Batteries that the house does not have, run through its measured past: a row per tariff, power and
 * size. The past is measured, the battery is simulated, and the best use is a bound that needs to know
 * the future. None of it is a forecast.
 */
export class BatteryWhatIf extends ReadableFrame {
  /** Everything about each battery, in the order of the rows. */
  readonly batteries: readonly SizedBattery[];
  /** The house without a battery, one entry per tariff. */
  readonly without: readonly WithoutBattery[];
  /** Beyond which size more is not worth it, for the first tariff and power; `null` if none shows. */
  readonly worthIt: SizeWorthIt | null;
  /** Of all money. */
  readonly currency: string;
  readonly #parts: BatteryWhatIfParts;

  /**
   * Wraps simulated batteries.
   *
   * @param parts The batteries, and the past they ran through.
   */
  constructor(parts: BatteryWhatIfParts) {
    const { batteries, without, currency } = parts;
    super({
      frame: () => batteryFrame(batteries),
      title: `What a battery would have changed, ${spanOf(parts)}, from ${parts.source}`,
      zone: parts.zone,
      notices: parts.notices,
      shown: without.length > 1 ? SHOWN : SHOWN.slice(1),
      units: unitsIn(currency),
    });
    this.batteries = batteries;
    this.without = without;
    this.worthIt = parts.worthIt;
    this.currency = currency;
    this.#parts = parts;
  }

  /** The first and the last day, for people. */
  get span(): string {
    return spanOf(this.#parts);
  }

  /** Each calendar month of each battery by the self-use rule. */
  get months(): ReadableFrame {
    const rows = this.batteries.flatMap(({ tariff, spec, rule }) =>
      rule.months.map((month) => ({ tariff, spec, month }))
    );
    return this.#table("Month by month, by the self-use rule", rows, {
      month: ["text", ({ month }) => month.month],
      import_kwh: ["number", ({ month }) => month.imported],
      export_kwh: ["number", ({ month }) => month.exported],
      charged_kwh: ["number", ({ month }) => month.charged],
      discharged_kwh: ["number", ({ month }) => month.discharged],
      hours_full: ["number", ({ month }) => month.full],
      hours_empty: ["number", ({ month }) => month.empty],
      hours_gap: ["number", ({ month }) => month.gap],
      gain: ["number", ({ month }) => month.gain],
    });
  }

  /** What buying each battery comes to; empty unless prices were given and the past has a year. */
  get payback(): ReadableFrame {
    const rows = this.batteries.flatMap(({ tariff, spec, payback }) =>
      payback ? [{ tariff, spec, payback }] : []
    );
    return this.#table("Buying it, under the given prices, lifetimes, ageing and interest", rows, {
      cost_low: ["number", ({ payback }) => payback.cost.low],
      cost_high: ["number", ({ payback }) => payback.cost.high],
      npv_low: ["number", ({ payback }) => payback.npv.low],
      npv_high: ["number", ({ payback }) => payback.npv.high],
      per_kwh_low: ["number", ({ payback }) => finite(payback.perKwh.low)],
      per_kwh_high: ["number", ({ payback }) => finite(payback.perKwh.high)],
      charging_per_kwh: ["number", ({ payback }) => finite(payback.charging)],
      simple_years_low: ["number", ({ payback }) => finite(payback.simple.low)],
      simple_years_high: ["number", ({ payback }) => finite(payback.simple.high)],
    });
  }

  /** Each year of the past by itself: its gain, and the net present value if all were like it. */
  get years(): ReadableFrame {
    const rows = this.batteries.flatMap(({ tariff, spec, payback }) =>
      (payback?.years ?? []).map((year) => ({ tariff, spec, year }))
    );
    return this.#table("Each year of the past by itself", rows, {
      from: ["text", ({ year }) => year.from],
      to: ["text", ({ year }) => year.to],
      known: ["number", ({ year }) => year.known],
      gain: ["number", ({ year }) => year.gain],
      npv_low: ["number", ({ year }) => year.npv.low],
      npv_high: ["number", ({ year }) => year.npv.high],
    }, { known: "0–1" });
  }

  /** A table about single batteries: which one a row is about, then `columns`. */
  #table<Row extends Pick<SizedBattery, "tariff" | "spec">>(
    title: string,
    rows: readonly Row[],
    columns: RowColumns<Row>,
    units: Readonly<Record<string, string>> = {},
  ): ReadableFrame {
    return new ReadableFrame({
      frame: () => rowFrame(rows, { ...BATTERY_KEYS, ...columns }),
      title,
      zone: this.zone,
      units: { ...unitsIn(this.currency), ...units },
    });
  }

  /**
   * Draws a picture; the last expression of a notebook's cell shows it.
   *
   * @param name Which one. Default: `gain`.
   * @param options Options of this picture; each takes `width`, `theme` and `title`.
   * @throws {WattbookError} `BAD_OPTION` if there is no such picture, tariff or battery.
   */
  async plot<Name extends keyof BatteryWhatIfPlots = "gain">(
    name?: Name,
    options: BatteryWhatIfPlots[Name] = {} as BatteryWhatIfPlots[Name],
  ): Promise<Figure> {
    const known = Object.keys(PLOTS) as (keyof BatteryWhatIfPlots)[];
    const wanted = checkName("picture", name ?? "gain", known);
    const tariffs = this.without.map(({ tariff }) => tariff);
    return await PLOTS[wanted as Name]({ ...this.#parts, tariffs }, options);
  }
}

/** The columns that say which battery a row is about. */
const BATTERY_KEYS: RowColumns<Pick<SizedBattery, "tariff" | "spec">> = {
  tariff: "text",
  capacity_kwh: ["number", ({ spec }) => spec.kwh],
  power_kw: ["number", ({ spec }) => spec.kw],
};

function batteryFrame(batteries: readonly SizedBattery[]) {
  return rowFrame(batteries, {
    ...BATTERY_KEYS,
    import_kwh: ["number", ({ rule }) => rule.imported.value],
    import_low_kwh: ["number", ({ rule }) => rule.imported.low],
    import_high_kwh: ["number", ({ rule }) => rule.imported.high],
    export_kwh: ["number", ({ rule }) => rule.exported.value],
    export_low_kwh: ["number", ({ rule }) => rule.exported.low],
    export_high_kwh: ["number", ({ rule }) => rule.exported.high],
    autarky: ["number", ({ rule }) => finite(rule.autarky)],
    cycles: ["number", ({ rule }) => rule.cycles],
    hours_full: ["number", ({ rule }) => rule.sums.full],
    hours_empty: ["number", ({ rule }) => rule.sums.empty],
    gain: ["number", ({ rule }) => rule.gain.value],
    gain_low: ["number", ({ rule }) => rule.gain.low],
    gain_high: ["number", ({ rule }) => rule.gain.high],
    charge_left: ["number", ({ rule }) => rule.left],
    best: ["number", ({ optimum }) => optimum?.gain.value],
    best_low: ["number", ({ optimum }) => optimum?.gain.low],
    best_high: ["number", ({ optimum }) => optimum?.gain.high],
    best_one_day: ["number", ({ optimum }) => optimum?.oneDay],
    best_two_days: ["number", ({ optimum }) => optimum?.twoDays],
  });
}

function unitsIn(currency: string): Record<string, string> {
  const money = ["gain", "gain_low", "gain_high", "best", "best_low", "best_high", "charge_left"]
    .concat(["best_one_day", "best_two_days", "cost_low", "cost_high", "npv_low", "npv_high"]);
  const perKwh = ["per_kwh_low", "per_kwh_high", "charging_per_kwh"];
  return {
    ...Object.fromEntries(money.map((name) => [name, currency])),
    ...Object.fromEntries(perKwh.map((name) => [name, `${currency}/kWh`])),
    power_kw: "kW",
    autarky: "0–1",
    cycles: "",
    hours_full: "h",
    hours_empty: "h",
    hours_gap: "h",
    simple_years_low: "years",
    simple_years_high: "years",
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function spanOf({ from, to }: Pick<DrawnBatteries, "from" | "to">): string {
  return from === to ? from : `${from} to ${to}`;
}
