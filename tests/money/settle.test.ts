import { describe, expect, test } from "vitest";
import type { Reconciled } from "../../src/energy/accuracy/bands.ts";
import { moneyRow } from "../../src/money/money_table.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { amountsOf, type MoneyDay, settlementOf } from "../../src/money/settle.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { MINUTE } from "../../src/time.ts";
import { intervalsOf } from "./intervals.ts";

const QUARTER = 15 * MINUTE;

async function settle(
  json: object,
  { intervals, reconciled }: ReturnType<typeof intervalsOf>,
  csv = "",
): Promise<MoneyDay[]> {
  const range = { start: intervals.days[0]!.start, end: intervals.days.at(-1)!.end };
  const tariff = await withPrices(parseTariff(json), range, {
    readTextFile: () => Promise.resolve(csv),
  });
  return amountsOf(settlementOf(tariff, intervals), reconciled);
}

const WINTER = [1, 2, 3, 10, 11, 12];

/** The tariff of the reference. */
const EXAMPLE = {
  tz: "Europe/Berlin",
  currency: "EUR",
  settle: { source: "register", step: "PT15M", netting: "none" },
  components: [
    {
      id: "energy",
      flow: "import",
      from: "2026-01-01",
      to: "2027-01-01",
      unit: "ct/kWh",
      price: 25,
      vat: 0.19,
    },
    {
      id: "grid",
      flow: "import",
      from: "2026-01-01",
      unit: "ct/kWh",
      price: 8,
      vat: 0.19,
      windows: [{ months: WINTER, days: [1, 2, 3, 4, 5, 6, 7], at: ["00:00", "05:00"], price: 3 }],
    },
    { id: "base", flow: "fixed", from: "2026-01-01", per: "month", unit: "EUR", price: 12, vat: 0 },
    {
      id: "feedin",
      flow: "export",
      from: "2026-01-01",
      unit: "ct/kWh",
      price: 7.78,
      vat: 0,
      unless: { series: "spot", op: "<", value: 0, price: 0 },
    },
  ],
  series: { spot: { csv: "spot.csv", unit: "ct/kWh", step: "PT15M" } },
};

/** Wholesale prices from the start of a day, as a file. */
function prices(start: number, count: number, of: (slot: number) => number | string): string {
  const lines = Array.from({ length: count }, (_, slot) => (
    `${new Date(start + slot * QUARTER).toISOString()},${of(slot)}`
  ));
  return ["start,price", ...lines].join("\n");
}

describe("the worked examples", () => {
  test("A: the day of 25 hours costs 4.17 EUR", async () => {
    const day = intervalsOf("2026-10-25", "2026-10-25", {
      zone: "Europe/Berlin",
      step: QUARTER,
      imported: () => 0.1,
    });
    const csv = prices(day.intervals.time[0]!, 100, () => 5);
    const [money] = await settle(EXAMPLE, day, csv);
    expect(money!.cost!.value).toBeCloseTo(3.7842, 10);
    expect(money!.fees!.value).toBeCloseTo(12 / 31, 10);
    expect(money!.net!.value.toFixed(2)).toBe("4.17");
  });

  const imported = [0.1, 0, 0, 0.05], exported = [0.3, 0.6, 0.5, 0.2];
  const day = intervalsOf("2026-06-01", "2026-06-01", {
    zone: "Europe/Berlin",
    step: QUARTER,
    imported: (slot) => imported[slot] ?? 0,
    exported: (slot) => exported[slot] ?? 0,
  });
  const dynamic = {
    ...EXAMPLE,
    components: [
      {
        id: "energy",
        flow: "import",
        from: "2026-01-01",
        unit: "ct/kWh",
        series: "spot",
        add: 18,
        vat: 0.19,
      },
      EXAMPLE.components[3]!,
    ],
  };
  const spot = (third: number | string) =>
    prices(day.intervals.time[0]!, 96, (slot) => [2, -1.5, third, 0.5][slot] ?? 1);

  test("B: negative prices; rounded once the net is 0.00 EUR", async () => {
    const [money] = await settle(dynamic, day, spot(-3));
    expect(100 * money!.cost!.value).toBeCloseTo(0.1 * 20 * 1.19 + 0.05 * 18.5 * 1.19, 10);
    expect((100 * money!.cost!.value).toFixed(2)).toBe("3.48");
    expect(100 * money!.revenue!.value).toBeCloseTo(3.89, 10);
    expect((100 * money!.net!.value).toFixed(2)).toBe("-0.41");
    expect(Math.round(100 * money!.net!.value)).toBeCloseTo(0, 10);
  });

  test("B: a missing price leaves 0.50 kWh unpriced, between 3.89 and 7.78 ct", async () => {
    const [money] = await settle(dynamic, day, spot(""));
    expect(money!.unpricedExport).toBeCloseTo(0.5, 10);
    const { revenue } = moneyRow("day", [money!], true).bands;
    expect([100 * revenue!.low, 100 * revenue!.high]).toEqual([
      expect.closeTo(3.89, 10),
      expect.closeTo(7.78, 10),
    ]);
  });

  test("B: by the hourly mean nothing is paid, without the rule 12.45 ct", async () => {
    const hourly = {
      ...dynamic,
      components: dynamic.components.map((one) =>
        "unless" in one ? { ...one, unless: { ...one.unless, series: "hourly" } } : one
      ),
      series: { ...EXAMPLE.series, hourly: { mean_of: "spot", step: "PT1H" } },
    };
    const [none] = await settle(hourly, day, spot(-3));
    expect(none!.revenue!.value).toBe(0);
    const exempt = {
      ...dynamic,
      components: dynamic.components.map((one) => ({ ...one, unless: undefined })),
    };
    const [all] = await settle(exempt, day, spot(-3));
    expect((100 * all!.revenue!.value).toFixed(2)).toBe("12.45");
  });
});

