/**
 * The days of a household, or the weeks, months and years that they add up to.
 *
 * @module
 */

import { reconciledFrame, rollUpReconciled } from "../energy/accuracy/bands.ts";
import { dayQualities } from "../energy/day.ts";
import type { Analysis } from "../energy/days.ts";
import { type BaseLoadOptions, computeKpis, kpiFrame, type Kpis } from "../energy/kpis.ts";
import {
  likeForLike,
  type LikeForLikeOptions,
  rollingRatios,
  type RollingRatiosOptions,
} from "../energy/records.ts";
import { auditFrame } from "../energy/repairs.ts";
import {
  energyFrame,
  type EnergyRow,
  type EnergyTable,
  rollUp,
  totalRow,
} from "../energy/table.ts";
import type polars from "nodejs-polars";
import { rowFrame } from "../frames/frame.ts";
import { WattbookError } from "../errors.ts";
import type { Household } from "../household.ts";
import type { AutarkyTrendPlotOptions } from "../plots/autarky_trend.ts";
import type { DailyEnergyPlotOptions } from "../plots/daily_energy.ts";
import type { FigureOptions } from "../plots/figure.ts";
import type { Figure } from "../plots/svg.ts";
import type { MonthMatrixPlotOptions } from "../plots/month_matrix.ts";
import type { SankeyPlotOptions } from "../plots/sankey.ts";
import type { YearOverYearPlotOptions } from "../plots/year_over_year.ts";
import type { PeriodKind } from "../time.ts";
import { later } from "./later.ts";
import { checkName } from "./check_options.ts";
import { gapsOf, type Power } from "./power.ts";
import { moneyKpis } from "../money/money_table.ts";
import type { Money } from "./money.ts";
import { ReadableFrame } from "./readable_frame.ts";

/**
 * The columns of days, in their order.
 *
 * @internal The page of columns describes them; their types are those of Polars.
 */
export type DaysColumns = {
  /** Local day, ISO week, month or year. */
  date: polars.String;
  /** First instant. [UTC] */
  start: polars.Datetime;
  /** First instant after it. [UTC] */
  end: polars.Datetime;
  /** Real length. [h] */
  hours: polars.Float64;
  /** Energy drawn from the grid. [kWh] */
  import_kwh: polars.Float64;
  /** Energy fed into the grid. [kWh] */
  export_kwh: polars.Float64;
  /** PV yield, AC side. [kWh] */
  yield_kwh: polars.Float64;
  /** PV energy used in the house. [kWh] */
  self_consumed_kwh: polars.Float64;
  /** Energy used in the house. [kWh] */
  consumption_kwh: polars.Float64;
  /** Self-sufficiency: share of the consumption that did not come from the grid. [0–1] */
  autarky: polars.Float64;
  /** Share of the yield that was used in the house. [0–1] */
  self_consumption_rate: polars.Float64;
  /** Share of the time with grid power samples. [0–1] */
  coverage_grid: polars.Float64;
  /** Share of the daylight with inverter samples. [0–1] */
  coverage_pv: polars.Float64;
  /** Whether every energy is known and nothing is missing. */
  complete: polars.Bool;
  /** How import, export and yield were obtained. */
  method: polars.String;
  /** What a reader should know, separated by `;`. */
  flags: polars.String;
  /** Energies of battery and consumers, in a house with such, see `docs/battery.md`. [kWh] */
  [device: `${string}_kwh`]: polars.Float64;
};

/**
 * Days as a Polars frame that knows its columns.
 *
 * @internal Its members are documented by Polars.
 */
export type DaysFrame = polars.DataFrame<DaysColumns>;

/** The pictures of days, with the options of each. */
export interface DaysPlots {
  /** Bars: what the house used and fed in. */
  energy: DailyEnergyPlotOptions;
  /** Where the energy came from and where it went. */
  sankey: SankeyPlotOptions;
  /** Self-sufficiency (autarky) and self-consumption over a moving window. */
  autarky: AutarkyTrendPlotOptions;
  /** What each consumer used, as stacked bars. */
  consumers: FigureOptions;
  /** Months across, years down. */
  months: MonthMatrixPlotOptions;
  /** Years on the days that all of them know. */
  years: YearOverYearPlotOptions;
  /** Coverage, gaps and repairs as a calendar. */
  quality: FigureOptions;
}

