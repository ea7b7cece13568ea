/**
 * Tariffs compared on the same measured past.
 *
 * @module
 */

import type { Analysis } from "../energy/days.ts";
import type { Band } from "../energy/accuracy/estimate.ts";
import { WattbookError } from "../errors.ts";
import { HOUR, offsetAt } from "../time.ts";
import { addAmounts, type Amount, amountBand, negated } from "./estimate.ts";
import { partYear } from "./netting.ts";
import type { PriceGrid } from "./prices.ts";
import type { PricedTariff } from "./price_series.ts";
import { amountsOf, type MoneyDay, type Settlement, settlementOf } from "./settle.ts";
import { shiftGain } from "./shift.ts";
import { unpricedReasons } from "./unpriced.ts";

/** One tariff on the days that all of them price. [currency] */
export interface ComparedTariff {
  /** Its name. */
  readonly tariff: string;
  /** What the energy from the grid would have cost. */
  readonly cost: number;
  /** Fixed fees. */
  readonly fees: number;
  /** What the feed-in would have earned. */
  readonly revenue: number;
  /** cost + fees − revenue. */
  readonly net: number;
  /** The range of the net amount. */
  readonly net_band: Band | null;
  /** Net of this tariff − net of the first one. */
  readonly difference: number;
  /** Its range: an error of the energies changes both tariffs alike, so it is narrower. */
  readonly difference_band: Band | null;
  /** The part of the difference that the fees make. */
  readonly fees_difference: number;
  /** Mean price of the imported energy. [currency/kWh] */
  readonly import_price: number | null;
  /** What moving a tenth of each day's import within the day could have saved at most. */
  readonly shift_gain: number;
}

/** The difference to the first tariff, by when the energy flowed. [currency] */
export interface TariffDifference {
  /** Name of the tariff. */
  readonly tariff: string;
  /** Hour of the local day (0–23), or month of the year (1–12). */
  readonly at: number;
  /** More (positive) or less than with the first tariff. */
  readonly difference: number;
  /** Import in it. [kWh] */
  readonly import_kwh: number;
  /** Export in it. [kWh] */
  readonly export_kwh: number;
}

/** Tariffs on the same past. */
export interface TariffComparisonTable {
  /** IANA zone. */
  readonly zone: string;
  /** ISO 4217 code, of all of them. */
  readonly currency: string;
  /** First local day. */
  readonly from: string;
  /** Last local day. */
  readonly to: string;
  /** How many days are compared: those on which all energy is priced by all tariffs. */
  readonly days: number;
  /** How many days are left out. */
  readonly left_out: number;
  /** One entry per tariff, in their order. */
  readonly tariffs: readonly ComparedTariff[];
  /** What the hours of the day make, of all tariffs but the first. */
  readonly hours: readonly TariffDifference[];
  /** What the months of the year make. */
  readonly months: readonly TariffDifference[];
  /** What a reader should know. */
  readonly notices: readonly string[];
}

/** Share of each day's import that is moved to see what moving is worth. [0–1] */
const SHIFTED = 0.1;

/**
 * Compares tariffs on the days on which all of them price all energy.
 *
 * @param analysis Days with intervals that divide the steps of all tariffs.
 * @param tariffs The first one is what the others are compared with.
 * @throws {WattbookError} `BAD_OPTION` if their currencies differ, `NO_DATA` if no day is left.
 */
export function compareTariffs(
  { table, intervals, reconciled }: Pick<Analysis, "table" | "intervals" | "reconciled">,
  tariffs: readonly PricedTariff[],
): TariffComparisonTable {
  const [first] = tariffs, other = tariffs.find(({ currency }) => currency !== first!.currency);
  if (other) {
    throw new WattbookError(
      "BAD_OPTION",
      `'${first!.name}' is in ${first!.currency}, but '${other.name}' in ${other.currency}`,
      { hint: "Compare tariffs of one currency." },
    );
  }
  const settled = tariffs.map((tariff) => settlementOf(tariff, intervals!));
  const money = settled.map((one) => amountsOf(one, reconciled));
  const common = intervals!.days.map((_, d) => money.every((days) => isPriced(days[d]!)));
  const count = common.filter(Boolean).length;
  const lacks = (nameOf: (tariff: PricedTariff) => string) =>
    tariffs.flatMap((tariff, t) =>
      unpricedReasons(tariff, settled[t]!).map((why) => `in '${nameOf(tariff)}', ${why}`)
    ).join("; ") || "import or export is not known";
  if (count === 0) {
    const why = lacks(({ file, name }) => file ?? name);
    throw new WattbookError(
      "NO_DATA",
      `There is no day on which all tariffs price all energy: ${why}`,
      { hint: "Add the missing prices and dates to the tariffs, or ask for other days." },
    );
  }
  const leftOut = common.length - count;
  const uncovered = money[0]!.reduce((sum, day, d) => sum + (common[d] ? day.uncovered : 0), 0);
  return {
    zone: table.zone,
    currency: first!.currency,
    from: intervals!.days[0]!.label,
    to: intervals!.days.at(-1)!.label,
    days: count,
    left_out: leftOut,
    tariffs: tariffs.map(({ name }, t) =>
      compared(name, money[t]!, {
        difference: t === 0 ? [] : differenceOf(settled[0]!, settled[t]!, reconciled),
        base: money[0]!,
        settlement: settled[t]!,
        common,
      })
    ),
    hours: partsOf(tariffs, settled, common, (local) => new Date(local).getUTCHours()),
    months: partsOf(tariffs, settled, common, (local) => new Date(local).getUTCMonth() + 1),
    notices: [
      "Energies are history, and each tariff is simulated on them: as if the house had used the same " +
      "energy at the same times. It is not a forecast",
      ...leftOut > 0
        ? [
          `${leftOut} of ${common.length} days are left out: ${lacks(({ name }) => name)}`,
        ]
        : [],
      ...tariffs.flatMap((tariff) =>
        partYear(tariff, intervals!.days).map((text) => `'${tariff.name}': ${text}`)
      ),
      ...uncovered >= 0.05
        ? [
          `Import or export is not known for ${
            uncovered.toFixed(1)
          } hours; these hours are in no tariff's amount`,
        ]
        : [],
      `Shifting is a bound: ${
        100 * SHIFTED
      } % of each day's import moved within the day to the best ` +
      "moments, as if they had been known",
    ],
  };
}

