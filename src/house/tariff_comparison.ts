/**
 * Tariffs compared on the past of a household.
 *
 * @module
 */

import type {
  ComparedTariff,
  TariffComparisonTable,
  TariffDifference,
} from "../money/compare_tariffs.ts";
import type { FigureOptions } from "../plots/figure.ts";
import type { Figure } from "../plots/svg.ts";
import { rowFrame } from "../frames/frame.ts";
import { later } from "./later.ts";
import { ReadableFrame } from "./readable_frame.ts";

/** What several tariffs would have cost on the same days, a row per tariff, with ranges. */
export class TariffComparison extends ReadableFrame {
  /** The same as objects. */
  readonly table: TariffComparisonTable;

  /**
   * Wraps a comparison.
   *
   * @param table The tariffs and their differences.
   */
  constructor(table: TariffComparisonTable) {
    const { currency, zone, notices, tariffs, days, from, to } = table;
    const end = currency.toLowerCase();
    const amounts: [name: string, of: (row: ComparedTariff) => number | null][] = [
      ["net", ({ net }) => net],
      ["net_low", ({ net_band }) => net_band?.low ?? null],
      ["net_high", ({ net_band }) => net_band?.high ?? null],
      ["difference", ({ difference }) => difference],
      ["difference_low", ({ difference_band }) => difference_band?.low ?? null],
      ["difference_high", ({ difference_band }) => difference_band?.high ?? null],
      ["cost", ({ cost }) => cost],
      ["fees", ({ fees }) => fees],
      ["revenue", ({ revenue }) => revenue],
      ["fees_difference", ({ fees_difference }) => fees_difference],
      ["shift_gain", ({ shift_gain }) => shift_gain],
    ];
    const price = `import_price_${end}_per_kwh`;
    super({
      frame: () =>
        rowFrame(tariffs, {
          tariff: "text",
          ...Object.fromEntries(
            amounts.map(([name, of]) => [`${name}_${end}`, ["number", of] as const]),
          ),
          [price]: ["number", ({ import_price }: ComparedTariff) => import_price] as const,
        }),
      title: `Tariffs on ${days} days from ${from} to ${to} [${currency}]`,
      zone,
      notices,
      units: {
        ...Object.fromEntries(amounts.map(([name]) => [`${name}_${end}`, currency])),
        [price]: `${currency}/kWh`,
      },
      decimals: 2,
    });
    this.table = table;
  }

  /** The tariffs as objects, in their order. */
  get tariffs(): readonly ComparedTariff[] {
    return this.table.tariffs;
  }

  /** The differences to the first tariff by hour of the local day. */
  get hours(): ReadableFrame {
    return this.#parts("hour", this.table.hours);
  }

  /** The differences to the first tariff by month of the year. */
  get months(): ReadableFrame {
    return this.#parts("month", this.table.months);
  }

  #parts(name: "hour" | "month", parts: readonly TariffDifference[]): ReadableFrame {
    const { currency, zone } = this.table, difference = `difference_${currency.toLowerCase()}`;
    return new ReadableFrame({
      frame: () =>
        rowFrame(parts, {
          tariff: "text",
          [name]: ["count", ({ at }: TariffDifference) => at],
          [difference]: ["number", (part: TariffDifference) => part.difference],
          import_kwh: "number",
          export_kwh: "number",
        }),
      title: `More than with the first tariff, by ${name}; without fees`,
      zone,
      units: { [difference]: currency },
    });
  }

  /**
   * Draws the difference of each tariff to the first one by hour of the day.
   *
   * @param options `width`, `theme` and `title`.
   */
  async plot(options: FigureOptions = {}): Promise<Figure> {
    const { tariffHoursPlot } = await later<typeof import("../plots/tariff_hours.ts")>(
      "../plots/tariff_hours.ts",
    );
    return await tariffHoursPlot(this.table, options);
  }
}