interface DrawnDays {
  /** What was rolled up. */
  readonly table: EnergyTable;
  readonly days: EnergyTable;
  readonly analysis: Analysis | null;
}

/** Each is loaded when it is drawn. */
const PLOTS: {
  [Name in keyof DaysPlots]: (drawn: DrawnDays, options: DaysPlots[Name]) => Promise<Figure>;
} = {
  energy: async ({ table }, options) =>
    (await later<typeof import("../plots/daily_energy.ts")>("../plots/daily_energy.ts"))
      .dailyEnergyPlot(table, options),
  sankey: async ({ days }, options) =>
    (await later<typeof import("../plots/sankey.ts")>("../plots/sankey.ts")).sankeyPlot(
      days,
      options,
    ),
  autarky: async ({ days }, options) =>
    (await later<typeof import("../plots/autarky_trend.ts")>("../plots/autarky_trend.ts"))
      .autarkyTrendPlot(days, options),
  consumers: async ({ table }, options) =>
    (await later<typeof import("../plots/consumers.ts")>("../plots/consumers.ts"))
      .consumersPlot(table, options),
  months: async ({ days }, options) =>
    (await later<typeof import("../plots/month_matrix.ts")>("../plots/month_matrix.ts"))
      .monthMatrixPlot(days, options),
  years: async ({ days }, options) =>
    (await later<typeof import("../plots/year_over_year.ts")>("../plots/year_over_year.ts"))
      .yearOverYearPlot(days, options),
  quality: async ({ days, analysis }, options) =>
    (await later<typeof import("../plots/quality.ts")>("../plots/quality.ts")).qualityPlot(
      analysis ?? unproven(days),
      options,
    ),
};

/** Of days that the server computed neither gaps nor repairs are known. */
function unproven(table: EnergyTable): Pick<Analysis, "table" | "gaps" | "repairs"> {
  return { table, gaps: { grid: [], generation: [] }, repairs: [] };
}

/** What {@linkcode Days} are made of. */
export interface DaysParts {
  /** The table of days. */
  readonly table: EnergyTable;
  /** What stands behind it; `null` where the server computed the days. */
  readonly analysis: Analysis | null;
  /** Mean power of the same days, if it was asked for. */
  readonly power: Power | null;
  /** Their money, if a tariff was given. @default {null} */
  readonly money?: Money | null;
  /** Their house. */
  readonly household: Household;
  /** Kind of the periods. @default {"day"} */
  readonly kind?: PeriodKind;
}

/** Key figures that show themselves, and as values. */
export class KeyFigures extends ReadableFrame {
  /** The figures by their names, each with what it stands on. */
  readonly figures: Kpis["figures"];
  /** Figures of the battery, in a house with one. */
  readonly battery: Kpis["battery"];
  /** Cost, fees, revenue, net and savings, if the days were asked for with a tariff. */
  readonly money: Kpis["money"];
  /** The strings against each other. */
  readonly strings: Kpis["strings"];
  /** The best and the worst complete days. */
  readonly records: Kpis["records"];

  /**
   * Wraps key figures.
   *
   * @param kpis The figures.
   * @param zone Zone in which the times of peaks are written.
   * @param title What they are about.
   */
  constructor(kpis: Kpis, zone: string, title: string) {
    super({ frame: () => kpiFrame(kpis, zone), title, zone });
    this.figures = kpis.figures;
    this.battery = kpis.battery;
    this.money = kpis.money;
    this.strings = kpis.strings;
    this.records = kpis.records;
  }
}

/** What a person looks at first. */
const SHOWN = [
  "date",
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "consumption_kwh",
  "autarky",
  "complete",
  "flags",
];

const SHOWN_WITH_BATTERY = SHOWN.flatMap((name) =>
  name === "consumption_kwh" ? ["direct_use_kwh", "stored_use_kwh", name] : [name]
);

