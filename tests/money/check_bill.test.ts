import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/energy/days.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import { type BillFile, parseBill } from "../../src/money/bill.ts";
import { checkBill } from "../../src/money/check_bill.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { HOUR } from "../../src/time.ts";
import { intervalsOf } from "./intervals.ts";

/** 10 kWh on every day of 2025, a day with a clock change included. */
const days = intervalsOf("2024-12-25", "2026-01-10", {
  zone: "Europe/Berlin",
  step: HOUR,
  imported: () => 10 / 24,
});
const analysis = { table: { zone: "Europe/Berlin" }, ...days } as unknown as Analysis;
const tariff = await withPrices(
  parseTariff({
    tz: "Europe/Berlin",
    currency: "EUR",
    components: [
      { id: "energy", flow: "import", from: "2024-01-01", unit: "ct/kWh", price: 25, vat: 0.19 },
      {
        id: "base",
        flow: "fixed",
        from: "2024-01-01",
        per: "month",
        unit: "EUR",
        price: 10,
        vat: 0,
      },
    ],
  }),
  { start: 0, end: 1 },
);

/** A year's bill of some energy, as it should be. */
function billOf(kwh: number, change: Partial<BillFile> = {}): BillFile {
  const amount = Math.round(25 * kwh) / 100;
  return {
    tariff: "tariff.json",
    readings: [
      { date: "2025-01-01", kwh: 1000, obtained: "read" },
      { date: "2026-01-01", kwh: 1000 + kwh, obtained: "read" },
    ],
    lines: [
      { text: "Energy", components: ["energy"], kwh, price: 0.25, amount, vat: 0.19 },
      { text: "Base price", components: ["base"], amount: 120, vat: 0 },
    ],
    total: Math.round(119 * amount + 12000) / 100,
    ...change,
  };
}
const check = (bill: BillFile) => checkBill(parseBill(bill), analysis, tariff);

