/**
 * Numbers as people read them on a page.
 *
 * @module
 */

import { periodName } from "../plots/period_ticks.ts";
import { formatInstant } from "../time.ts";

/** A narrow space between a number and its unit, at which no line breaks. */
export const SPACE = "\u202f";

/**
 * Writes a number with grouped thousands and a real minus sign.
 */
export function grouped(value: number, decimals: number): string {
  const text = formatOf(decimals).format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

const formats: Intl.NumberFormat[] = [];

/** Kept, because making one takes longer than writing a hundred numbers. */
function formatOf(decimals: number): Intl.NumberFormat {
  return formats[decimals] ??= new Intl.NumberFormat("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/**
 * A value in its unit, with fewer decimals the larger it is: ratios as percent, 1000 W and more as
 * kilowatts.
 *
 * @param unit Unit of the catalogue.
 */
export function quantity(value: number, unit: string): string {
  if (unit === "0–1") return `${grouped(100 * value, 1)}${SPACE}%`;
  if (unit === "W") {
    return Math.abs(value) < 999.5
      ? `${grouped(value, 0)}${SPACE}W`
      : `${grouped(value / 1000, 2)}${SPACE}kW`;
  }
  return `${grouped(value, decimalsFor(value))}${SPACE}${unit}`;
}

/** An amount of money, to the hundredth: `882.75 EUR`. */
export function amountText(value: number, currency: string): string {
  return `${grouped(value, 2)}${SPACE}${currency}`;
}

function decimalsFor(value: number): number {
  const size = Math.abs(value);
  return size >= 999.5 ? 0 : size >= 99.95 ? 1 : 2;
}

/**
 * A span of time in its two largest units.
 *
 * @param ms Length. [ms]
 */
export function duration(ms: number): string {
  let rest = Math.round(ms / 1000);
  const parts = UNITS.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return `0${SPACE}s`;
  return parts.slice(first, first + 2).filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count}${SPACE}${unit}`).join(" ");
}

const UNITS = [["d", 86_400], ["h", 3600], ["min", 60], ["s", 1]] as const;

/**
 * An instant in local time.
 *
 * @param instant Unix time. [ms]
 * @param zone IANA zone.
 */
export function localTime(instant: number, zone: string): string {
  const iso = formatInstant(instant, zone);
  return `${periodName(iso.slice(0, 10))}, ${iso.slice(11, 16)}`;
}
