import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feesPerDay, pricesAt } from "../../src/money/prices.ts";
import { type PricedTariff, withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { localDays, MINUTE } from "../../src/time.ts";

const QUARTER = 15 * MINUTE;
const closeTo = (price: number) => expect.closeTo(price, 12);

async function priced(json: object, csv = ""): Promise<PricedTariff> {
  const range = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2024, 0, 1, 1) };
  return await withPrices(parseTariff(json), range, {
    readTextFile: () => Promise.resolve(csv),
  });
}

const file = (components: object[], more: object = {}) => ({
  tz: "Europe/Berlin",
  currency: "EUR",
  components,
  ...more,
});
const energy = { id: "energy", flow: "import", from: "2020-01-01", unit: "ct/kWh", vat: 0 };

describe("windows", () => {
  // Zones with a clock change at midnight, of half an hour, of none, and beyond a day's offset.
  const ZONES = [
    "Europe/Berlin",
    "America/Havana",
    "Asia/Beirut",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Asia/Kolkata",
    "Pacific/Chatham",
    "UTC",
  ];
  const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => 15 * quarter);
  const hhmm = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  const window = fc.record({
    months: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), {
      nil: undefined,
    }),
    days: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), {
      nil: undefined,
    }),
    from: clock,
    to: clock,
  });

  test("apply at the wall-clock times of every zone, as Intl writes them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        window.filter(({ from, to }) => from !== to),
        // All of 2025 and 2026, to the quarter of an hour.
        fc.array(fc.integer({ min: 0, max: 2 * 365 * 96 - 1 }), { minLength: 50, maxLength: 200 }),
        async (tz, { months, days, from, to }, quarters) => {
          const windows = [{ months, days, at: [hhmm(from), hhmm(to)], price: 10 }];
          const tariff = await priced(file([{ ...energy, price: 30, windows }], { tz }));
          const starts = quarters.map((quarter) => Date.UTC(2025, 0, 1) + quarter * QUARTER)
            .sort((a, b) => a - b);
          const format = new Intl.DateTimeFormat("en-US", {
            timeZone: tz,
            month: "numeric",
            weekday: "short",
            hour: "numeric",
            minute: "numeric",
            hourCycle: "h23",
          });
          const expected = starts.map((start) => {
            const parts = Object.fromEntries(
              format.formatToParts(start).map(({ type, value }) => [type, value]),
            );
            const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
              .indexOf(parts["weekday"]!) + 1;
            const minute = 60 * Number(parts["hour"]) + Number(parts["minute"]);
            const isIn = from < to ? minute >= from && minute < to : minute >= from || minute < to;
            const isOn = isIn && (days?.includes(weekday) ?? true) &&
              (months?.includes(Number(parts["month"])) ?? true);
            return isOn ? 0.1 : 0.3;
          });
          expect([...pricesAt(tariff, starts).import.price]).toEqual(
            expected.map((price) => expect.closeTo(price, 12)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a night window has five hours, on days of 23 and 25 hours four and six", async () => {
    const windows = [{ at: ["00:00", "05:00"], price: 10 }];
    const tariff = await priced(file([{ ...energy, price: 30, windows }]));
    const hours = ["2026-10-25", "2026-03-29", "2026-06-01"].map((day) => {
      const [period] = localDays(day, day, "Europe/Berlin");
      const starts = quartersOf(period!);
      return pricesAt(tariff, starts).import.price.filter((price) => price < 0.2).length / 4;
    });
    expect(hours).toEqual([6, 4, 5]);
  });

  test("no window and no default is unpriced, never free", async () => {
    const windows = [{ at: ["00:00", "12:00"], price: 10 }];
    const tariff = await priced(file([{ ...energy, windows }]));
    const [morning, evening] = pricesAt(tariff, [
      Date.UTC(2026, 0, 1, 6),
      Date.UTC(2026, 0, 1, 18),
    ]).import.price;
    expect(morning).toBeCloseTo(0.1, 12);
    expect(evening).toBeNaN();
  });
});

function quartersOf({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: (end - start) / QUARTER }, (_, i) => start + i * QUARTER);
}

