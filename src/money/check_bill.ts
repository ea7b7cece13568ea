/**
 * A bill against the own register and the tariff.
 *
 * @module
 */

import type { Analysis } from "../energy/days.ts";
import { bandOf, type Estimate, isBounded } from "../energy/accuracy/estimate.ts";
import { addDays } from "../time.ts";
import { type BilledSpan, type BillFile, type BillLine, REACH, spansOf } from "./bill.ts";
import type { PricedTariff } from "./price_series.ts";
import { settlementOf } from "./settle.ts";

/** What comes of checking a bill. */
export type Verdict =
  | "agrees"
  | "explained"
  | "energy differs"
  | "price differs"
  | "arithmetic error"
  | "cannot judge";

/** One line of a bill, priced again. [currency, with VAT] */
export interface CheckedLine {
  /** As on the bill. */
  readonly text: string;
  /** The bill's amount with VAT. */
  readonly billed: number;
  /** The billed energy or the fees at the prices of the tariff; `null` if they are not known. */
  readonly expected: number | null;
  /** billed − expected, in hundredths of the currency. */
  readonly cents: number | null;
}

/** A bill, checked. */
export interface BillCheck {
  /** What comes of it. */
  readonly verdict: Verdict;
  /** Why, in sentences. */
  readonly because: readonly string[];
  /** Currency of the amounts. */
  readonly currency: string;
  /** The billed energy. [kWh] */
  readonly billed_kwh: number;
  /** The same by the own register, days from reading to reading; `null` if it is not known. [kWh] */
  readonly own_kwh: number | null;
  /** What the own register allows: its error, both ends of each day, rounded readings. [kWh] */
  readonly allowed_kwh: { readonly low: number; readonly high: number } | null;
  /** billed − own. [kWh] */
  readonly difference_kwh: number | null;
  /** The lines. */
  readonly lines: readonly CheckedLine[];
  /** Sum of the lines with VAT. */
  readonly lines_total: number;
  /** The bill's own sum. */
  readonly total: number;
}

/** The bill may have rounded each reading to whole kilowatt-hours. [kWh] */
const ROUNDING = 1;
/** A line that differs by no more than this is rounded. [currency] */
const CENT = 0.01 + 1e-9;

/**
 * Checks a bill.
 *
 * @param analysis Days with intervals around the bill.
 * @param tariff The tariff of the bill.
 */
export function checkBill(
  bill: BillFile,
  analysis: Pick<Analysis, "table" | "intervals" | "reconciled">,
  tariff: PricedTariff,
): BillCheck {
  const { flow = "import" } = bill, spans = spansOf(bill);
  const billed = spans.reduce((sum, { kwh }) => sum + kwh, 0);
  const own = spans.map((span) => ownEnergy(span, flow, analysis));
  const isKnown = own.every((one) => one !== null) && spans.length > 0;
  const allowed = isKnown
    ? {
      low: own.reduce((sum, one) => sum + one!.low, 0),
      high: own.reduce((sum, one) => sum + one!.high, 0),
    }
    : null;
  const ownKwh = isKnown ? own.reduce((sum, one) => sum + one!.kwh, 0) : null;
  const lines = bill.lines.map((line) => checkLine(line, bill, analysis, tariff));
  const linesTotal = lines.reduce((sum, { billed }) => sum + billed, 0);
  const wrong = arithmetic(bill, billed, linesTotal);
  const unpriced = lines.filter(({ expected }) => expected === null);
  const offPrice = lines.filter(({ billed, expected }) =>
    expected !== null && Math.abs(billed - expected) > CENT
  );
  const isWithin = allowed && billed >= allowed.low && billed <= allowed.high;
  const why = isWithin || !allowed ? null : explanation(spans, flow, analysis, billed);
  const because = [
    ...wrong,
    ...ownKwh === null
      ? ["The own register does not know the energy on all days from reading to reading"]
      : isWithin
      ? []
      : [
        `Billed are ${billed.toFixed(1)} kWh; the own register allows ${allowed!.low.toFixed(1)} ` +
        `to ${allowed!.high.toFixed(1)} kWh`,
        ...why ? [why] : [],
      ],
    ...unpriced.map(({ text }) =>
      `'${text}': the tariff does not price all of its days, or has no such component`
    ),
    ...offPrice.map(({ text, billed, expected }) =>
      `'${text}': ${billed.toFixed(2)} ${tariff.currency} with VAT instead of ` +
      `${expected!.toFixed(2)} for the same energy`
    ),
  ];
  const verdict: Verdict = wrong.length > 0
    ? "arithmetic error"
    : ownKwh === null || unpriced.length > 0
    ? "cannot judge"
    : !isWithin && !why
    ? "energy differs"
    : offPrice.length > 0
    ? "price differs"
    : isWithin
    ? "agrees"
    : "explained";
  return {
    verdict,
    because,
    currency: tariff.currency,
    billed_kwh: billed,
    own_kwh: ownKwh,
    allowed_kwh: allowed,
    difference_kwh: ownKwh === null ? null : billed - ownKwh,
    lines,
    lines_total: linesTotal,
    total: bill.total,
  };
}

