/** The utility-rate cases of NREL's System Advisor Model. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { moneyRow } from "../../src/money/money_table.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { amountsOf, settlementOf } from "../../src/money/settle.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { MINUTE } from "../../src/time.ts";
import { intervalsOf } from "./intervals.ts";

const folder = new URL("sam-utilityrate5/", import.meta.url);
const read = (name: string) => readFile(new URL(name, folder), "utf8");
const numbers = async (name: string) => (await read(name)).trim().split("\n").map(Number);
const [load, generation, rates] = await Promise.all([
  numbers("load_kw_15min.csv"),
  numbers("generation_kw_15min.csv"),
  read("rates.json").then(JSON.parse),
]);

/** A window for each run of hours with the same price. */
function windows(days: number[], hours: number[][]) {
  return hours.flatMap((periods, month) =>
    periods.flatMap((period, hour) => {
      if (hour > 0 && periods[hour - 1] === period) return [];
      const end = periods.findIndex((other, later) => later > hour && other !== period);
      const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
      return [{
        months: [month + 1],
        days,
        at: [clock(hour), clock(end < 0 ? 24 : end)],
        price: rates.prices_usd_per_kwh[period] as number,
      }];
    })
  );
}
const all = [
  ...windows([1, 2, 3, 4, 5], rates.weekday),
  ...windows([6, 7], rates.weekend),
];

/** 2018 begins on a Monday. */
async function cost(withPv: boolean, sell: object, netting = "step"): Promise<number> {
  const common = { from: "2018-01-01", unit: "USD/kWh", vat: 0 };
  const json = {
    tz: "UTC",
    currency: "USD",
    settle: { netting },
    components: [
      { id: "buy", flow: "import", ...common, windows: all },
      { id: "sell", flow: "export", ...common, ...sell },
    ],
  };
  // Both as energy of a quarter of an hour; at night the inverter draws a little.
  const at = (slot: number) => (load[slot]! - (withPv ? generation[slot]! : 0)) / 4;
  const { intervals, reconciled } = intervalsOf("2018-01-01", "2018-12-31", {
    zone: "UTC",
    step: 15 * MINUTE,
    imported: (slot) => Math.max(at(slot), 0),
    exported: (slot) => Math.max(-at(slot), 0),
  });
  const { start } = intervals.days[0]!, { end } = intervals.days.at(-1)!;
  const tariff = await withPrices(parseTariff(json), { start, end });
  return moneyRow("year", amountsOf(settlementOf(tariff, intervals), reconciled), true).net!;
}

describe("SAM, utility rate 5", () => {
  const { no_pv, net_billing_sell_0, net_billing_sell_equals_buy } = rates.expected_usd;

  test("without PV: 771.776 USD", async () => {
    expect(no_pv).toBe(771.776);
    expect(await cost(false, { price: 0 })).toBeCloseTo(no_pv, 3);
  });

  test("net billing, nothing for the feed-in: 441.402 USD", async () => {
    expect(await cost(true, { price: 0 })).toBeCloseTo(net_billing_sell_0, 3);
  });

  test("net billing at the price of import: −156.958 USD", async () => {
    expect(await cost(true, { windows: all })).toBeCloseTo(net_billing_sell_equals_buy, 3);
  });

  test("net metering: −27.94 USD, of which our netting over a year has all but one rule", async () => {
    // Both pay 2.789 ct for what the year fed in beyond its import.
    const ours = await cost(true, { price: 0.02789 }, "year");
    expect(ours).toBeCloseTo(-75.198, 3);
    // SAM besides charges each month for every period of prices that drew more than it fed in.
    expect(ours + shortages()).toBeCloseTo(-27.94, 2);
  });
});

/**
 * What SAM charges in net metering: each period of prices has an account of kWh, which a month's shortage
 * empties before it costs anything. Where the periods change from one month to the next, the surplus goes
 * to the period that has its hour of a weekday (the first that it has of 0, 5, 11 and 17 o'clock).
 */
function shortages(): number {
  const { weekday, weekend, prices_usd_per_kwh: prices } = rates;
  const months = Array.from({ length: 12 }, () => new Map<number, number>());
  load.forEach((kw, slot) => {
    const at = new Date(Date.UTC(2018, 0, 1) + slot * 15 * MINUTE), month = at.getUTCMonth();
    const isWeekend = at.getUTCDay() % 6 === 0;
    const period = (isWeekend ? weekend : weekday)[month][at.getUTCHours()];
    const used = months[month]!;
    used.set(period, (used.get(period) ?? 0) + (kw - generation[slot]!) / 4);
  });
  const atHours = (month: number): number[] => [0, 5, 11, 17].map((h) => weekday[month][h]);
  let charged = 0;
  months.forEach((used, month) => {
    for (const [period, kwh] of month > 0 ? months[month - 1]! : []) {
      if (kwh >= 0) continue;
      const target = atHours(month)[atHours(month - 1).indexOf(period)]!;
      used.set(target, used.get(target)! + kwh);
    }
    for (const [period, kwh] of used) charged += Math.max(0, kwh) * prices[period];
  });
  return charged;
}
