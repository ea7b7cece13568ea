/**
 * A bill against the house's own register and the tariff.
 *
 * @module
 */

import type { Analysis } from "../energy/days.ts";
import { addDays } from "../time.ts";
import { type BilledSpan, type BillFile, REACH, ROUNDING, spansOf } from "./bill.ts";
import { type CheckedLine, checkLine } from "./bill_lines.ts";
import { type AllowedEnergy, type OwnRegister, ownRegister } from "./own_register.ts";
import type { PricedTariff } from "./price_series.ts";

/** What comes of checking a bill. */
export type Verdict =
  | "agrees"
  | "explained"
  | "energy differs"
  | "price differs"
  | "arithmetic error"
  | "cannot judge";

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
  /** The same by the house's own register, days from reading to reading; `null` if it is not known. [kWh] */
  readonly own_kwh: number | null;
  /** What the house's own register allows: its error, both ends of each day, rounded readings. [kWh] */
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
  const { flow = "import" } = bill, spans = spansOf(bill), { intervals } = analysis;
  const register = ownRegister(analysis.reconciled, flow);
  const billed = spans.reduce((sum, { kwh }) => sum + kwh, 0);
  const own = spans.length > 0 ? ownEnergy(spans, register) : null;
  const lines = bill.lines.map((line) =>
    checkLine(line, bill, { intervals: intervals!, register, tariff })
  );
  const linesTotal = lines.reduce((sum, { billed }) => sum + billed, 0);
  const wrong = arithmetic(bill, billed, linesTotal);
  const unpriced = lines.filter(({ expected }) => expected === null);
  const offPrice = lines.filter(({ billed, expected }) =>
    expected !== null && Math.abs(billed - expected) > CENT
  );
  const isWithin = own !== null && billed >= own.low && billed <= own.high;
  const why = isWithin || !own ? null : explanation(spans, register, { billed, own: own.kwh });
  const windows = isWithin ? billedWindows(bill, lines) : [];
  const offWindow = windows.filter(({ kwh, own }) => kwh < own.low || kwh > own.high);
  const isExplained = offWindow.length > 0 && spans.some(({ isEstimated }) => isEstimated) &&
    offWindow.every(({ kwh, own }) => isPlausible(kwh, own.kwh));
  const because = [
    ...wrong,
    ...own === null
      ? ["The house's own register does not have the energy of every day between the readings"]
      : isWithin
      ? []
      : [
        `The bill has ${billed.toFixed(1)} kWh; the house's own register allows ${
          allowedText(own)
        }`,
      ],
    ...offWindow.map(({ text, kwh, own }) =>
      `'${text}': the bill has ${
        kwh.toFixed(1)
      } kWh; at the times of this price the house's own register ` +
      `has ${own.kwh.toFixed(1)} kWh and allows ${allowedText(own)}`
    ),
    ...why ? [why] : isExplained ? [ESTIMATED] : [],
    ...unpriced.map(({ text, unpriced }) => `'${text}': ${unpriced}`),
    ...offPrice.map(({ text, billed, expected }) =>
      `'${text}': ${billed.toFixed(2)} ${tariff.currency} with VAT instead of ` +
      `${expected!.toFixed(2)} for the same energy`
    ),
  ];
  const verdict: Verdict = wrong.length > 0
    ? "arithmetic error"
    : own === null || unpriced.length > 0
    ? "cannot judge"
    : (!isWithin && !why) || (offWindow.length > 0 && !isExplained)
    ? "energy differs"
    : offPrice.length > 0
    ? "price differs"
    : isWithin && offWindow.length === 0
    ? "agrees"
    : "explained";
  return {
    verdict,
    because,
    currency: tariff.currency,
    billed_kwh: billed,
    own_kwh: own && own.kwh,
    allowed_kwh: own && { low: own.low, high: own.high },
    difference_kwh: own && billed - own.kwh,
    lines,
    lines_total: linesTotal,
    total: bill.total,
  };
}

function allowedText({ low, high }: Pick<AllowedEnergy, "low" | "high">): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)} kWh`;
}

/** What flowed between all pairs of readings; `null` where a day is not known. */
function ownEnergy(spans: readonly BilledSpan[], register: OwnRegister): AllowedEnergy | null {
  const sum = { kwh: 0, low: 0, high: 0 };
  for (const span of spans) {
    const own = register.between(span);
    if (own === null) return null;
    sum.kwh += own.kwh;
    sum.low += own.low;
    sum.high += own.high;
  }
  return sum;
}

/** The billed energy of each window; after a meter exchange it may have several lines. */
function billedWindows(bill: BillFile, lines: readonly CheckedLine[]) {
  const priced = lines.flatMap(({ text, kwh, window }, i) => {
    const { components, price } = bill.lines[i]!;
    const key = JSON.stringify([components.toSorted(), price]);
    return kwh === null || window === null ? [] : [{ key, text, kwh, own: window }];
  });
  return [...Map.groupBy(priced, ({ key }) => key).values()].map((same) => ({
    ...same[0]!,
    kwh: same.reduce((sum, { kwh }) => sum + kwh, 0),
  }));
}

const ESTIMATED = "A reading was estimated or calculated; the next bill should make up for it";

function isPlausible(billed: number, own: number): boolean {
  return Math.abs(billed - own) <= MOST_ESTIMATED * own;
}

/** What would explain a difference of the energy. */
function explanation(
  spans: readonly BilledSpan[],
  register: OwnRegister,
  { billed, own }: { readonly billed: number; readonly own: number },
): string | null {
  if (isPlausible(billed, own) && spans.some(({ isEstimated }) => isEstimated)) return ESTIMATED;
  for (const start of SHIFTS) {
    for (const end of SHIFTS) {
      const shifted = spans.map((span, i) => ({
        ...span,
        from: i === 0 ? addDays(span.from, start) : span.from,
        to: i === spans.length - 1 ? addDays(span.to, end) : span.to,
      }));
      const allowed = ownEnergy(shifted, register);
      if (!allowed || billed < allowed.low || billed > allowed.high) continue;
      return `It fits if the meter was read on ${shifted[0]!.from} and ${shifted.at(-1)!.to}`;
    }
  }
  return null;
}

/** An estimate that is further off, as a share of the true energy, explains nothing. [0–1] */
const MOST_ESTIMATED = 0.25;

const SHIFTS = Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH)
  .sort((a, b) => Math.abs(a) - Math.abs(b));

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