type Days = Pick<Analysis, "table" | "reconciled">;
type Flow = "import" | "export";

/** Days as estimates of their energy; `null` where a day is not known. */
function estimatesOf(from: string, to: string, flow: Flow, { reconciled }: Days) {
  const days: Estimate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const own = reconciled.find(({ date }) => date === day)?.estimates[`${flow}_kwh`];
    if (!own || !isBounded(own)) return null;
    days.push(own);
  }
  return days;
}

/** What flowed between two readings: each date may mean the start or the end of its day. */
function ownEnergy(
  { from, to }: BilledSpan,
  flow: Flow,
  days: Days,
): { kwh: number; low: number; high: number } | null {
  const all = estimatesOf(from, to, flow, days);
  if (!all) return null;
  const energy = (some: readonly Estimate[]) => some.reduce((sum, { kwh }) => sum + kwh, 0);
  const error = all.reduce((sum, one) => {
    const { low, high } = bandOf(one);
    return sum + Math.max(one.kwh - low, high - one.kwh);
  }, 0);
  return {
    // The usual meaning: the start of both days.
    kwh: energy(all.slice(0, -1)),
    low: energy(all.slice(1, -1)) - error - 2 * ROUNDING,
    high: energy(all) + error + 2 * ROUNDING,
  };
}

/** What would explain a difference of the energy. */
function explanation(
  spans: readonly BilledSpan[],
  flow: Flow,
  days: Days,
  billed: number,
): string | null {
  const known = spans.map((span) => ownEnergy(span, flow, days)?.kwh ?? NaN)
    .reduce((sum, kwh) => sum + kwh, 0);
  const isPlausible = Math.abs(billed - known) <= MOST_ESTIMATED * known;
  if (isPlausible && spans.some(({ isEstimated }) => isEstimated)) {
    return "A reading was estimated or calculated; the next bill should make up for it";
  }
  for (const start of SHIFTS) {
    for (const end of SHIFTS) {
      const shifted = spans.map((span, i) => ({
        ...span,
        from: i === 0 ? addDays(span.from, start) : span.from,
        to: i === spans.length - 1 ? addDays(span.to, end) : span.to,
      }));
      const own = shifted.map((span) => ownEnergy(span, flow, days));
      if (own.some((one) => one === null)) continue;
      const low = own.reduce((sum, one) => sum + one!.low, 0);
      const high = own.reduce((sum, one) => sum + one!.high, 0);
      if (billed < low || billed > high) continue;
      return `It fits if the meter was read on ${shifted[0]!.from} and ${shifted.at(-1)!.to}`;
    }
  }
  return null;
}

