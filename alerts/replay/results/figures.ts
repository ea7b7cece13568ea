import type { Interval } from "../statistics/gaffke.ts";

/** What stands for a figure that is not known. */
export const UNKNOWN = "–";

/** A score, with two decimals. */
export function score(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2);
}

/** A difference, with its sign. */
export function difference(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? text : (value < 0 ? "−" : "+") + text;
}

/** An interval of a difference. */
export function interval(value: Interval | null): string {
  return value === null ? UNKNOWN : `${difference(value.low)} to ${difference(value.high)}`;
}

/** A share of answers. */
export function percent(value: number | null): string {
  if (value === null) return UNKNOWN;
  return `${Number.isInteger(value * 100) ? value * 100 : (value * 100).toFixed(1)} %`;
}

/** A cost. [USD] */
export function dollars(value: number | null): string {
  if (value === null) return UNKNOWN;
  // Cents say nothing of one answer, nor hundredths of them of a whole run.
  return `$${value > 0 && value < 0.1 ? Number(value.toPrecision(3)) : value.toFixed(2)}`;
}

/** A p-value. */
export function probability(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** The interval of a share. */
export function shares({ low, high }: Interval): string {
  return `${percent(low).slice(0, -2)} to ${percent(high)}`;
}

/** A large number, in thousands or millions. */
export function rounded(value: number): string {
  const [size, unit] = value >= 1e6 ? [1e6, " M"] : value >= 1000 ? [1000, " k"] : [1, ""];
  const scaled = value / size;
  return `${unit !== "" && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}
