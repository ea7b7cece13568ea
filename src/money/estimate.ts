/**
 * Amounts of money with their errors, and how they add up.
 *
 * @module
 */

import { type Band, type Estimate, WIDTH } from "../energy/accuracy/estimate.ts";

/** An amount and its error, in the currency. */
export interface Amount {
  /** The amount. */
  readonly value: number;
  /** How much too high it may be, systematically; negative if it is too low for sure. */
  readonly below: number;
  /** How much too low it may be, systematically. */
  readonly above: number;
  /** Standard deviation of the noise. */
  readonly sigma: number;
}

/** Nothing, exactly. */
export const NOTHING: Amount = { value: 0, below: 0, above: 0, sigma: 0 };

/** The sum of amounts with independent noise; systematic errors add up. */
export function addAmounts(parts: readonly Amount[]): Amount {
  let value = 0, below = 0, above = 0, variance = 0;
  for (const part of parts) {
    value += part.value;
    below += part.below;
    above += part.above;
    variance += part.sigma * part.sigma;
  }
  return { value, below, above, sigma: Math.sqrt(variance) };
}

/** An amount that is paid instead of received. */
export function negated({ value, below, above, sigma }: Amount): Amount {
  return { value: -value, below: above, above: below, sigma };
}

/** The error that an energy's error makes at a price, without the amount itself. [currency/kWh] */
export function priced({ below, above, sigma }: Omit<Estimate, "kwh">, price: number): Amount {
  const error = { value: 0, below: below * price, above: above * price, sigma: sigma * price };
  return price < 0
    ? { value: 0, below: -error.above, above: -error.below, sigma: -error.sigma }
    : error;
}

/** The range of an amount; `null` where nothing bounds its error. */
export function amountBand({ value, below, above, sigma }: Amount): Band | null {
  if (!Number.isFinite(below + above)) return null;
  const noise = WIDTH * sigma;
  return { low: value - below - noise, high: value + above + noise };
}