describe("components", () => {
  test("are added, each with its VAT, between their local dates", async () => {
    const tariff = await priced(file([
      { ...energy, to: "2026-01-01", price: 20, vat: 0.19 },
      { ...energy, from: "2026-01-01", price: 25, vat: 0.19 },
      { ...energy, id: "levy", price: 2, vat: 0.07 },
    ]));
    // The year begins at 23:00 UTC.
    const [before, after] = pricesAt(tariff, [
      Date.UTC(2025, 11, 31, 22, 45),
      Date.UTC(2025, 11, 31, 23),
    ]).import.price;
    expect(before).toBeCloseTo(0.2 * 1.19 + 0.02 * 1.07, 12);
    expect(after).toBeCloseTo(0.25 * 1.19 + 0.02 * 1.07, 12);
  });

  test("of which one has ended leave the energy unpriced, not cheaper", async () => {
    const tariff = await priced(file([
      { ...energy, to: "2026-01-01", price: 20 },
      { ...energy, id: "grid", price: 8 },
    ]));
    const at = [Date.UTC(2025, 11, 31), Date.UTC(2026, 0, 2)];
    const { price } = pricesAt(tariff, at).import;
    expect(price[0]).toBeCloseTo(0.28, 12);
    expect(price[1]).toBeNaN();
    expect(pricesAt(tariff, at).export.price).toEqual(Float64Array.of(NaN, NaN));
  });

  test("feed-in of 13 kWp is mixed by the share of the power: 278.12 for 3,500 kWh", async () => {
    const feedIn = { ...energy, id: "feed-in", flow: "export" };
    const tiers = [{ up_to_kwp: 10, price: 8.2 }, { up_to_kwp: 40, price: 7.1 }];
    const tariff = await priced(file([{ ...feedIn, tiers }], { plant: { kwp: 13 } }));
    const [price] = pricesAt(tariff, [Date.UTC(2026, 0, 2)]).export.price;
    expect((3500 * price!).toFixed(2)).toBe("278.12");
  });

  test("feed-in follows the day of commissioning, not that of the energy", async () => {
    const feedIn = { ...energy, flow: "export" };
    const byDate = [
      { ...feedIn, commissioned: { from: "2025-08-01", to: "2026-02-01" }, price: 7.86 },
      { ...feedIn, commissioned: { from: "2026-02-01", to: "2026-08-01" }, price: 7.78 },
      { ...feedIn, commissioned: { from: "2026-08-01" }, price: 7.7 },
    ];
    for (const [commissioned, ct] of [["2026-01-31", 7.86], ["2026-02-01", 7.78]] as const) {
      const tariff = await priced(file(byDate, { plant: { commissioned } }));
      expect(pricesAt(tariff, [Date.UTC(2026, 9, 1)]).export.price[0]).toBeCloseTo(ct / 100, 12);
    }
  });

  test("fees of a month are spread over its days, of a year over its days", () => {
    const fee = { id: "base", flow: "fixed", from: "2024-01-01", unit: "EUR", vat: 0.19 };
    const days = localDays("2024-02-01", "2024-02-29", "Europe/Berlin");
    const sumOf = (per: string) => {
      const fees = feesPerDay(parseTariff(file([{ ...fee, per, price: 10 }])), days);
      return fees.reduce((a, b) => a + b);
    };
    expect(sumOf("month")).toBeCloseTo(11.9, 10);
    expect(sumOf("year")).toBeCloseTo(11.9 * 29 / 366, 10);
    expect(sumOf("day")).toBeCloseTo(11.9 * 29, 10);
    const ended = file([{ ...fee, to: "2024-02-29", per: "day", price: 1 }]);
    expect(feesPerDay(parseTariff(ended), days).at(-1)).toBeNaN();
  });
});