describe("bands", () => {
  const constant = {
    tz: "UTC",
    currency: "EUR",
    components: [
      { id: "in", flow: "import", from: "2026-01-01", unit: "EUR/kWh", price: 0.3, vat: 0 },
      { id: "out", flow: "export", from: "2026-01-01", unit: "EUR/kWh", price: 0.08, vat: 0 },
    ],
  };

  test("of the savings follow yield and export; import cancels: 876 ± 45 EUR", async () => {
    // 6,000 ± 120 kWh of yield, 4,200 ± 42 kWh of export, on a day of 96 quarters.
    const day = intervalsOf("2026-06-01", "2026-06-01", {
      zone: "UTC",
      step: QUARTER,
      imported: () => 50,
      exported: () => 4200 / 96,
      generated: () => 6000 / 96,
    });
    const [{ estimates }] = day.reconciled as [Reconciled];
    const reconciled = [{
      estimates: {
        import_kwh: { ...estimates.import_kwh, below: 900, above: 900 },
        export_kwh: { ...estimates.export_kwh, below: 42, above: 42 },
        yield_kwh: { ...estimates.yield_kwh, below: 120, above: 120 },
      },
    }] as unknown as Reconciled[];
    const [money] = await settle(constant, { ...day, reconciled });
    const row = moneyRow("day", [money!], true);
    expect(row.pv_savings).toBeCloseTo(876, 9);
    expect(row.bands.pv_savings!.high - row.pv_savings!).toBeCloseTo(120 * 0.3 + 42 * 0.22, 9);
    expect(row.bands.cost!.high - row.cost!).toBeCloseTo(270, 9);
    expect(row.bands.revenue!.high - row.revenue!).toBeCloseTo(42 * 0.08, 9);
  });

  test("of energy without a known time reach from the lowest to the highest price", async () => {
    const windows = [{ at: ["00:00", "06:00"], price: 0.1 }];
    const json = {
      ...constant,
      components: [{ ...constant.components[0]!, windows }, constant.components[1]!],
    };
    const start = Date.UTC(2026, 5, 1);
    const day = intervalsOf("2026-06-01", "2026-06-01", {
      zone: "UTC",
      step: QUARTER,
      // 8 kWh are known to have flowed from 04:00 to 08:00 only as a sum.
      imported: (_, at) => at >= start + 4 * 60 * MINUTE && at < start + 8 * 60 * MINUTE ? 0.5 : 0,
      unplaced: [{
        flow: "import",
        start: start + 4 * 60 * MINUTE,
        end: start + 8 * 60 * MINUTE,
        kwh: 8,
      }],
    });
    const [money] = await settle(json, day);
    const { bands, cost } = moneyRow("day", [money!], true);
    expect(cost).toBeCloseTo(4 * 0.1 + 4 * 0.3, 9);
    expect([bands.cost!.low, bands.cost!.high]).toEqual([
      expect.closeTo(0.8, 9),
      expect.closeTo(2.4, 9),
    ]);
  });
});

describe("netting", () => {
  const json = (netting: string) => ({
    tz: "UTC",
    currency: "EUR",
    settle: { netting },
    components: [
      { id: "in", flow: "import", from: "2025-01-01", unit: "EUR/kWh", price: 0.3, vat: 0 },
      { id: "out", flow: "export", from: "2025-01-01", unit: "EUR/kWh", price: 0.08, vat: 0 },
    ],
  });
  const days = intervalsOf("2025-01-01", "2025-12-31", {
    zone: "UTC",
    step: QUARTER,
    imported: () => 0.1,
    exported: (slot) => slot % 2 === 0 ? 0.3 : 0,
  });
  const slots = 365 * 96;
  const sum = (money: readonly MoneyDay[]) => moneyRow("total", money, true).net!;

  test("none: both registers count", async () => {
    expect(sum(await settle(json("none"), days)))
      .toBeCloseTo(slots * 0.1 * 0.3 - slots / 2 * 0.3 * 0.08, 6);
  });

  test("step: only the difference within an interval counts", async () => {
    expect(sum(await settle(json("step"), days)))
      .toBeCloseTo(slots / 2 * 0.1 * 0.3 - slots / 2 * 0.2 * 0.08, 6);
  });

  test("year: export cancels import up to the import, the rest earns its own price", async () => {
    expect(sum(await settle(json("year"), days))).toBeCloseTo(-slots * 0.05 * 0.08, 6);
  });
});
