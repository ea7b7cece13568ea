import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Home } from "../../src/house/home.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import type { WhatIfOptions } from "../../src/house/pull_what_if.ts";

const priced = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
const tariff = (price: number, more = {}) => ({
  tz: "Europe/Berlin",
  currency: "EUR",
  components: [
    { ...priced, id: "energy", flow: "import" as const, price, ...more },
    { ...priced, id: "feed-in", flow: "export" as const, price: 8 },
  ],
});
const francs = tariff(0.3);
const inFrancs = {
  ...francs,
  currency: "CHF",
  components: francs.components.map((one) => ({ ...one, unit: "CHF/kWh", price: 0.2 })),
};
const WEEK = { from: "2025-04-01", to: "2025-04-07" };
const FLAT: WhatIfOptions = { battery: { kwh: [3, 6, 9], kw: 5 }, tariffs: [tariff(30)], ...WEEK };

let home: Home;
beforeAll(async () => {
  home = await openHousehold({ demo: true });
});
afterAll(() => home.close());

describe("home.whatIf()", () => {
  test("agrees with the days where there is no battery", async () => {
    const { without: [none] } = await home.whatIf(FLAT);
    const { import_kwh, export_kwh, autarky } = (await home.days(WEEK)).total!;
    expect(none!.imported).toBeCloseTo(import_kwh!, 2);
    expect(none!.exported).toBeCloseTo(export_kwh!, 2);
    expect(none!.autarky).toBeCloseTo(autarky!, 2);
    expect(none!.cost).toBeCloseTo(0.3 * import_kwh! - 0.08 * export_kwh!, 2);
  });

  test("shows rows, months and pictures, and says what is simulated", async () => {
    const whatIf = await home.whatIf(FLAT);
    expect(whatIf.frame.getColumn("capacity_kwh").toArray()).toEqual([3, 6, 9]);
    expect(whatIf.months.frame.height).toBe(3);
    expect(whatIf.payback.frame.height).toBe(0);
    expect(whatIf.notices.join("\n")).toContain("the battery is simulated");
    expect(whatIf.toString()).toMatch(/gain +gain_low/);
    await expect(whatIf.plot("day", { kwh: 4 })).rejects.toMatchObject({
      code: "BAD_OPTION",
      message: "No battery with 4 kWh was simulated under tariff 'tariff'",
    });
  });

  test("takes an existing battery out first", async () => {
    await using own = await openHousehold({ demo: "battery" });
    const days = await own.days(WEEK);
    const { without: [none], notices } = await own.whatIf({ ...FLAT, optimum: false });
    // Without its battery the house would have imported and exported more.
    expect(none!.imported).toBeGreaterThan(days.total!.import_kwh! + 5);
    expect(none!.exported).toBeGreaterThan(days.total!.export_kwh! + 5);
    expect(notices.join("\n")).toContain("The house's own battery was taken out");
  });

  test.each<[string, Partial<WhatIfOptions>, string, string]>([
    ["no tariff", { tariffs: [] }, "BAD_OPTION", "A battery needs prices: tariff is missing"],
    [
      "a battery of no size",
      { battery: { kwh: 0, kw: 5 } },
      "BAD_OPTION",
      "kwh is 0 kWh",
    ],
    ["no sizes", { battery: { kwh: [], kw: 5 } }, "BAD_OPTION", "kwh names no value"],
    [
      "an option that does not exist",
      { battery: { kwh: 5, kw: 5, size: 3 } as WhatIfOptions["battery"] },
      "BAD_OPTION",
      "whatIf() battery has no option 'size'",
    ],
    [
      "grid charging of a DC battery",
      { battery: { kwh: 5, kw: 5, coupling: "dc", gridCharging: true } },
      "BAD_OPTION",
      "gridCharging is not possible with a DC-coupled battery",
    ],
    [
      "two currencies",
      { tariffs: [tariff(30), inFrancs] },
      "BAD_OPTION",
      "The tariffs are in EUR and CHF",
    ],
    [
      "a tariff that nets within a step",
      { tariffs: [{ ...tariff(30), settle: { netting: "step" } }] },
      "BAD_OPTION",
      "Tariff 'tariff' nets import and export within each step",
    ],
    ["an odd step", { step: "7s" }, "BAD_STEP", "step is 7 s"],
  ])("refuses %s", async (_, wrong, code, message) => {
    const refused = home.whatIf({ ...FLAT, ...wrong });
    await expect(refused).rejects.toMatchObject({ code, message });
    await expect(refused).rejects.toHaveProperty("hint");
  });

  test("leaves days that are not over out of its title and of the prices that it needs", async () => {
    const now = () => Date.UTC(2025, 3, 8, 12);
    await using early = await openHousehold({ demo: true }, { now });
    const { span, notices } = await early.whatIf({
      ...FLAT,
      ...{ to: "2025-04-20", step: "15m", optimum: false },
    });
    expect(span).toBe("2025-04-01 to 2025-04-07");
    expect(notices.join("\n")).toContain("Days from 2025-04-08 on are not over");
  });

  test("leaves out time without a price, and says how much", async () => {
    const late = tariff(30, { from: "2025-04-04" });
    const { notices, batteries: [one] } = await home.whatIf({ ...FLAT, tariffs: [late] });
    expect(notices.join("\n")).toContain("has no price for 72.0 h; they count as a gap");
    expect(one!.rule.months[0]!.known).toBeCloseTo(4 * 24, 0);
  });
});
