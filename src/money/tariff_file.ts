/**
 * A tariff file, as it is written.
 *
 * @module
 */

/** How export cancels import: not at all, within a step, or within a calendar year. */
export type Netting = "none" | "step" | "year";

/** Length of an interval, ISO 8601. */
export type Step = "PT1M" | "PT5M" | "PT10M" | "PT15M" | "PT30M" | "PT1H";

/** Local days: from the first one to before `to`; open without it. */
export interface ValidityFile {
  /** First local day, `YYYY-MM-DD`. */
  readonly from: string;
  /** First local day after it. @default {open} */
  readonly to?: string | undefined;
}

/** A window of local wall-clock time. */
export interface WindowFile {
  /** Months, 1 to 12. @default {all} */
  readonly months?: readonly number[] | undefined;
  /** Weekdays, 1 is Monday. @default {all} */
  readonly days?: readonly number[] | undefined;
  /** From and until, `HH:MM`; may cross midnight. @default {all day} */
  readonly at?: readonly [from: string, until: string] | undefined;
  /** Price in the window. */
  readonly price?: number | undefined;
  /** What is added to a price series in the window. */
  readonly add?: number | undefined;
}

/** Another price while a series fulfils a condition. */
export interface ConditionFile {
  /** Name of a price series. */
  readonly series: string;
  /** How its value is compared. */
  readonly op: "<" | "<=" | ">" | ">=";
  /** With what, in the series' own unit. */
  readonly value: number;
  /** The price while that holds, in the component's unit. */
  readonly price: number;
}

/** A component of the price of a kilowatt-hour. */
export interface EnergyComponentFile extends ValidityFile {
  /** Name; components with the same one follow one another in time. */
  readonly id: string;
  /** From the grid, or into it. */
  readonly flow: "import" | "export";
  /** Unit of its prices: `ct/kWh`, `EUR/kWh`, `EUR/MWh` … */
  readonly unit: string;
  /** Price outside of the windows, without VAT. */
  readonly price?: number | undefined;
  /** Name of a price series: price = factor × series + add, at most max. */
  readonly series?: string | undefined;
  /** Multiplies the series. @default {1} */
  readonly factor?: number | undefined;
  /** Is added to the series, in the component's unit. @default {0} */
  readonly add?: number | undefined;
  /** Greatest price, in the component's unit. @default {none} */
  readonly max?: number | undefined;
  /** Value added tax as a share; 0 for prices that contain it. */
  readonly vat: number;
  /** Prices at certain local times. */
  readonly windows?: readonly WindowFile[] | undefined;
  /** A condition under which another price applies. */
  readonly unless?: ConditionFile | undefined;
  /** Prices of the feed-in by nameplate power, mixed by its share in each band. */
  readonly tiers?: readonly { readonly up_to_kwp: number; readonly price: number }[] | undefined;
  /** Counts only for plants commissioned within these days. */
  readonly commissioned?: ValidityFile | undefined;
}

/** A fixed fee. */
export interface FixedComponentFile extends ValidityFile {
  /** Name; components with the same one follow one another in time. */
  readonly id: string;
  /** Neither direction. */
  readonly flow: "fixed";
  /** What the price is for. */
  readonly per: "day" | "month" | "year";
  /** The currency. */
  readonly unit: string;
  /** Fee without VAT; negative for a bonus. */
  readonly price: number;
  /** Value added tax as a share. */
  readonly vat: number;
}

/** One component. */
export type ComponentFile = EnergyComponentFile | FixedComponentFile;

/** A price series: from a metric, from a CSV file beside the tariff, or the mean of another one. */
export type SeriesFile =
  | { readonly metric: string; readonly unit: string; readonly step: Step }
  | { readonly csv: string; readonly unit: string; readonly step: Step }
  | { readonly mean_of: string; readonly step: Step };

/** The content of a tariff file. `docs/tariff.schema.json` describes it for editors. */
export interface TariffFile {
  /** Address of the schema. */
  readonly $schema?: string | undefined;
  /** For people. @default {the name of the file} */
  readonly name?: string | undefined;
  /** Where the prices come from, and of which day. */
  readonly about?: string | undefined;
  /** IANA zone of its dates and windows. */
  readonly tz: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** How energy is priced. */
  readonly settle?: {
    /** Energy follows the registers. */
    readonly source?: "register" | undefined;
    /** Interval in which it is priced. @default {"PT15M"} */
    readonly step?: Step | undefined;
    /** How export cancels import. @default {"none"} */
    readonly netting?: Netting | undefined;
  } | undefined;
  /** The PV plant, for feed-in prices by date and size. */
  readonly plant?: {
    /** Nameplate power. [kWp] @default {the strings of the household file} */
    readonly kwp?: number | undefined;
    /** Local day of commissioning. */
    readonly commissioned?: string | undefined;
  } | undefined;
  /** All that apply at a time are added up. */
  readonly components: readonly ComponentFile[];
  /** Prices that change, by name. */
  readonly series?: Readonly<Record<string, SeriesFile>> | undefined;
}
