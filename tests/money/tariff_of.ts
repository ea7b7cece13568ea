import { type PricedTariff, withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";

/** A tariff whose prices never change. [ct/kWh] */
export async function constantTariff(
  imported = 30,
  exported = 8,
  tz = "Europe/Berlin",
): Promise<PricedTariff> {
  const price = (id: string, flow: string, price: number) => (
    { id, flow, from: "2020-01-01", unit: "ct/kWh", price, vat: 0 }
  );
  const components = [price("energy", "import", imported), price("feed-in", "export", exported)];
  const json = { tz, currency: "EUR", components };
  return await withPrices(parseTariff(json), { start: 0, end: 4e12 });
}
