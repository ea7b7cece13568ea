import { beforeAll, describe, expect, test } from "vitest";
import type { Money } from "../../src/house/money.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import type { TariffComparison } from "../../src/house/tariff_comparison.ts";
import type { FigureOptions } from "../../src/plots/figure.ts";
import { renderPng } from "../../src/plots/save_figure.ts";
import { expectGolden } from "./golden.ts";

const FLAT = "data/tariffs/de-flat.json", HOURLY = "data/tariffs/de-dynamic.json";
/** Two days before the day on which the demo's meter was out, and two after it. */
const DAYS = { from: "2025-08-10", to: "2025-08-14" };

let money: Money, tariffs: TariffComparison;
beforeAll(async () => {
  await using home = await openHousehold({ demo: true });
  money = await home.money({ tariff: FLAT, ...DAYS });
  tariffs = await home.compareTariffs({ tariffs: [FLAT, HOURLY], ...DAYS });
}, 60_000);

const PLOTS: Readonly<Record<string, (options: FigureOptions) => ReturnType<Money["plot"]>>> = {
  money: (options) => money.plot(options),
  money_month: (options) => money.rollUp("month").plot(options),
  tariff_hours: (options) => tariffs.plot(options),
};

describe.each(Object.entries(PLOTS))("%s", (name, plot) => {
  test("looks as it did", async () => {
    await expectGolden(await plot({}), name);
  });

  test("is well-formed for a strict reader, narrow and dark", async () => {
    for (const theme of ["dark", "auto"] as const) {
      const png = await renderPng(await plot({ theme, width: 390 }), { scale: 0.5 });
      expect(png.length).toBeGreaterThan(1000);
    }
  });
});

test("a day with a gap is pale, and a month with such a day says so in words", async () => {
  const day = (await money.plot()).outerHTML, month = (await PLOTS["money_month"]!({})).outerHTML;
  expect(day).toContain("faded: day not complete");
  expect(day).toMatch(/fill-opacity="0\.4"/);
  expect(month).not.toContain("faded");
  expect(month).toContain("Days that are not complete are in 1 of 1 month.");
});

test("a picture names every third hour, a wide one each", async () => {
  const hours = async (width: number) =>
    [...(await tariffs.plot({ width })).querySelectorAll('[aria-label="x-axis tick label"] text')]
      .filter((one) => one.textContent !== "").length;
  expect([await hours(390), await hours(800), await hours(1600)]).toEqual([8, 8, 24]);
});