describe("checkBill()", () => {
  test("a bill that fits agrees, to the cent", () => {
    const result = check(billOf(3650));
    expect(result).toMatchObject({ verdict: "agrees", because: [], billed_kwh: 3650 });
    expect(result.own_kwh).toBeCloseTo(3650, 6);
    expect(result.lines.map(({ cents }) => cents)).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo(0, 6),
    ]);
  });

  test.each([
    // A day's energy per date and 1 kWh per reading may go either way.
    [3650 + 11, "agrees"],
    [3650 - 11, "agrees"],
    // The meter was read on another day.
    [3650 + 25, "explained"],
    [3650 + 100, "energy differs"],
    [3650 - 100, "energy differs"],
  ])("%i kWh: %s", (kwh, verdict) => {
    const result = check(billOf(kwh));
    expect(result.verdict).toBe(verdict);
    expect(result.difference_kwh).toBeCloseTo(kwh - 3650, 6);
  });

  test("an estimate explains what the house's own register does not have", () => {
    const bill = billOf(3750);
    const readings = [bill.readings[0]!, { ...bill.readings[1]!, obtained: "estimated" as const }];
    expect(check({ ...bill, readings })).toMatchObject({
      verdict: "explained",
      because: [expect.any(String), expect.stringContaining("estimated")],
    });
  });

  test.each([5000, 20_000, 1000])("an estimate does not explain %i kWh", (kwh) => {
    const bill = billOf(kwh);
    const readings = [bill.readings[0]!, { ...bill.readings[1]!, obtained: "estimated" as const }];
    expect(check({ ...bill, readings }).verdict).toBe("energy differs");
  });

  test("a day rate and a night rate are two lines of one component", async () => {
    const night = { at: ["22:00", "06:00"] as [string, string], price: 20 };
    const component = { id: "energy", flow: "import", from: "2024-01-01", unit: "ct/kWh", vat: 0 };
    const windowed = await withPrices(
      parseTariff({
        ...{ tz: "Europe/Berlin", currency: "EUR" },
        components: [{ ...component, price: 30, windows: [night] }],
      }),
      { start: 0, end: 1 },
    );
    const line = (kwh: number, price: number) => (
      { text: "Energy", components: ["energy"], kwh, price, amount: kwh * price, vat: 0 }
    );
    const { verdict: right } = checkBill(
      parseBill(billOf(3650, { lines: [line(2430, 0.3), line(1220, 0.2)], total: 973 })),
      analysis,
      windowed,
    );
    const wrong = checkBill(
      parseBill(billOf(3650, { lines: [line(2430, 0.31), line(1220, 0.2)], total: 997.3 })),
      analysis,
      windowed,
    );
    expect([right, wrong.verdict]).toEqual(["agrees", "price differs"]);
  });

  const windowed = (prices: object[]) =>
    withPrices(
      parseTariff({
        ...{ tz: "Europe/Berlin", currency: "EUR" },
        components: prices.map((one) => ({
          ...{ id: "energy", flow: "import", from: "2024-01-01", unit: "ct/kWh", vat: 0, ...one },
        })),
      }),
      { start: 0, end: 1 },
    );
  const night = (price: number) => [{ at: ["22:00", "06:00"], price }];
  const line = (text: string, kwh: number, price: number, more = {}) => (
    { text, components: ["energy"], kwh, price, amount: kwh * price, vat: 0, ...more }
  );
  const total = (lines: readonly { amount: number }[]) =>
    lines.reduce((sum, { amount }) => sum + amount, 0);

  test("the energy of each window is compared with the house's own register's", async () => {
    const tariff = await windowed([{ price: 30, windows: night(20) }]);
    // The night has 8 of 24 hours, so 1216.7 kWh.
    const lines = [line("Day", 2400, 0.3), line("Night", 1250, 0.2)];
    const bill = billOf(3650, { lines, total: total(lines) });
    expect(checkBill(parseBill(bill), analysis, tariff)).toMatchObject({
      verdict: "energy differs",
      because: [
        "'Day': the bill has 2400.0 kWh; at the times of this price the house's own register has " +
        "2433.3 kWh and allows 2424.7 to 2442.0 kWh",
        "'Night': the bill has 1250.0 kWh; at the times of this price the house's own register has " +
        "1216.7 kWh and allows 1211.3 to 1222.0 kWh",
      ],
    });
    const readings = [bill.readings[0]!, { ...bill.readings[1]!, obtained: "estimated" as const }];
    expect(checkBill(parseBill({ ...bill, readings }), analysis, tariff)).toMatchObject({
      verdict: "explained",
      because: expect.arrayContaining([expect.stringContaining("estimated")]),
    });
    // After an exchange of the meter, each meter has lines of its own.
    const halves = [0.4, 0.6].flatMap((share) => [
      line("Day", 2433 * share, 0.3),
      line("Night", 1217 * share, 0.2),
    ]);
    expect(
      checkBill(
        parseBill(billOf(3650, { lines: halves, total: total(halves) })),
        analysis,
        tariff,
      ).verdict,
    ).toBe("agrees");
  });

  test("energies of part of the days are usually computed, so they are not compared", async () => {
    const tariff = await windowed([
      { price: 30, windows: night(20), to: "2025-07-01" },
      { price: 33, windows: night(22), from: "2025-07-01" },
    ]);
    const split = (early: object, late: object) => [
      line("Day", 1300, 0.3, early),
      line("Night", 500, 0.2, early),
      line("Day", 1300, 0.33, late),
      line("Night", 550, 0.22, late),
    ];
    for (const given of [split({ to: "2025-06-30" }, { from: "2025-07-01" }), split({}, {})]) {
      const bill = billOf(3650, { lines: given, total: total(given) });
      expect(checkBill(parseBill(bill), analysis, tariff).verdict).toBe("agrees");
    }
  });

  test("a true bill with two windows agrees, whatever its dates mean", async () => {
    const tariff = await windowed([{ price: 30, windows: night(20) }]);
    fc.assert(fc.property(
      fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 7, maxLength: 50 }),
      fc.tuple(fc.boolean(), fc.boolean()),
      (load, [fromEnd, toEnd]) => {
        const own = intervalsOf("2025-02-25", "2025-04-05", {
          ...{ zone: "Europe/Berlin", step: HOUR },
          imported: (slot) => load[slot % load.length]!,
        });
        // Counted hour by hour, by the wall clock, between the true moments of the readings.
        const start = Date.parse("2025-03-01T00:00+01:00") + (fromEnd ? 24 * HOUR : 0);
        const end = Date.parse("2025-04-01T00:00+02:00") + (toEnd ? 24 * HOUR : 0);
        let day = 0, dark = 0;
        for (const [slot, at] of own.intervals.time.entries()) {
          if (at < start || at >= end) continue;
          const summer = at >= Date.parse("2025-03-30T01:00Z");
          const hour = new Date(at + (summer ? 2 : 1) * HOUR).getUTCHours();
          if (hour >= 22 || hour < 6) dark += load[slot % load.length]!;
          else day += load[slot % load.length]!;
        }
        // Meters with two registers show whole kilowatt-hours.
        const [inDay, atNight] = [Math.round(day), Math.round(dark)];
        const lines = [line("Day", inDay, 0.3), line("Night", atNight, 0.2)];
        const bill = billOf(0, {
          readings: [
            { date: "2025-03-01", kwh: 1000, obtained: "read" },
            { date: "2025-04-01", kwh: 1000 + inDay + atNight, obtained: "read" },
          ],
          ...{ lines, total: total(lines) },
        });
        const whole = { ...analysis, ...own } as unknown as Analysis;
        const { verdict, because } = checkBill(parseBill(bill), whole, tariff);
        expect([verdict, because]).toEqual(["agrees", []]);
      },
    ));
  });

  test("a line of energy without kWh is not priced as nothing", () => {
    const bill = billOf(3650),
      [{ kwh: _, ...energy }, base] = bill.lines as [
        typeof bill.lines[0],
        typeof bill.lines[0],
      ];
    const result = check({ ...bill, lines: [energy, base] });
    expect(result).toMatchObject({
      verdict: "cannot judge",
      because: ["'Energy': it bills energy and names no kWh"],
    });
    expect(result.lines[0]!.expected).toBeNull();
  });

  test("an unknown interval makes no line unpriceable that has one price", async () => {
    const holed = {
      ...analysis,
      intervals: { ...days.intervals, import_kwh: days.intervals.import_kwh.slice() },
    };
    // A noon in January.
    holed.intervals.import_kwh[24 * 20 + 12] = NaN;
    expect(checkBill(parseBill(billOf(3650)), holed, tariff).verdict).toBe("agrees");
    const two = await windowed([{ price: 30, windows: night(20) }]);
    const lines = [{ ...line("Energy", 3650, 0.27), price: undefined }];
    const bill = billOf(3650, { lines, total: total(lines) });
    expect(checkBill(parseBill(bill), analysis, two).verdict).toBe("price differs");
    expect(checkBill(parseBill(bill), holed, two)).toMatchObject({
      verdict: "cannot judge",
      because: [
        expect.stringContaining(
          "the house's own register does not show when all of the energy flowed",
        ),
      ],
    });
  });

  test("another price per kilowatt-hour differs, with its cents", () => {
    const bill = billOf(3650);
    const [energy, base] = bill.lines;
    const lines = [{ ...energy!, price: 0.26, amount: 949 }, base!];
    const result = check({ ...bill, lines, total: 949 * 1.19 + 120 });
    expect(result.verdict).toBe("price differs");
    expect(result.lines[0]!.cents).toBeCloseTo(3650 * 1.19, 6);
  });

  test.each([
    ["the sum", billOf(3650, { total: 1300 }), "not 1300.00"],
    [
      "a product",
      billOf(3650, {
        lines: [{ ...billOf(3650).lines[0]!, amount: 920 }, billOf(3650).lines[1]!],
        total: 920 * 1.19 + 120,
      }),
      "are 912.50, not 920",
    ],
    [
      "energy of no reading",
      billOf(3650, { readings: billOf(3600).readings }),
      "but the readings differ by 3600 kWh",
    ],
  ])("%s that is wrong is an arithmetic error", (_, bill, says) => {
    expect(check(bill)).toMatchObject({
      verdict: "arithmetic error",
      because: expect.arrayContaining([expect.stringContaining(says)]),
    });
  });

  test("a meter exchange bills two meters; what each counted is added", () => {
    const readings = [
      { date: "2025-01-01", kwh: 99_000, obtained: "read" as const, meter: "old" },
      { date: "2025-07-01", kwh: 100_810, obtained: "read" as const, meter: "old" },
      { date: "2025-07-01", kwh: 3, obtained: "read" as const, meter: "new" },
      { date: "2026-01-01", kwh: 1843, obtained: "read" as const, meter: "new" },
    ];
    expect(check(billOf(3650, { readings }))).toMatchObject({
      verdict: "agrees",
      billed_kwh: 3650,
    });
  });

  test("without days, prices or components nothing is judged", () => {
    const bill = billOf(3650);
    const early = [{ ...bill.readings[0]!, date: "2024-06-01" }, bill.readings[1]!];
    expect(check({ ...bill, readings: early }).verdict).toBe("cannot judge");
    const lines = [bill.lines[0]!, { ...bill.lines[1]!, components: ["meter"] }];
    expect(check({ ...bill, lines })).toMatchObject({
      verdict: "cannot judge",
      because: [expect.stringContaining("Base price")],
    });
  });
});