/** Whether all of a day is known and priced. */
function isPriced({ net, unpricedImport, unpricedExport }: MoneyDay): boolean {
  return net !== null && unpricedImport + unpricedExport < 0.001;
}

function compared(
  tariff: string,
  money: readonly MoneyDay[],
  { difference, base, settlement, common }: {
    readonly difference: readonly MoneyDay[];
    readonly base: readonly MoneyDay[];
    readonly settlement: Settlement;
    readonly common: readonly boolean[];
  },
): ComparedTariff {
  const of = (days: readonly MoneyDay[], pick: (day: MoneyDay) => Amount | null) =>
    addAmounts(days.filter((_, d) => common[d]).flatMap((day) => pick(day) ?? []));
  const net = of(money, (day) => day.net), cost = of(money, ({ cost }) => cost);
  const fees = of(money, (day) => day.fees).value, revenue = of(money, (day) => day.revenue);
  const more = of(difference, (day) => day.net);
  const { import_kwh, offsets } = settlement.energies;
  let imported = 0;
  for (const [d, isCommon] of common.entries()) {
    if (!isCommon) continue;
    for (let i = offsets[d]!; i < offsets[d + 1]!; i++) imported += import_kwh[i]! || 0;
  }
  return {
    tariff,
    cost: cost.value,
    fees,
    revenue: revenue.value,
    net: net.value,
    net_band: amountBand(net),
    difference: more.value,
    difference_band: amountBand(more),
    fees_difference: fees - of(base, (day) => day.fees).value,
    import_price: imported > 0 ? cost.value / imported : null,
    shift_gain: shiftGain(settlement, common, SHIFTED),
  };
}

/** What a tariff costs more than another. Where both price the same energies, so do their errors. */
function differenceOf(
  base: Settlement,
  other: Settlement,
  reconciled: Analysis["reconciled"],
): MoneyDay[] {
  if (base.energies.import_kwh === other.energies.import_kwh) {
    return amountsOf({
      energies: other.energies,
      prices: subtractPrices(other.prices, base.prices),
      fees: other.fees.map((fee, d) => fee - base.fees[d]!),
    }, reconciled);
  }
  const [before, after] = [base, other].map((one) => amountsOf(one, reconciled));
  return after!.map((day, d) => {
    const net = before![d]!.net;
    return { ...day, net: day.net && net && addAmounts([day.net, negated(net)]) };
  });
}

function subtractPrices(a: PriceGrid, b: PriceGrid): PriceGrid {
  const minus = (a: Float64Array, b: Float64Array) => a.map((price, i) => price - b[i]!);
  const of = (flow: "import" | "export") => ({
    price: minus(a[flow].price, b[flow].price),
    low: minus(a[flow].low, b[flow].high),
    high: minus(a[flow].high, b[flow].low),
  });
  return { import: of("import"), export: of("export") };
}

/** The differences to the first tariff by a part of local time. */
function partsOf(
  tariffs: readonly PricedTariff[],
  settled: readonly Settlement[],
  common: readonly boolean[],
  partOf: (local: number) => number,
): TariffDifference[] {
  const [base] = settled, { energies: { time, zone, offsets } } = base!;
  const part = Int8Array.from(time, (at) => partOf(at + offsetAt(at, zone)));
  return settled.slice(1).flatMap((other, t) => {
    const sums = new Map<number, { difference: number; import_kwh: number; export_kwh: number }>();
    for (const [d, isCommon] of common.entries()) {
      if (!isCommon) continue;
      for (let i = offsets[d]!; i < offsets[d + 1]!; i++) {
        const sum = sums.get(part[i]!) ?? { difference: 0, import_kwh: 0, export_kwh: 0 };
        sum.difference += costAt(other, i) - costAt(base!, i);
        sum.import_kwh += other.energies.import_kwh[i]! || 0;
        sum.export_kwh += other.energies.export_kwh[i]! || 0;
        sums.set(part[i]!, sum);
      }
    }
    return [...sums].sort(([a], [b]) => a - b).map(([at, sum]) => (
      { tariff: tariffs[t + 1]!.name, at, ...sum }
    ));
  });
}

/** What an interval costs; nothing where its energy or its price is not known, as in all sums. */
function costAt({ energies, prices }: Settlement, i: number): number {
  const of = (flow: "import" | "export") => {
    const amount = energies[`${flow}_kwh`][i]! * prices[flow].price[i]!;
    return Number.isNaN(amount) ? 0 : amount;
  };
  return of("import") - of("export");
}

/** The step by which days are divided for several tariffs. [ms] */
export function commonStep(tariffs: readonly { readonly step: number }[]): number {
  const divisor = (a: number, b: number): number => b === 0 ? a : divisor(b, a % b);
  return tariffs.map(({ step }) => step).reduce(divisor, HOUR);
}
