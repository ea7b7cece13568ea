import { counted } from "../../../src/text.ts";
import type { Estimate } from "../run/estimate.ts";
import type { Interval } from "../statistics/gaffke.ts";

/** Shown for an unknown value. */
export const UNKNOWN = "–";

export function score(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2);
}

/** With its sign. */
export function difference(value: number | null): string {
  if (value === null) return UNKNOWN;
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? text : (value < 0 ? "−" : "+") + text;
}

export function interval({ low, high }: Interval): string {
  return `${difference(low)} to ${difference(high)}`;
}

/** A share of answers. */
export function percent(value: number | null): string {
  if (value === null) return UNKNOWN;
  return `${Number.isInteger(value * 100) ? value * 100 : (value * 100).toFixed(1)} %`;
}

/** A cost. [USD] */
export function dollars(value: number | null): string {
  if (value === null) return UNKNOWN;
  // Small amounts need more digits.
  return `$${value > 0 && value < 0.1 ? Number(value.toPrecision(3)) : value.toFixed(2)}`;
}

export function probability(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** In thousands or millions. */
export function rounded(value: number): string {
  const [size, unit] = value >= 1e6 ? [1e6, " M"] : value >= 1000 ? [1000, " k"] : [1, ""];
  const scaled = value / size;
  return `${unit !== "" && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}

/** The cost of missing answers in words. */
export function printEstimate({ requests, most, likely }: Estimate): string {
  const amount = ({ tokens, usd }: Estimate["most"]) =>
    `${rounded(tokens)} tokens` +
    (usd === undefined ? ", the price is not known" : ` and ${dollars(usd)}`);
  const limit = `at most ${amount(most)}`;
  return `${counted(requests, "request")}, ` +
    (likely ? `about ${amount(likely)} (${limit})` : limit);
}
