/**
 * Synthetic wholesale prices: `deno run tests/money/tariffs/synthetic_prices.ts >
 * data/tariffs/synthetic-wholesale-2025.csv`.
 *
 * @module
 */

/** Of no market: a shape of day, week and season, cheap sunny noons, and noise that repeats. [per MWh] */
export function syntheticPrices(): string {
  let seed = 20251122;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const lines = ["start_utc,synthetic_price_per_mwh"], hour = 3_600_000;
  // One hour more on either side, for zones around UTC.
  let weather = 0;
  for (let at = Date.UTC(2024, 11, 31, 22); at < Date.UTC(2026, 0, 1, 2); at += hour) {
    const date = new Date(at), clock = (date.getUTCHours() + 1) % 24;
    const summer = 0.5 - 0.5 * Math.cos(2 * Math.PI * (date.getTime() / (24 * hour) - 10) / 365.25);
    weather = 0.97 * weather + 6 * (random() - 0.5);
    const evening = 45 * Math.exp(-(((clock - 19) / 2.5) ** 2));
    const morning = 25 * Math.exp(-(((clock - 8) / 2) ** 2));
    const sun = 75 * summer * Math.exp(-(((clock - 13) / 3) ** 2));
    const weekend = date.getUTCDay() % 6 === 0 ? 15 : 0;
    const price = 85 + evening + morning - sun - weekend + 2 * weather + 8 * (random() - 0.5);
    lines.push(`${date.toISOString().slice(0, 16)}Z,${price.toFixed(2)}`);
  }
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) console.log(syntheticPrices().trimEnd());
