/** Each raw reading of the meter, priced by itself, against the divided days. */
import { describe, expect, test } from "vitest";
import { openHousehold } from "../../src/house/open_household.ts";

/** Night and weekend are cheaper, winter evenings dearer. [ct/kWh] */
const windows = [
  { at: ["22:15", "05:45"] as [string, string], price: 19 },
  { days: [6, 7], at: ["05:45", "22:15"] as [string, string], price: 25 },
  {
    months: [10, 11, 12, 1, 2, 3],
    days: [1, 2, 3, 4, 5],
    at: ["17:00", "20:30"] as [string, string],
    price: 42,
  },
];

/** The price of an instant, by the clock that Intl writes. [EUR/kWh] */
function priceBy(format: Intl.DateTimeFormat): (at: number) => number {
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, value]),
    );
    const minute = 60 * Number(parts["hour"]) + Number(parts["minute"]);
    if (minute >= 22 * 60 + 15 || minute < 5 * 60 + 45) return 0.19;
    if (parts["weekday"] === "Sat" || parts["weekday"] === "Sun") return 0.25;
    const isWinter = [10, 11, 12, 1, 2, 3].includes(Number(parts["month"]));
    return isWinter && minute >= 17 * 60 && minute < 20 * 60 + 30 ? 0.42 : 0.3;
  };
}

describe.each(
  [
    ["the demo", true, ["2025-03", "2025-10"]],
    ["the demo with a battery", "battery", ["2025-03", "2025-10"]],
  ] as const,
)("%s", (_, demo, months) => {
  test.each(months)("import and feed-in of %s cost the same to a cent", async (month) => {
    await using home = await openHousehold({ demo });
    const range = { from: `${month}-01`, to: `${month}-31` };
    const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
    const money = await home.money({
      ...range,
      tariff: {
        tz: "Europe/Berlin",
        currency: "EUR",
        components: [
          { id: "energy", flow: "import", price: 30, windows, ...common },
          { id: "feed-in", flow: "export", price: 8, ...common },
        ],
      },
    });
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: "Europe/Berlin",
      month: "numeric",
      weekday: "short",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    });
    const { frame } = await home.samples("import_energy", range);
    const time = frame.getColumn("time").toArray().map(Number);
    const value = frame.getColumn("value").toArray().map(Number);
    const price = priceBy(format);
    let cost = 0;
    for (let row = 1; row < time.length; row++) {
      const from = time[row - 1]!, to = time[row]!, kwh = value[row]! - value[row - 1]!;
      if (kwh === 0) continue;
      const [before, after] = [price(from), price(to - 1)];
      if (before === after) cost += kwh * before;
      else {
        // Prices change at full quarters; what was counted flowed evenly.
        const border = Math.ceil(from / 900_000) * 900_000, share = (border - from) / (to - from);
        cost += kwh * (before * share + after * (1 - share));
      }
    }
    expect(Math.abs(money.total!.cost! - cost)).toBeLessThan(0.01);
    const total = (await home.days(range)).total!;
    expect(money.total!.revenue!).toBeCloseTo(0.08 * total.export_kwh!, 9);
  });
});