/** An estimate that is further off, as a share of the true energy, explains nothing. [0–1] */
const MOST_ESTIMATED = 0.25;

const SHIFTS = Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH)
  .sort((a, b) => Math.abs(a) - Math.abs(b));

/** Bills round prices to a hundredth of a cent. [currency/kWh] */
const ROUNDED_PRICE = 0.00005 + 1e-9;

function rateOf(ofWindow: number, mean: number): number {
  return Number.isNaN(ofWindow) ? mean : ofWindow;
}

/** What does not add up within the bill itself. */
function arithmetic({ lines, total }: BillFile, kwh: number, sum: number): string[] {
  const rounding = CENT + 0.005 * lines.length;
  const perComponent = new Map<string, number>();
  for (const { components, kwh } of lines) {
    if (kwh === undefined) continue;
    for (const id of components) perComponent.set(id, (perComponent.get(id) ?? 0) + kwh);
  }
  return [
    ...lines.flatMap(({ text, kwh, price, amount }) =>
      kwh === undefined || price === undefined || Math.abs(kwh * price - amount) <= CENT
        ? []
        : [`'${text}': ${kwh} kWh at ${price} are ${(kwh * price).toFixed(2)}, not ${amount}`]
    ),
    ...[...perComponent].flatMap(([id, own]) =>
      Math.abs(own - kwh) <= ROUNDING
        ? []
        : [`The lines bill ${own} kWh of '${id}', but the readings differ by ${kwh} kWh`]
    ),
    ...Math.abs(sum - total) <= rounding
      ? []
      : [`The lines add up to ${sum.toFixed(2)} with VAT, not ${total.toFixed(2)}`],
  ];
}

/**
 * Prices a line again: the billed energy at the price of its window if the tariff has the line's price
 * on its days, else at the mean price of its days; or their fees.
 */
function checkLine(
  { text, components, from, to, kwh, price, amount, vat }: BillLine,
  { readings, flow = "import" }: BillFile,
  { intervals }: Pick<Analysis, "intervals">,
  tariff: PricedTariff,
): CheckedLine {
  const billed = amount * (1 + vat);
  const first = from ?? readings[0]!.date, last = to ?? addDays(readings.at(-1)!.date, -1);
  const own: PricedTariff = {
    ...tariff,
    netting: "none",
    energy: tariff.energy.filter((one) => one.flow === flow && components.includes(one.id)),
    fixed: tariff.fixed.filter(({ id }) => components.includes(id)),
  };
  const known = new Set([...own.energy, ...own.fixed].map(({ id }) => id));
  const isMissing = components.some((id) => !known.has(id));
  const { prices, fees } = settlementOf(own, intervals!), { days, offsets } = intervals!;
  const said = price === undefined ? NaN : price * (1 + vat);
  let energy = 0, cost = 0, fixed = 0, count = 0, ofWindow = NaN;
  for (const [d, { label }] of days.entries()) {
    if (label < first || label > last) continue;
    count++;
    fixed += fees[d]!;
    for (let i = offsets[d]!; i < offsets[d + 1]!; i++) {
      const flowed = intervals![`${flow}_kwh`][i]!;
      energy += flowed;
      const rate = prices[flow].price[i]!;
      cost += flowed === 0 ? 0 : flowed * rate;
      // A day rate and a night rate are two lines of one component.
      if (Math.abs(rate - said) <= ROUNDED_PRICE) ofWindow = rate;
    }
  }
  const wanted = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  const expected = isMissing || count < wanted
    ? NaN
    : (own.energy.length === 0 ? 0 : (kwh ?? 0) * rateOf(ofWindow, cost / energy)) +
      (own.fixed.length === 0 ? 0 : fixed);
  return {
    text,
    billed,
    expected: Number.isNaN(expected) ? null : expected,
    cents: Number.isNaN(expected) ? null : 100 * (billed - expected),
  };
}