test("a bill that begins in the future is refused before anything is read", async () => {
  await using home = await openHousehold({ demo: true }, { now: () => Date.UTC(2024, 11, 24) });
  await expect(home.checkBill({ bill: billOf(3650) })).rejects.toMatchObject({
    code: "BAD_BILL",
    message: "The bill is not usable: readings[0].date: 2025-01-01 is after today, 2024-12-24",
  });
});

test("a price in cents is named, with its line", async () => {
  await using home = await openHousehold({ demo: true });
  const [energy, base] = billOf(3650).lines;
  const tariff = new URL("../../data/tariffs/de-flat.json", import.meta.url).pathname;
  const bill = { ...billOf(3650, { lines: [{ ...energy!, price: 25 }, base!] }), tariff };
  await expect(home.checkBill({ bill })).rejects.toMatchObject({
    code: "BAD_BILL",
    message: expect.stringContaining("lines[0].price: 25 is more than 5 EUR per kWh"),
  });
});

test.each([
  ["one reading", { readings: billOf(1).readings.slice(1) }, "readings"],
  ["a reading that falls", { readings: billOf(1).readings.toReversed() }, "readings[1].date"],
  ["an unknown key", { totl: 1 }, "totl: there is no such key"],
  [
    "a day that does not exist",
    { readings: [{ ...billOf(1).readings[0]!, date: "2025-02-30" }, billOf(1).readings[1]!] },
    "'bill.json' is not usable: readings[0].date: '2025-02-30' is not a day of the calendar",
  ],
  [
    "energy of a day before the readings",
    { lines: [{ ...billOf(1).lines[0]!, from: "2019-05-01" }] },
    "lines[0].from: 2019-05-01 is before the first reading, 2025-01-01",
  ],
  [
    "energy of a day after the readings",
    { lines: [{ ...billOf(1).lines[0]!, to: "2026-02-01" }] },
    "lines[0].to: 2026-02-01 is after the last reading, 2026-01-01",
  ],
  ["VAT in percent", { lines: [{ ...billOf(1).lines[0]!, vat: 7.7 }] }, "write 7.7 % as 0.077"],
])("parseBill() refuses %s", (_, change, says) => {
  const bill = { ...billOf(1), ...change };
  expect(() => parseBill(bill, "bill.json")).toThrow(
    expect.objectContaining({ code: "BAD_BILL", message: expect.stringContaining(says) }),
  );
});

test("a line that would move the cursor of a terminal is shown by its numbers", () => {
  const [energy, base] = billOf(3650).lines;
  const { lines: [, last] } = check(
    billOf(3650, { lines: [energy!, { ...base!, text: "a\u001b[2J" }] }),
  );
  expect(last!.text).toBe("a\\u{1b}[2J");
});
