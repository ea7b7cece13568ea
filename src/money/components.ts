/**
 * The components of a tariff, checked and ready for pricing.
 *
 * @module
 */

import { HOUR } from "../time.ts";
import type { TariffProblem } from "./bad_tariff.ts";
import type { EnergyComponentFile, TariffFile, WindowFile } from "./tariff_file.ts";
import { MINOR_UNITS } from "./tariff_schema.ts";
import { formatMinute, minuteRanges, type WindowTable, windowTable } from "./windows.ts";

/** Local days since 1970-01-01, half-open. */
export interface DayRange {
  readonly first: number;
  /** The first day after it; ∞ if it is open. */
  readonly after: number;
}

/** What is common to all components. */
interface Component extends DayRange {
  readonly id: string;
}

/** A component of the price of a kilowatt-hour. Prices contain VAT. [currency/kWh] */
export interface EnergyComponent extends Component {
  readonly flow: "import" | "export";
  /** Price outside of the windows; NaN if there is none, or with a price series. */
  readonly price: number;
  /** price = factor × series + add, at most max; `max` before VAT is applied. */
  readonly series?: {
    readonly name: string;
    /** Includes the unit of the component and VAT. */
    readonly factor: number;
    readonly add: number;
    readonly max: number;
  };
  /** Which window applies when, and the price, or what is added to the series, in each. */
  readonly windows?: { readonly table: WindowTable; readonly values: readonly number[] };
  /** A condition and the price while it holds. */
  readonly unless?: {
    readonly series: string;
    readonly holds: (value: number) => boolean;
    readonly price: number;
  };
}

/** A fixed fee, with VAT. [currency] */
export interface FixedComponent extends Component {
  readonly per: "day" | "month" | "year";
  readonly price: number;
}

/** What comes of the components of a file. */
export interface CompiledComponents {
  readonly energy: readonly EnergyComponent[];
  readonly fixed: readonly FixedComponent[];
  /** Minutes of the day at which a window begins or ends. */
  readonly borders: readonly number[];
}

/** Beyond this a price is a mistake of the unit in the currencies that it is known for. [per kWh] */
const MOST = 5;
const KNOWN_CURRENCIES: readonly string[] = ["EUR", "GBP", "CHF", "USD"];

/** Whether a price can only be one in another unit. [currency/kWh] */
export function isAbsurd(price: number, currency: string): boolean {
  return KNOWN_CURRENCIES.includes(currency) && Math.abs(price) > MOST;
}

/**
 * Checks the components of a file and converts their prices to the currency per kWh with VAT.
 *
 * @param problems What is wrong is added here.
 */
export function compileComponents(
  file: TariffFile,
  { kwp, problems }: { readonly kwp?: number | undefined; readonly problems: TariffProblem[] },
): CompiledComponents {
  const energy: EnergyComponent[] = [], fixed: FixedComponent[] = [];
  const borders = new Set<number>(), places = new Map<string, Placed[]>();
  for (const [index, one] of file.components.entries()) {
    const key = `components[${index}]`;
    const range = rangeOf(one, key, problems);
    if (one.flow === "fixed") {
      if (one.unit !== file.currency) {
        problems.push({
          says: `${key}.unit: '${one.unit}' is not the currency of the tariff, ${file.currency}`,
        });
      }
      const { id, per } = one;
      fixed.push({ id, ...range, per, price: one.price * (1 + one.vat) });
    } else {
      if (!appliesToPlant(one, file, key, problems)) continue;
      energy.push(compileEnergy(one, range, { file, key, kwp, borders, problems }));
    }
    const name = `${one.flow} ${one.id}`;
    places.set(name, [...places.get(name) ?? [], { key, ...range }]);
  }
  for (const versions of places.values()) checkSequence(versions, problems);
  return { energy, fixed, borders: [...borders] };
}

interface Placed extends DayRange {
  readonly key: string;
}

/** Components with the same id follow one another, without overlap and without a gap. */
function checkSequence(versions: readonly Placed[], problems: TariffProblem[]): void {
  const sorted = versions.toSorted((a, b) => a.first - b.first);
  for (const [index, next] of sorted.slice(1).entries()) {
    const before = sorted[index]!;
    if (before.after > next.first) {
      problems.push({
        says: `${before.key} and ${next.key} have the same id and both apply on ` +
          `${formatDay(next.first)}`,
        hint: "Give the earlier one a `to`, or the two different ids if both are charged.",
      });
    } else if (before.after < next.first) {
      problems.push({
        says: `${next.key}.from: nothing applies from ${formatDay(before.after)}, where ` +
          `${before.key} ends, to ${formatDay(next.first)}`,
        hint: "Close the gap between the two dates; write price 0 if nothing was charged.",
      });
    }
  }
}

