/**
 * `deno task gallery`: draws every plot from the demos and renders `docs/gallery.md`.
 *
 * @module
 */

import { Days } from "../../src/house/days.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { ratiosOf } from "../../src/energy/balance.ts";
import { saveFigure } from "../../src/plots/save_figure.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import { trace } from "../simulator/house/trace.ts";
import { truthOf } from "../simulator/house/truth.ts";
import { hoursOf, localDays } from "../../src/time.ts";
import { type Demo, EXHIBITS } from "./exhibits.ts";
import { galleryPage } from "./page.ts";

/** The demo house in the weather of the year before, by its ground truth: no samples, no faults. */
function yearBefore(): EnergyRow[] {
  let today: Parameters<typeof trace>[2];
  return localDays("2024-01-01", "2024-12-31", demoHouse.zone).map((day) => {
    today = trace(demoHouse, day, today);
    const { label, ...energies } = truthOf(today);
    return {
      ...energies,
      ...ratiosOf(energies),
      date: label,
      hours: hoursOf(day),
      coverage_grid: 1,
      coverage_pv: 1,
      complete: true,
      method: "",
      flags: [],
    };
  });
}

async function loadDemo(): Promise<Demo> {
  await using home = await openHousehold({ demo: true });
  const year = await home.days({ from: "2025-01-01", to: "2025-12-31", power: "15m" });
  const { table } = year, { from, to } = { from: "2025-01-01", to: "2025-12-31" };
  const flat = "data/tariffs/de-flat.json", hourly = "data/tariffs/de-dynamic.json";
  await using stored = await openHousehold({ demo: "battery" });
  return {
    year,
    august: await home.days({ from: "2025-08-01", to: "2025-08-31" }),
    batteryYear: await stored.days({ from: "2025-01-01", to: "2025-12-31" }),
    batteryDay: await stored.power({ from: "2025-03-19", to: "2025-03-19", step: "5m" }),
    strings: await home.samples("string_power", {
      from: "2025-06-03T05:00",
      to: "2025-06-03T22:00",
    }),
    day: await home.power({ from: "2025-06-03", to: "2025-06-03", step: "1m" }),
    years: new Days({
      table: { ...table, rows: [...yearBefore(), ...table.rows] },
      ...{ analysis: null, power: null, household: home.household },
    }),
    money: await home.money({ tariff: flat, from, to }),
    tariffs: await home.compareTariffs({ tariffs: [flat, hourly], from, to }),
    batteries: await home.whatIf({
      battery: { kwh: [2, 4, 6, 8, 10, 12, 14], kw: 5 },
      ...{ tariffs: [hourly], from, to },
    }),
  };
}

/** Width of the pictures for phones. [px] */
const NARROW = 390;

const demo = await loadDemo();
for (const { name, draw } of EXHIBITS) {
  for (const theme of ["light", "dark"] as const) {
    await saveFigure(await draw(demo, { theme }), `docs/gallery/${name}-${theme}.svg`);
    const narrow = await draw(demo, { theme, width: NARROW });
    await saveFigure(narrow, `docs/gallery/${name}-narrow-${theme}.svg`);
  }
}
await Deno.writeTextFile("docs/gallery.md", galleryPage());
