import { expect, test } from "vitest";
import { openHousehold } from "../../src/house/open_household.ts";
import type { CompareTariffsOptions } from "../../src/house/options.ts";

const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
const named = (name: string, price: number) => ({
  ...{ name, tz: "Europe/Berlin", currency: "EUR" },
  components: [
    { id: "energy", flow: "import", price, ...common } as const,
    { id: "feed-in", flow: "export", price: 8, ...common } as const,
  ],
});
const DAYS = { from: "2025-06-01", to: "2025-06-02" };

test("tariffs of the same name stay apart, in hours and months too", async () => {
  await using home = await openHousehold({ demo: true });
  const { tariffs, table } = await home.compareTariffs({
    tariffs: [named("mine", 30), named("flat", 31), named("flat", 40)],
    ...DAYS,
  });
  expect(tariffs.map(({ tariff }) => tariff)).toEqual(["mine", "flat", "flat (3)"]);
  for (const { tariff, difference } of tariffs.slice(1)) {
    const own = table.hours.filter((hour) => hour.tariff === tariff);
    expect(own.reduce((sum, hour) => sum + hour.difference, 0)).toBeCloseTo(difference, 9);
  }
});

test("a comparison without tariffs is refused as one of a single tariff is", async () => {
  await using home = await openHousehold({ demo: true });
  for (const options of [DAYS as CompareTariffsOptions, { ...DAYS, tariffs: [named("a", 30)] }]) {
    await expect(home.compareTariffs(options)).rejects.toMatchObject({ code: "BAD_OPTION" });
  }
});
