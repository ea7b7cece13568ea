import { expect, test } from "vitest";
import { priceInput } from "../../src/money/battery_input.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { MINUTE } from "../../src/time.ts";
import { intervalsOf } from "./intervals.ts";

const common = { from: "2025-01-01", unit: "EUR/kWh", vat: 0 };

/** What the intervals of an hour cost in which the price is 1 EUR from 00:05 to 00:15, else 0.1. */
async function priced(minutes: number) {
  const windows = [{ at: ["00:05", "00:15"], price: 1 }];
  const tariff = await withPrices(
    parseTariff({
      ...{ tz: "UTC", currency: "EUR" },
      components: [
        { id: "in", flow: "import", price: 0.1, ...common, windows },
        { id: "out", flow: "export", price: 0, ...common },
      ],
    }),
    { start: 0, end: 1 },
  );
  const step = minutes * MINUTE;
  const { intervals: { time, days } } = intervalsOf("2025-06-01", "2025-06-01", {
    ...{ zone: "UTC", step, imported: () => 0 },
  });
  const none = new Float64Array(time.length), hours = none.slice().fill(minutes / 60);
  const flows = { time, hours, gap: none, imported: none, exported: none, generated: none };
  return priceInput({ flows, step, days, error: { imported: 0, exported: 0 } }, tariff);
}

test.each([5, 15, 30, 60])(
  "intervals of %i minutes cost the mean of their prices",
  async (minutes) => {
    const { native: { prices, flows } } = await priced(minutes);
    const first = prices.imported.filter((_, i) => flows.time[i]! < flows.time[0]! + 60 * MINUTE);
    const mean = first.reduce((sum, price) => sum + price, 0) / first.length;
    expect(mean).toBeCloseTo((10 * 1 + 50 * 0.1) / 60, 9);
  },
);

test("the quarters of a finer cadence do so, too", async () => {
  const { quarters } = await priced(5);
  expect(quarters.prices.imported[0]).toBeCloseTo(0.7, 9);
  expect(quarters.prices.imported[1]).toBeCloseTo(0.1, 9);
});
