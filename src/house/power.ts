/**
 * The mean power of a household, slot by slot.
 *
 * @module
 */

import type { HouseholdGaps } from "../energy/findings.ts";
import { powerFrame, type PowerTable } from "../energy/power.ts";
import { inverterEfficiency, stringRatios } from "../energy/strings.ts";
import type polars from "nodejs-polars";
import { rowFrame } from "../frames/frame.ts";
import type { Household } from "../household.ts";
import type { CarpetPlotOptions } from "../plots/carpet.ts";
import type { DurationCurvePlotOptions } from "../plots/duration_curve.ts";
import type { FigureOptions } from "../plots/figure.ts";
import type { Figure } from "../plots/svg.ts";
import type { PowerDayPlotOptions } from "../plots/power_day.ts";
import type { TypicalDayPlotOptions } from "../plots/typical_day.ts";
import { MINUTE } from "../time.ts";
import { later } from "./later.ts";
import { checkName } from "./check_options.ts";
import { ReadableFrame } from "./readable_frame.ts";

/**
 * The columns of mean powers; a string has one too, such as `pv1_w`, and so has a consumer, such as
 * `wallbox_w`. `null` is unknown. [W]
 *
 * @internal Their types are those of Polars.
 */
export type PowerColumns = {
  /** Start of the slot. [UTC] */
  time: polars.Datetime;
  /** Grid power, positive for import. */
  grid_w: polars.Float64;
  /** Its positive part, clipped sample by sample. */
  import_w: polars.Float64;
  /** Its negative part, as a positive number. */
  export_w: polars.Float64;
  /** AC power of the inverters; zero in proven nights. */
  generation_w: polars.Float64;
  /** Power used in the house: grid + generation + battery. */
  load_w: polars.Float64;
  /** Power of the battery, positive while it discharges; in a house with one. */
  battery_w?: polars.Float64;
  /** State of charge at the start of the slot; in a house with a battery. [0–1] */
  soc?: polars.Float64;
  [string: `${string}_w`]: polars.Float64;
};

/**
 * Mean powers as a Polars frame that knows its columns.
 *
 * @internal Its members are documented by Polars.
 */
export type PowerFrame = polars.DataFrame<PowerColumns>;

/** The pictures of a power table, with the options of each. */
export interface PowerPlots {
  /** A day as a line. */
  day: PowerDayPlotOptions;
  /** All days as a carpet: days across, times of the day down. */
  carpet: CarpetPlotOptions;
  /** The typical day: median and quantile bands by time of day. */
  typical: TypicalDayPlotOptions;
  /** For which share of the time a power is at least so high. */
  duration: DurationCurvePlotOptions;
  /** The strings of the roof by time of day, and their shares. */
  strings: FigureOptions;
}

/** Each is loaded when it is drawn. */
const PLOTS: {
  [Name in keyof PowerPlots]: (table: PowerTable, options: PowerPlots[Name]) => Promise<Figure>;
} = {
  day: async (...args) =>
    (await later<typeof import("../plots/power_day.ts")>("../plots/power_day.ts")).powerDayPlot(
      ...args,
    ),
  carpet: async (...args) =>
    (await later<typeof import("../plots/carpet.ts")>("../plots/carpet.ts")).carpetPlot(...args),
  typical: async (...args) =>
    (await later<typeof import("../plots/typical_day.ts")>("../plots/typical_day.ts"))
      .typicalDayPlot(...args),
  duration: async (...args) =>
    (await later<typeof import("../plots/duration_curve.ts")>("../plots/duration_curve.ts"))
      .durationCurvePlot(...args),
  strings: async (...args) =>
    (await later<typeof import("../plots/strings.ts")>("../plots/strings.ts")).stringsPlot(...args),
};

/** What a {@linkcode Power} is made of. */
export interface PowerParts {
  /** The mean powers. */
  readonly table: PowerTable;
  /** Their house. */
  readonly household: Pick<Household, "strings">;
  /** What a reader should know besides what the table says. */
  readonly notices: readonly string[];
}

/** Mean power per slot: grid, import, export, generation, load and the strings. */
export class Power extends ReadableFrame {
  /** The same as flat arrays, with the days, nights and gaps behind them. */
  readonly table: PowerTable;
  readonly #parts: PowerParts;