interface Compiling {
  readonly file: TariffFile;
  readonly key: string;
  readonly kwp?: number | undefined;
  readonly borders: Set<number>;
  readonly problems: TariffProblem[];
}

function compileEnergy(
  one: EnergyComponentFile,
  range: DayRange,
  { file, key, kwp, borders, problems }: Compiling,
): EnergyComponent {
  const { id, flow, unit, vat, series, windows = [], unless } = one;
  const perKwh = unitFactor(unit, file.currency, `${key}.unit`, problems);
  const checked = (value: number, where: string) => {
    if (isAbsurd(value * perKwh, file.currency)) {
      problems.push(absurd(value, unit, perKwh, file.currency, `${key}.${where}`));
    }
    return value * perKwh * (1 + vat);
  };
  const tiers = one.tiers;
  if ([one.price, series, tiers].filter((way) => way !== undefined).length > 1) {
    problems.push({ says: `${key}: it has more than one of price, series and tiers` });
  }
  if (one.price === undefined && series === undefined && !tiers && windows.length === 0) {
    problems.push({ says: `${key}: it has neither price, series, tiers nor windows` });
  }
  for (const name of [series, unless?.series]) {
    if (name === undefined || Object.hasOwn(file.series ?? {}, name)) continue;
    const known = Object.keys(file.series ?? {});
    problems.push({
      says: `${key}: there is no price series '${name}'`,
      hint: known.length > 0 ? `Name one of ${known.join(", ")}.` : "Describe it under `series`.",
    });
  }
  if (series === undefined) {
    const unused = (["factor", "add", "max"] as const).find((name) => one[name] !== undefined);
    if (unused) problems.push({ says: `${key}.${unused}: it means something only with a series` });
  }
  const table = windows.length === 0 ? null : compileWindows(one, { key, borders, problems });
  const price = tiers
    ? mixed(
      tiers.map(({ up_to_kwp, price }, tier) => (
        { upTo: up_to_kwp, price: checked(price, `tiers[${tier}].price`) }
      )),
      file.plant?.kwp ?? kwp,
      `${key}.tiers`,
      problems,
    )
    : one.price === undefined
    ? NaN
    : checked(one.price, "price");
  return {
    id,
    flow,
    ...range,
    price,
    ...(series !== undefined && {
      series: {
        name: series,
        factor: (one.factor ?? 1) * (1 + vat),
        add: checked(one.add ?? 0, "add"),
        max: one.max === undefined ? Infinity : checked(one.max, "max"),
      },
    }),
    ...(table && {
      windows: {
        table,
        values: windows.map(({ price, add }, w) =>
          checked((series === undefined ? price : add) ?? NaN, `windows[${w}]`)
        ),
      },
    }),
    ...(unless && {
      unless: {
        series: unless.series,
        holds: comparison(unless.op, unless.value),
        price: checked(unless.price, "unless.price"),
      },
    }),
  };
}

function compileWindows(
  { windows = [], series }: EnergyComponentFile,
  { key, borders, problems }: Pick<Compiling, "key" | "borders" | "problems">,
): WindowTable | null {
  for (const [w, window] of windows.entries()) {
    const where = `${key}.windows[${w}]`, wanted = series === undefined ? "price" : "add";
    const other = wanted === "price" ? "add" : "price";
    if (window[wanted] === undefined || window[other] !== undefined) {
      const kind = series === undefined ? "a fixed price" : "a price series";
      problems.push({ says: `${where}: a window of ${kind} has '${wanted}' and no '${other}'` });
    }
    if (window.at && window.at[0] === window.at[1]) {
      problems.push({
        says: `${where}.at: it begins and ends at ${window.at[0]}`,
        hint: 'Leave `at` out for the whole day, or write ["00:00", "24:00"].',
      });
    }
    for (const border of minuteRanges(window.at).flat()) borders.add(border);
  }
  const table = windowTable(windows);
  if (!("windows" in table)) return table;
  const { month, weekday, minute } = table, [a, b] = table.windows;
  problems.push({
    says: `${key}: windows[${a}] ${describe(windows[a]!)} and windows[${b}] ` +
      `${describe(windows[b]!)} overlap, first in month ${month} on weekday ${weekday} at ` +
      formatMinute(minute),
    hint: "Their order does not decide. Change the times so that at most one window applies.",
  });
  return null;
}

