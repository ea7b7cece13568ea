/** The tariffs that ship with Wattbook. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { feesPerDay, pricesAt } from "../../src/money/prices.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { readTariff } from "../../src/money/tariff.ts";
import { localDays } from "../../src/time.ts";
import { syntheticPrices } from "./tariffs/synthetic_prices.ts";

const folder = fileURLToPath(new URL("../../data/tariffs/", import.meta.url));
const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));

test.each(files)("%s prices every quarter of an hour of 2025", async (name) => {
  const tariff = await readTariff(`${folder}${name}`);
  const days = localDays("2025-01-01", "2025-12-31", tariff.zone);
  const range = { start: days[0]!.start, end: days.at(-1)!.end };
  const priced = await withPrices(tariff, range);
  const starts = Array.from(
    { length: (range.end - range.start) / 900_000 },
    (_, slot) => range.start + slot * 900_000,
  );
  const prices = pricesAt(priced, starts);
  expect(starts).toHaveLength(35_040);
  for (const flow of ["import", "export"] as const) {
    expect(prices[flow].price.some(Number.isNaN)).toBe(false);
  }
  expect(Math.max(...prices.import.price)).toBeLessThan(1.0001);
  expect(feesPerDay(tariff, days).every((fee) => fee > 0)).toBe(true);
});

test("there are four, and their wholesale prices are called synthetic", async () => {
  expect(files.toSorted()).toEqual([
    "at-summer.json",
    "de-dynamic.json",
    "de-flat.json",
    "gb-half-hourly.json",
  ]);
  const csv = "synthetic-wholesale-2025.csv";
  expect(await readFile(`${folder}${csv}`, "utf8")).toBe(syntheticPrices());
  for (const name of ["de-dynamic.json", "gb-half-hourly.json"]) {
    const { about, series } = JSON.parse(await readFile(`${folder}${name}`, "utf8"));
    expect(about).toContain("SYNTHETIC");
    expect(series.wholesale.csv).toBe(csv);
  }
});
