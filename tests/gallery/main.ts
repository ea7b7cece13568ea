/**
 * `deno task gallery`: draws every plot from the demos and renders `docs/gallery.md`.
 *
 * @module
 */

import { openArchive } from "../../src/archive/open_archive.ts";
import { analyseDays, powerTable } from "../../src/energy/days.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { ratiosOf } from "../../src/energy/balance.ts";
import { readHousehold } from "../../src/household.ts";
import { saveFigure } from "../../src/plots/save_figure.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import { trace } from "../simulator/house/trace.ts";
import { truthOf } from "../simulator/house/truth.ts";
import { hoursOf, localDays, MINUTE } from "../../src/time.ts";
import { type Demo, EXHIBITS } from "./exhibits.ts";
import { galleryPage } from "./page.ts";

const FOLDER = "data/fixtures/demo";
const YEAR = { from: "2025-01-01", to: "2025-12-31" };

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
  const source = await openArchive(FOLDER);
  const household = await readHousehold(`${FOLDER}/household.json`);
  const analysis = await analyseDays(source, household, YEAR);
  const { table } = analysis;
  return {
    analysis,
    august: { ...table, rows: table.rows.filter(({ date }) => date.startsWith("2025-08")) },
    power: await powerTable(source, household, YEAR),
    day: await powerTable(source, household, {
      from: "2025-06-03",
      to: "2025-06-03",
      step: MINUTE,
    }),
    years: { ...table, rows: [...yearBefore(), ...table.rows] },
  };
}

const demo = await loadDemo();
for (const { name, draw } of EXHIBITS) {
  for (const theme of ["light", "dark"] as const) {
    await saveFigure(await draw(demo, { theme }), `docs/gallery/${name}-${theme}.svg`);
  }
}
await Deno.writeTextFile("docs/gallery.md", galleryPage());