/** A window as the file writes it. */
function describe({ months, days, at }: WindowFile): string {
  return JSON.stringify({ ...months && { months }, ...days && { days }, ...at && { at } });
}

function comparison(op: "<" | "<=" | ">" | ">=", limit: number): (value: number) => boolean {
  switch (op) {
    case "<":
      return (value) => value < limit;
    case "<=":
      return (value) => value <= limit;
    case ">":
      return (value) => value > limit;
    case ">=":
      return (value) => value >= limit;
  }
}

/** A price that is mixed by the share of the plant's power in each band. */
function mixed(
  tiers: readonly { readonly upTo: number; readonly price: number }[],
  kwp: number | undefined,
  key: string,
  problems: TariffProblem[],
): number {
  if (kwp === undefined) {
    problems.push({
      says: `${key}: the nameplate power of the plant is not known`,
      hint: 'Write "plant": { "kwp": … } into the tariff, or the strings into the household file.',
    });
    return NaN;
  }
  let sum = 0, below = 0;
  for (const [index, { upTo, price }] of tiers.entries()) {
    if (upTo <= below) {
      problems.push({
        says:
          `${key}[${index}].up_to_kwp: ${upTo} is not above ${below}, the end of the band before`,
      });
    }
    sum += price * Math.max(0, Math.min(kwp, upTo) - below);
    below = upTo;
  }
  if (kwp > below) {
    problems.push({
      says: `${key}: the last band ends at ${below} kWp, but the plant has ${kwp} kWp`,
      hint: "Add the band of larger plants.",
    });
  }
  return sum / kwp;
}

function appliesToPlant(
  one: EnergyComponentFile,
  { plant }: TariffFile,
  key: string,
  problems: TariffProblem[],
): boolean {
  const wanted = one.commissioned;
  if (!wanted) return true;
  if (plant?.commissioned === undefined) {
    problems.push({
      says: `${key}.commissioned: the day on which the plant was commissioned is not known`,
      hint: 'Write "plant": { "commissioned": "YYYY-MM-DD" } into the tariff.',
    });
    return false;
  }
  const { first, after } = rangeOf(wanted, `${key}.commissioned`, problems);
  const at = dayNumber(plant.commissioned);
  return at >= first && at < after;
}

function rangeOf(
  { from, to }: { readonly from: string; readonly to?: string | undefined },
  key: string,
  problems: TariffProblem[],
): DayRange {
  if (to !== undefined && to <= from) {
    problems.push({
      says: `${key}.to: ${to} is not after ${from}, its first day`,
      hint: "`to` is the first day on which it no longer applies.",
    });
  }
  return { first: dayNumber(from), after: to === undefined ? Infinity : dayNumber(to) };
}

/** What makes currency per kWh of a price in a unit. */
export function unitFactor(
  unit: string,
  currency: string,
  key: string,
  problems: TariffProblem[],
): number {
  const minor = MINOR_UNITS[unit];
  const isOwn = minor ? minor.includes(currency) : unit.startsWith(`${currency}/`);
  if (!isOwn) {
    problems.push({
      says: `${key}: '${unit}' is not a unit of ${currency}`,
      hint: `Use ${currency}/kWh, ${currency}/MWh` +
        Object.entries(MINOR_UNITS).filter(([, of]) => of.includes(currency))
          .map(([name]) => ` or ${name}`).join("") +
        ".",
    });
  }
  return minor ? 0.01 : unit.endsWith("/MWh") ? 0.001 : 1;
}

function absurd(
  value: number,
  unit: string,
  perKwh: number,
  currency: string,
  key: string,
): TariffProblem {
  const minor = Object.entries(MINOR_UNITS).find(([, of]) => of.includes(currency))?.[0];
  return {
    says: `${key}: ${value} ${unit} is ${value * perKwh} ${currency} per kWh, more than ${MOST}`,
    hint: `Check the unit: is it ${[minor, `${currency}/MWh`].filter(Boolean).join(" or ")}?`,
  };
}

/** Days from 1970-01-01 to a day of the calendar. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / (24 * HOUR);
}

/** A day of the calendar by its number. */
export function formatDay(number: number): string {
  return new Date(number * 24 * HOUR).toISOString().slice(0, 10);
}