  /**
   * Wraps a power table.
   *
   * @param parts The table and its house.
   */
  constructor(parts: PowerParts) {
    const { table } = parts;
    const first = table.days[0]?.label, last = table.days.at(-1)?.label;
    super({
      frame: () => powerFrame(table),
      title: `Mean power of ${table.step / MINUTE} minutes, ` +
        `${first === last ? first : `${first} to ${last}`}, from ${table.source}`,
      zone: table.zone,
      notices: [...new Set([...parts.notices, ...table.notices])],
    });
    this.table = table;
    this.#parts = parts;
  }

  /** A row per slot. */
  override get frame(): PowerFrame {
    return super.frame;
  }

  /**
   * Energy of each string, its share and its array yield (energy ÷ nameplate power), summed over the
   * slots in which all strings are known. Columns `name`, `dc_kwh`, `share` [0–1] and `array_yield`
   * [kWh/kWp].
   */
  get strings(): ReadableFrame {
    const rows = stringRatios(this.table, this.#parts.household.strings);
    return new ReadableFrame({
      frame: () =>
        rowFrame(rows, { name: "text", dc_kwh: "number", share: "number", array_yield: "number" }),
      title: "Strings",
      zone: this.zone,
      units: { share: "0–1", array_yield: "kWh/kWp" },
    });
  }

  /** AC energy ÷ DC energy of all strings; `null` without strings or without energy. [0–1] */
  get inverterEfficiency(): number | null {
    return inverterEfficiency(this.table);
  }

  /** Gaps in the grid power and in the generation power, as {@linkcode Days.gaps}. */
  get gaps(): ReadableFrame {
    return gapsOf(this.table.gaps, this.zone);
  }

  /**
   * Draws a picture; the last expression of a notebook's cell shows it.
   *
   * @param name Which one. Default: `day` for a single day, else `carpet`.
   * @param options Options of this picture; each takes `width`, `theme` and `title`.
   * @throws {WattbookError} `BAD_OPTION` if there is no such picture.
   */
  async plot<Name extends keyof PowerPlots>(
    name?: Name,
    options: PowerPlots[Name] = {} as PowerPlots[Name],
  ): Promise<Figure> {
    const { table } = this;
    const wanted = name ?? (table.days.length === 1 ? "day" : "carpet");
    const known = checkName("picture", wanted, Object.keys(PLOTS) as (keyof PowerPlots)[]);
    return await PLOTS[known as Name](table, options);
  }

  /**
   * The same with one power changed, to see what would be if.
   *
   * @param column Name of a column of the frame, such as `load_w` or `pv1_w`.
   * @param change Gives the new power [W] of a slot, from its power (NaN if unknown) and its start.
   * @throws {WattbookError} `BAD_OPTION` if there is no such column.
   */
  mapColumn(column: string, change: (watts: number, time: Date) => number): Power {
    const { table } = this;
    const map = (values: Float64Array) =>
      values.map((watts, slot) => change(watts, new Date(table.time[slot]!)));
    const powers = [
      "grid_w",
      "import_w",
      "export_w",
      "generation_w",
      "load_w",
      "battery_w",
    ] as const;
    const { strings, consumers = [] } = table;
    const own = powers.filter((name) => table[name]);
    const named = [...strings, ...consumers].map(({ name }) => `${name}_w`);
    const wanted = checkName("column", column, [...own, ...named]);
    const power = own.find((name) => name === wanted);
    const changeNamed = <Named extends { readonly name: string; readonly power_w: Float64Array }>(
      all: readonly Named[],
    ) => all.map((one) => `${one.name}_w` === wanted ? { ...one, power_w: map(one.power_w) } : one);
    const changed: PowerTable = power ? { ...table, [power]: map(table[power]!) } : {
      ...table,
      strings: changeNamed(strings),
      ...(table.consumers && { consumers: changeNamed(consumers) }),
    };
    return new Power({ ...this.#parts, table: changed });
  }
}

/** Gaps of all powers as one frame. */
export function gapsOf(
  { grid, generation, devices = {} }: HouseholdGaps,
  zone: string,
): ReadableFrame {
  const gaps = [
    ...grid.map((gap) => ({ ...gap, power: "grid" })),
    ...generation.map((gap) => ({ ...gap, power: "generation" })),
    ...Object.entries(devices)
      .flatMap(([power, own]) => own.map((gap) => ({ ...gap, power }))),
  ].sort((a, b) => a.start - b.start);
  return new ReadableFrame({
    frame: () =>
      rowFrame(gaps, {
        power: "text",
        start: "instant",
        end: "instant",
        class: "text",
        evidence: "text",
      }),
    title: "Gaps",
    zone,
  });
}