const TITLES: Readonly<Record<PeriodKind, string>> = {
  day: "Days",
  week: "Weeks",
  month: "Months",
  year: "Years",
};

/** Energies per local day, week, month or year, with their quality and everything behind them. */
export class Days extends ReadableFrame {
  /** The rows as objects, with their kind, zone, source and notices. */
  readonly table: EnergyTable;
  /** What stands behind the days; `null` where the server computed them. */
  readonly analysis: Analysis | null;
  readonly #parts: DaysParts;

  /**
   * Wraps the days of a household.
   *
   * @param parts The table and what stands behind it.
   */
  constructor(parts: DaysParts) {
    const { kind = "day" } = parts;
    const table = rollUp(parts.table, kind), { rows } = table;
    const first = parts.table.rows[0]?.date, last = parts.table.rows.at(-1)?.date;
    super({
      frame: () => energyFrame(table),
      title: rows.length === 0
        ? `No days of ${table.source}`
        : `${TITLES[kind]} from ${first} to ${last} (${table.zone}), from ${table.source}`,
      zone: table.zone,
      notices: table.notices,
      shown: table.devices?.battery ? SHOWN_WITH_BATTERY : SHOWN,
    });
    this.table = table;
    this.analysis = parts.analysis;
    this.#parts = parts;
  }

  /** A row per period. Instants are UTC; what is not known is `null`. */
  override get frame(): DaysFrame {
    return super.frame;
  }

  /** The rows as objects. */
  get rows(): readonly EnergyRow[] {
    return this.table.rows;
  }

  /** All rows as one; `null` if there are none. */
  get total(): EnergyRow | null {
    return totalRow(this.table);
  }

  /** Where the samples came from. */
  get source(): string {
    return this.table.source;
  }

