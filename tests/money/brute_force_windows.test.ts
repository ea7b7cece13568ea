/** Every second of simulated houses, priced by itself, against the money of the samples. */
import { expect, test } from "vitest";
import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { totalMoney } from "../../src/money/money_table.ts";
import { priceDays } from "../../src/money/price_days.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { type House, PLAIN } from "../houses/house.ts";
import { simulateMonth } from "../houses/house_month.ts";
import { sourceOf } from "../houses/memory.ts";
import { daysOfMonth } from "../houses/local_days.ts";
import { powersOf } from "../houses/physics.ts";

/** Prices by the quarter hour of the day, first match first; the last of each has no times. [ct/kWh] */
const RULES = {
  import: [
    { weekend: true, from: 2 * 60 + 15, to: 3 * 60, price: 7 },
    { weekend: true, from: 0, to: 24 * 60, price: 27 },
    { weekend: false, from: 1 * 60 + 45, to: 2 * 60 + 30, price: 11 },
    { weekend: false, from: 16 * 60 + 45, to: 20 * 60 + 15, price: 44 },
    { price: 31 },
  ],
  export: [
    { weekend: false, from: 11 * 60 + 15, to: 14 * 60 + 45, price: 3 },
    { weekend: true, from: 9 * 60 + 30, to: 13 * 60 + 15, price: 1 },
    { price: 13 },
  ],
} as const;

/** The same as a tariff: windows that do not overlap. */
const WINDOWS = {
  import: [
    { days: [6, 7], at: ["02:15", "03:00"], price: 7 },
    { days: [6, 7], at: ["00:00", "02:15"], price: 27 },
    { days: [6, 7], at: ["03:00", "24:00"], price: 27 },
    { days: [1, 2, 3, 4, 5], at: ["01:45", "02:30"], price: 11 },
    { days: [1, 2, 3, 4, 5], at: ["16:45", "20:15"], price: 44 },
  ],
  export: [
    { days: [1, 2, 3, 4, 5], at: ["11:15", "14:45"], price: 3 },
    { days: [6, 7], at: ["09:30", "13:15"], price: 1 },
  ],
};

/** The price of an instant by the clock that Temporal reads. [EUR/kWh] */
function priceOf(flow: keyof typeof RULES, at: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const minute = 60 * local.hour + local.minute, isWeekend = local.dayOfWeek > 5;
  const rule = RULES[flow].find((one) =>
    !("from" in one) || (one.weekend === isWeekend && minute >= one.from && minute < one.to)
  );
  return rule!.price / 100;
}

/** What each second of a month cost and earned. Shares no code with `src`. [EUR] */
function trueMoney(house: House): { cost: number; revenue: number } {
  const { zone } = house.place, quarter = 900_000;
  const days = daysOfMonth(house.month, zone, 1), own = days.slice(1, -1);
  let cost = 0, revenue = 0;
  for (const { day, seconds, grid } of powersOf(house, days)) {
    if (!own.includes(day)) continue;
    let until = -1, paid = 0, earned = 0;
    for (let s = 0; s < seconds; s++) {
      const at = day.start + 1000 * s;
      if (at >= until) {
        paid = priceOf("import", at, zone);
        earned = priceOf("export", at, zone);
        until = (Math.floor(at / quarter) + 1) * quarter;
      }
      if (grid[s]! > 0) cost += grid[s]! / 3.6e6 * paid;
      else revenue -= grid[s]! / 3.6e6 * earned;
    }
  }
  return { cost, revenue };
}

const fine = { step: 0.1, unit: "kWh" } as const;
const house = (zone: string, latitude: number, month: string, more: Partial<House>): House => ({
  ...PLAIN,
  ...{ month, seed: `${zone}/${month}` },
  place: { zone, latitude, longitude: 10 },
  meter: { ...PLAIN.meter, imports: fine, exports: fine, opening: 1000 },
  ...more,
});

// The zones of real meters' months, and one whose clock changes by half an hour.
test.each(
  [
    ["Europe/Berlin", 50.6, "2025-03"],
    ["Europe/Berlin", 50.6, "2025-10"],
    ["Europe/Amsterdam", 52.4, "2025-03"],
    ["Europe/Amsterdam", 52.4, "2025-10"],
    ["Australia/Lord_Howe", -31.6, "2025-04"],
    ["Australia/Lord_Howe", -31.6, "2025-10"],
  ] as const,
)(
  "in %s (%d°), %s costs and earns to a cent what each second did",
  async (zone, latitude, month) => {
    const one = house(zone, latitude, month, { heatPump: zone === "Europe/Amsterdam" ? 2000 : 0 });
    const { series, file, days } = simulateMonth(one);
    const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 };
    const range = { start: days[0]!.start, end: days.at(-1)!.end };
    const tariff = await withPrices(
      parseTariff({
        ...{ tz: zone, currency: "EUR" },
        components: [
          { id: "in", flow: "import", price: 31, windows: WINDOWS.import, ...common },
          { id: "out", flow: "export", price: 13, windows: WINDOWS.export, ...common },
        ],
      }),
      range,
    );
    const analysis = await analyseDays(sourceOf(series), parseHousehold(file), {
      ...{ from: days[0]!.label, to: days.at(-1)!.label, now: range.end + 3_600_000 },
      intervals: { step: tariff.step },
    });
    const total = totalMoney(priceDays(analysis, tariff))!, { cost, revenue } = trueMoney(one);
    expect(cost).toBeGreaterThan(10);
    expect(revenue).toBeGreaterThan(10);
    expect(Math.abs(total.cost! - cost)).toBeLessThan(0.01);
    expect(Math.abs(total.revenue! - revenue)).toBeLessThan(0.01);
  },
);
