/** The page's sentences, cards and tables of the demo household with battery and consumers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Days } from "../../src/house/days.ts";
import type { Home } from "../../src/house/home.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import { quantity } from "../../src/page/quantity.ts";
import { summaryOf } from "../../src/page/summary.ts";
import { toHtml } from "../../src/page/to_html.tsx";

let home: Home, days: Days, html: string;
beforeAll(async () => {
  home = await openHousehold({ demo: "battery" });
  days = await home.days({ from: "2025-03-10", to: "2025-03-16" });
  const { table } = days, { household } = home;
  const data = { table, days: table, household, samples: null, made: 0 };
  html = await toHtml(data);
}, 60_000);
afterAll(() => home.close());

const kwh = (value: number | null | undefined) => quantity(value!, "kWh");
const plain = () => html.replaceAll(/<[^>]+>/g, "|");

test("the sentences say what came from roof, battery and grid, with the sums of the cards", () => {
  const { battery, import_kwh } = days.total!, text = summaryOf(days.table);
  expect(text).toContain(`${kwh(battery!.direct_use_kwh)} straight from its roof`);
  expect(text).toContain(`${kwh(battery!.stored_use_kwh)} from the battery`);
  expect(text).toContain(`It drew ${kwh(import_kwh)}`);
});

test("cards, key figures and consumers are those of such a house", () => {
  const text = plain(), { consumed, consumption_kwh } = days.total!;
  for (const title of ["Used at once", "From the battery", "Battery efficiency", "Charged"]) {
    expect(text).toContain(`|${title}`);
  }
  const wallbox = consumed!.consumers["wallbox"]!;
  expect(text).toMatch(/Consumers, on 7 of 7 days/);
  expect(text).toContain(`|${kwh(wallbox)}|`);
  expect(text).toContain(`|${quantity(wallbox / consumption_kwh!, "0–1")}|`);
  expect(text).toContain("|everything else|");
});
