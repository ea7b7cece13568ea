import fc from "fast-check";
import { expect, test } from "vitest";
import type { Analysis } from "../../src/energy/days.ts";
import { compareTariffs } from "../../src/money/compare_tariffs.ts";
import { priceDays } from "../../src/money/price_days.ts";
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

test("days that none prices name the file, the component and the first instant", async () => {
  const euros = await tariff("a", 0.3);
  const refused = (other: typeof euros) => {
    try {
      return compareTariffs(analysis, [euros, { ...other, file: "offers/b.json" }]);
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return [code, message.replace(/^.*: in 'offers\/b\.json', /, "")];
    }
  };
  const late = await tariff("b", 0.3, { from: "2025-10-28" });
  expect(refused(late)).toEqual([
    "NO_DATA",
    "'in' has no price for import at 2025-10-25T00:00:00+02:00: its dates do not cover that day",
  ]);
  const windows = [{ at: ["00:00", "05:00"], price: 0.1 }];
  const night = await tariff("b", 0.3, { price: undefined, windows });
  expect(refused(night)).toEqual([
    "NO_DATA",
    "'in' has no price for import at 2025-10-25T05:00:00+02:00: no window applies, and there is " +
    "no price outside of them",
  ]);
  const holed = { step: HOUR, perKwh: 1, ...samples(Date.UTC(2025, 9, 24, 22), [0.2]) };
  const series = { spot: { csv: "spot.csv", unit: "EUR/kWh", step: "PT1H" as const } };
  const spot = { name: "spot", factor: 1, add: 0, max: Infinity };
  const [first, ...others] = euros.energy;
  const dynamic = { ...euros, series, rows: { spot: holed } };
  expect(refused({ ...dynamic, energy: [{ ...first!, series: spot }, ...others] })).toEqual([
    "NO_DATA",
    "'in' has no price for import at 2025-10-25T01:00:00+02:00: the series 'spot' has no value",
  ]);
  const only = euros.energy.filter(({ flow }) => flow === "export");
  expect(refused({ ...euros, energy: only })).toEqual([
    "NO_DATA",
    "it has no price for import at 2025-10-25T00:00:00+02:00: there is no component of import",
  ]);
  const fixed = euros.fixed.map((fee) => ({ ...fee, after: 0 }));
  expect(refused({ ...euros, fixed })).toEqual([
    "NO_DATA",
    "the fee 'base' does not apply on 2025-10-25",
  ]);
});

const samples = (time: number, value: number[]) => ({
  time: Float64Array.from(value, (_, i) => time + i * HOUR),
  value: Float64Array.from(value),
});

test("days that are left out say which component has no price, and since when", async () => {
  const ended = await tariff("b", 0.3, { to: "2025-10-27" });
  expect(compareTariffs(analysis, [await tariff("a", 0.3), ended]).notices).toContain(
    "1 of 3 days are left out: in 'b', 'in' has no price for import at " +
      "2025-10-27T00:00:00+01:00: its dates do not cover that day",
  );
});

test("netting over a year on part of one is said, as it is for days", async () => {
  const yearly = { ...await tariff("yearly", 0.3), netting: "year" as const };
  const notice = "Export cancels import within a calendar year, and these days are not whole years";
  const { notices } = compareTariffs(analysis, [await tariff("a", 0.3), yearly]);
  expect(notices).toContain(`'yearly': ${notice}`);
  expect(notices.filter((text) => text.includes(notice))).toHaveLength(1);
  const daily = { ...analysis, table: { ...analysis.table, rows: [] } };
  expect(priceDays(daily, yearly).notices).toContain(notice);
  const year = intervalsOf("2025-01-01", "2025-12-31", {
    zone: "UTC",
    step: HOUR,
    imported: () => 1,
  });
  const whole = { table: { zone: "UTC" }, ...year } as unknown as Analysis;
  expect(compareTariffs(whole, [yearly, yearly]).notices.join()).not.toContain(notice);
});

test("the money of days says which component has no price, and since when", async () => {
  const ended = await tariff("b", 0.3, { to: "2025-10-27" });
  expect(priceDays(analysis, ended).notices).toContain(
    "In 'b', 'in' has no price for import at 2025-10-27T00:00:00+01:00: its dates do not cover " +
      "that day",
  );
});

test("days add up to months, to the last digit that counts", async () => {
  const { moneyRow } = await import("../../src/money/money_table.ts");
  const { amountsOf, settlementOf } = await import("../../src/money/settle.ts");
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0.01, max: 0.9, noNaN: true }), async (price) => {
      const month = intervalsOf("2025-10-01", "2025-10-31", {
        zone: "Europe/Berlin",
        step: HOUR,
        imported: (slot) => (slot * 7919 % 97) / 100,
      });
      const money = amountsOf(
        settlementOf(await tariff("a", price), month.intervals),
        month.reconciled,
      );
      const sum = money.reduce((total, day) => total + moneyRow("d", [day], true).net!, 0);
      expect(moneyRow("2025-10", money, true).net!).toBeCloseTo(sum, 9);
    }),
    { numRuns: 20 },
  );
});