describe("price series", () => {
  const series = { spot: { csv: "spot.csv", unit: "ct/kWh", step: "PT15M" } };
  const start = Date.UTC(2024, 0, 1);
  const lines = (...prices: (number | string)[]) =>
    [
      "start,price",
      ...prices.map((price, i) => (
        `${new Date(start + i * QUARTER).toISOString()},${price}`
      )),
    ].join("\n");
  const starts = [0, 1, 2, 3].map((i) => start + i * QUARTER);
  const dynamic = { ...energy, series: "spot", add: 18, vat: 0.19 };

  test("follow the wholesale price, up to a greatest one", async () => {
    const json = file([{ ...dynamic, factor: 2, max: 25 }], { series });
    const { price } = pricesAt(await priced(json, lines(2, -1.5, "", 5)), starts).import;
    expect(price[0]).toBeCloseTo(0.22 * 1.19, 12);
    expect(price[1]).toBeCloseTo(0.15 * 1.19, 12);
    expect(price[2]).toBeNaN();
    expect(price[3]).toBeCloseTo(0.25 * 1.19, 12);
  });

  test("add more in a window, as half-hourly tariffs do in the evening", async () => {
    const windows = [{ at: ["01:30", "01:45"], add: 30 }];
    const json = file([{ ...dynamic, vat: 0, windows }], { series });
    const { price } = pricesAt(await priced(json, lines(1, 1, 1, 1)), starts).import;
    expect([...price].map((one) => Math.round(100 * one))).toEqual([19, 19, 31, 19]);
  });

  test("decide conditions; where they are missing both prices bound the feed-in", async () => {
    const feedIn = {
      ...energy,
      flow: "export",
      price: 7.78,
      unless: { series: "spot", op: "<", value: 0, price: 0 },
    };
    const tariff = await priced(file([feedIn], { series }), lines(2, -1.5, "", 0));
    const { price, low, high } = pricesAt(tariff, starts).export;
    expect([...price]).toEqual([closeTo(0.0778), 0, NaN, closeTo(0.0778)]);
    expect([low[2], high[2]]).toEqual([0, closeTo(0.0778)]);
  });

  test("may be the hourly mean of another", async () => {
    const hourly = { mean_of: "spot", step: "PT1H" };
    const feedIn = {
      ...energy,
      flow: "export",
      price: 7.78,
      unless: { series: "hourly", op: "<", value: 0, price: 0 },
    };
    const json = file([feedIn], { series: { ...series, hourly } });
    const { price } = pricesAt(await priced(json, lines(2, -1.5, -3, 0.5)), starts).export;
    expect([...price]).toEqual([0, 0, 0, 0]);
  });

  test("from a metric: the last sample of an interval is its price", async () => {
    const metric = { spot: { metric: "spot_ct", unit: "ct/kWh", step: "PT15M" } };
    const tariff = await withPrices(
      parseTariff(file([{ ...dynamic, add: 0, vat: 0 }], { series: metric })),
      { start, end: start + 2 * QUARTER },
      {
        // The first scrape of each interval still sees the price before.
        samples: () =>
          Promise.resolve([{
            time: Float64Array.of(0, 1, 14, 15, 16, 29).map((minute) => start + minute * MINUTE),
            value: Float64Array.of(99, 1, 1, 1, 2, 2),
          }]),
      },
    );
    const { price } = pricesAt(tariff, starts.slice(0, 2)).import;
    expect([...price].map((one) => 100 * one)).toEqual([1, 2]);
  });

  test.each([
    [
      "ends early",
      lines(1, 2),
      ".csv 'spot.csv': its prices end at 2024-01-01T00:30Z, before 2024-01-01T01:00Z",
    ],
    ["has no prices", "start,price\n", "it has no prices"],
    ["is in another unit", lines(1, 2, 3, 600), "600 ct/kWh at 2024-01-01T00:45:00.000Z is 6 EUR"],
    ["has local times", "start,price\n2024-01-01T01:00,5", "line 2: '2024-01-01T01:00' is not a"],
    ["is not sorted", lines(1).repeat(2).replace("1start,price", "1"), "line 3: "],
    ["has words", lines("cheap"), "line 2: 'cheap' is not a price"],
    ["has a decimal comma between commas", lines("8,25"), "line 2: it has 3 cells instead of 2"],
    ["has one in quotes", lines('"8,25"'), "line 2: it has 3 cells instead of 2"],
    ["has the end of the interval, too", lines("2024-01-01T00:15:00Z,8"), "line 2: it has 3 cells"],
  ])("a file that %s is refused", async (_, csv, says) => {
    const json = file([dynamic], { series });
    await expect(priced(json, csv)).rejects.toMatchObject({
      code: "BAD_TARIFF",
      message: expect.stringContaining(says),
    });
  });

  test("a file with semicolons may have decimal commas", async () => {
    const csv = lines(1, 1, 1, 1).replaceAll(",1", ";1,5").replace("start,price", "start;price");
    const { price } =
      pricesAt(await priced(file([{ ...dynamic, vat: 0 }], { series }), csv), starts)
        .import;
    expect(price[0]).toBeCloseTo(0.195, 12);
  });
});