  /**
   * Weeks, months or years. Energies are sums, ratios come from the summed energies.
   *
   * @param kind Of which length.
   * @throws {WattbookError} `BAD_OPTION` for any other.
   */
  rollUp(kind: PeriodKind): Days {
    checkName("period", kind, ["day", "week", "month", "year"]);
    return new Days({ ...this.#parts, kind });
  }

  /**
   * Gaps in the grid power and in the generation power: columns `power` (`grid`, `generation`, `battery` or a consumer),
   * `start`, `end` (UTC), `class` and `evidence`. None are known of days that the server computed.
   */
  get gaps(): ReadableFrame {
    return gapsOf(this.analysis?.gaps ?? { grid: [], generation: [] }, this.zone);
  }

  /** Each repair of a counter or a power: when, whose, by which rule, and what was booked. */
  get repairs(): ReadableFrame {
    const repairs = this.analysis?.repairs ?? [];
    return new ReadableFrame({
      frame: () => auditFrame(repairs),
      title: "Repairs",
      zone: this.zone,
    });
  }

  /** Each energy by every method there is, with error bands: the columns of `--detail`. */
  get detail(): ReadableFrame {
    const reconciled = this.analysis?.reconciled ?? [];
    return new ReadableFrame({
      frame: () =>
        reconciledFrame(rollUpReconciled(reconciled, this.table.kind), this.table.devices),
      title: "Each energy, by every method",
      zone: this.zone,
    });
  }

  /**
   * Coverage, gaps and repairs of each day: columns `date`, `coverage_grid`, `coverage_pv`,
   * `complete`, `grid_gaps`, `pv_gaps` (their classes), `grid_repairs`, `pv_repairs` (counts).
   */
  get quality(): ReadableFrame {
    const { table } = this.#parts;
    const days = dayQualities(this.analysis ?? unproven(table));
    return new ReadableFrame({
      frame: () =>
        rowFrame(days, {
          date: "text",
          coverage_grid: "number",
          coverage_pv: "number",
          complete: "flag",
          grid_gaps: ["text", ({ gridGaps }) => gridGaps.join(";")],
          pv_gaps: ["text", ({ pvGaps }) => pvGaps.join(";")],
          grid_repairs: ["count", ({ gridRepairs }) => gridRepairs],
          pv_repairs: ["count", ({ pvRepairs }) => pvRepairs],
        }),
      title: "Quality of the data",
      zone: this.zone,
    });
  }

  /**
   * The mean power of the same days, from the same samples.
   *
   * @throws {WattbookError} `BAD_OPTION` if it was not asked for.
   */
  get power(): Power {
    const { power } = this.#parts;
    if (power !== null) return power;
    throw new WattbookError("BAD_OPTION", "These days were computed without power", {
      hint: 'Give the step to days(), such as power: "15m", or call power().',
    });
  }

  /** Whether it is known what the periods cost and earned. */
  get hasMoney(): boolean {
    return Boolean(this.#parts.money);
  }

  /**
   * What the same periods cost and earned.
   *
   * @throws {WattbookError} `BAD_OPTION` if no tariff was given.
   */
  get money(): Money {
    const { money, kind = "day" } = this.#parts;
    if (money) return money.rollUp(kind);
    throw new WattbookError("BAD_OPTION", "These days were computed without money", {
      hint: 'Give a tariff to days(), such as tariff: "tariff.json", or call money().',
    });
  }

  /**
   * Key figures of the days: self-sufficiency, specific yield, base load, peaks, records. Those that
   * need the power are known if it was asked for together with the days. The money is among them if
   * the days were asked for with a tariff.
   *
   * @param options How the base load is taken; `power` of the same days from elsewhere.
   */
  kpis(
    options: { readonly baseLoad?: BaseLoadOptions; readonly power?: Power } = {},
  ): KeyFigures {
    const { money } = this.#parts, power = options.power ?? this.#parts.power;
    const kpis: Kpis = {
      ...computeKpis(this.#parts.table, {
        household: this.#parts.household,
        ...power && { power: power.table },
        ...options.baseLoad && { baseLoad: options.baseLoad },
      }),
      ...money && { money: moneyKpis(money.table) },
    };
    const { rows } = this.#parts.table;
    const title = `Key figures from ${rows[0]?.date} to ${rows.at(-1)?.date}`;
    return new KeyFigures(kpis, this.zone, title);
  }

  /**
   * Self-sufficiency and self-consumption rate over a moving window: columns `date`, `autarky`,
   * `self_consumption_rate`. [0–1]
   *
   * @param options Length of the window, 30 days by default.
   */
  rollingRatios(options: RollingRatiosOptions = {}): ReadableFrame {
    const rows = rollingRatios(this.#parts.table, options);
    return new ReadableFrame({
      frame: () =>
        rowFrame(rows, { date: "text", autarky: "number", self_consumption_rate: "number" }),
      title: `The last ${options.window ?? 30} days together, day after day`,
      zone: this.zone,
    });
  }

  /**
   * Years compared on the days of the calendar that are complete in all of them: columns `year`,
   * `days` (how many are compared) and the energy.
   *
   * @param options Which energy, the yield by default.
   */
  compareYears(options: LikeForLikeOptions = {}): ReadableFrame {
    const { of = "yield_kwh" } = options;
    const { years, days, leftOut } = likeForLike(this.#parts.table, options);
    return new ReadableFrame({
      frame: () =>
        rowFrame(years, {
          year: "text",
          days: ["count", () => days.length],
          [of]: ["number", ({ total }) => total],
        }),
      title: `Years, compared on ${days.length} days; ${leftOut.length} days are not complete in ` +
        "every year",
      zone: this.zone,
    });
  }

  /**
   * Draws a picture; the last expression of a notebook's cell shows it.
   *
   * @param name Which one. Default: `energy`.
   * @param options Options of this picture; each takes `width`, `theme` and `title`.
   * @throws {WattbookError} `BAD_OPTION` if there is no such picture.
   */
  async plot<Name extends keyof DaysPlots = "energy">(
    name?: Name,
    options: DaysPlots[Name] = {} as DaysPlots[Name],
  ): Promise<Figure> {
    const { table: days, analysis } = this.#parts;
    const wanted = checkName(
      "picture",
      name ?? "energy",
      Object.keys(PLOTS) as (keyof DaysPlots)[],
    );
    return await PLOTS[wanted as Name]({ table: this.table, days, analysis }, options);
  }
}
