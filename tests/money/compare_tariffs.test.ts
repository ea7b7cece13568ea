import fc from "fast-check";
import { expect, test } from "vitest";
import type { Analysis } from "../../src/energy/days.ts";
import { compareTariffs } from "../../src/money/compare_tariffs.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { intervalsOf } from "./intervals.ts";

const common = { from: "2025-01-01", unit: "EUR/kWh", vat: 0 };
const tariff = (name: string, price: number, more: object = {}) =>
  withPrices(
    parseTariff({
      name,
      tz: "Europe/Berlin",
      currency: "EUR",
      components: [
        { id: "in", flow: "import", price, ...common, ...more },
        { id: "out", flow: "export", price: 0.08, ...common },
        {
          id: "base",
          flow: "fixed",
          from: "2025-01-01",
          per: "day",
          unit: "EUR",
          price: 1,
          vat: 0,
        },
      ],
    }),
    { start: 0, end: 1 },
  );
const days = intervalsOf("2025-10-25", "2025-10-27", {
  zone: "Europe/Berlin",
  step: 15 * MINUTE,
  imported: () => 0.25,
});
const analysis = {
  table: { zone: "Europe/Berlin" },
  ...days,
  reconciled: days.reconciled.map(({ estimates }) => ({
    // The register may be off by 1 kWh a day.
    estimates: { ...estimates, import_kwh: { ...estimates.import_kwh, below: 1, above: 1 } },
  })),
} as unknown as Analysis;

test("the error of the energy changes both tariffs alike", async () => {
  const { tariffs: [first, second] } = compareTariffs(analysis, [
    await tariff("a", 0.3),
    await tariff("b", 0.31),
  ]);
  // 24 + 25 + 24 hours of 1 kWh
  expect(first!.net).toBeCloseTo(73 * 0.3 + 3, 9);
  expect(first!.net_band!.high - first!.net).toBeCloseTo(3 * 0.3, 9);
  expect(second!.difference).toBeCloseTo(0.73, 9);
  expect(second!.difference_band!.high - second!.difference).toBeCloseTo(3 * 0.01, 9);
});

test("hours and months add up to the difference; the hour that occurs twice counts twice", async () => {
  const windows = [{ at: ["02:00", "03:00"], price: 0.5 }];
  const { hours, months, tariffs: [, second] } = compareTariffs(analysis, [
    await tariff("a", 0.3),
    await tariff("b", 0.3, { windows }),
  ]);
  expect(second!.difference).toBeCloseTo(4 * 0.2, 9);
  expect(hours.find(({ at }) => at === 2)).toMatchObject({
    difference: expect.closeTo(0.8, 9),
    import_kwh: expect.closeTo(4, 9),
  });
  expect(months).toEqual([expect.objectContaining({ at: 10, difference: expect.closeTo(0.8, 9) })]);
});

test("only days that all tariffs price are compared", async () => {
  const result = compareTariffs(analysis, [
    await tariff("a", 0.3),
    await tariff("b", 0.3, { to: "2025-10-27" }),
  ]);
  expect([result.days, result.left_out]).toEqual([2, 1]);
  expect(result.tariffs[0]!.net).toBeCloseTo(49 * 0.3 + 2, 9);
});

test("moving import saves nothing at one price, and never more than the spread of the day", async () => {
  const windows = [{ at: ["10:00", "16:00"], price: 0.1 }];
  const { tariffs: [flat, windowed] } = compareTariffs(analysis, [
    await tariff("a", 0.3),
    await tariff("b", 0.3, { windows }),
  ]);
  expect(flat!.shift_gain).toBeCloseTo(0, 12);
  expect(windowed!.shift_gain).toBeCloseTo(0.1 * 73 * 0.2, 9);
});

test("a trace of energy without a price makes no hour and no shifting unknown", async () => {
  const trace = intervalsOf("2025-10-25", "2025-10-25", {
    zone: "Europe/Berlin",
    step: 15 * MINUTE,
    imported: () => 0.25,
    exported: (slot) => slot === 3 ? 0.0004 : 0,
  });
  const windows = [{ at: ["10:00", "11:00"], price: 0.1 }];
  const unsold = async (name: string, price: number) => {
    const whole = await tariff(name, price, { windows });
    return { ...whole, energy: whole.energy.filter(({ flow }) => flow === "import") };
  };
  const { hours, months, tariffs } = compareTariffs(
    { table: { zone: "Europe/Berlin" }, ...trace } as unknown as Analysis,
    [await unsold("a", 0.3), await unsold("b", 0.31)],
  );
  expect(hours.find(({ at }) => at === 0)!.difference).toBeCloseTo(0.01, 9);
  expect(months[0]!.difference).toBeCloseTo(23 * 0.01, 9);
  expect(tariffs[0]!.shift_gain).toBeCloseTo(0.1 * 24 * 0.2, 9);
});

test("tariffs of two currencies, and days that none prices, are refused", async () => {
  const pounds = { ...await tariff("c", 0.3), currency: "GBP" };
  const euros = await tariff("a", 0.3);
  expect(() => compareTariffs(analysis, [euros, pounds])).toThrow("'c' in GBP");
  const ended = { ...euros, energy: euros.energy.map((one) => ({ ...one, after: 0 })) };
  expect(() => compareTariffs(analysis, [euros, ended])).toThrow("no day on which all tariffs");
});

test("days add up to months, to the last digit that counts", async () => {
  const { moneyRow } = await import("../../src/money/money_table.ts");
  const { settleDays } = await import("../../src/money/settle.ts");
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0.01, max: 0.9, noNaN: true }), async (price) => {
      const month = intervalsOf("2025-10-01", "2025-10-31", {
        zone: "Europe/Berlin",
        step: HOUR,
        imported: (slot) => (slot * 7919 % 97) / 100,
      });
      const money = settleDays(await tariff("a", price), month.intervals, month.reconciled);
      const sum = money.reduce((total, day) => total + moneyRow("d", [day], true).net!, 0);
      expect(moneyRow("2025-10", money, true).net!).toBeCloseTo(sum, 9);
    }),
    { numRuns: 20 },
  );
});
