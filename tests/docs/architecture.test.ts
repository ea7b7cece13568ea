import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openHousehold } from "../../mod.ts";
import { DIRECTIONS } from "../import_rules.ts";
import { arrows, DRAWN, GROUND } from "./architecture.ts";

const page = await readFile("docs/architecture.md", "utf8");
const entries = await readdir("src", { withFileTypes: true });

test("the drawing has each folder of src, and the page explains each", () => {
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    .filter((name) => !GROUND.has(name));
  expect([...DRAWN].sort()).toEqual(folders.sort());
  const drawn = new Set(arrows().flat());
  expect(folders.filter((name) => !drawn.has(name))).toEqual([]);
  expect(folders.filter((name) => !page.includes(`**\`${name}\`**`))).toEqual([]);
});

test("the page names what lies on the ground: each file directly in src, and its folder", () => {
  const files = entries.filter((entry) => entry.isFile() || GROUND.has(entry.name))
    .map((entry) => entry.isFile() ? entry.name : `${entry.name}/`);
  expect(files.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("each arrow is an import that the rules allow", () => {
  for (const [used, user] of arrows()) {
    const { areas, types = [] } = DIRECTIONS[user]!;
    expect([...areas, ...types].map((one) => one.split("/")[0])).toContain(used);
  }
});

test("the sample of the example is in the demo", async () => {
  await using home = await openHousehold({ demo: true });
  const { frame } = await home.samples("grid_power", {
    from: "2025-06-03T13:05:30",
    to: "2025-06-03T13:06:00",
  });
  expect(frame.getColumn("value").toArray()).toEqual([-5703]);
  const days = await home.days({ from: "2025-06-03", to: "2025-06-03" });
  expect(days.frame.getColumn("export_kwh").toArray()[0]).toBeCloseTo(49.48, 2);
  expect(page).toContain("−5,703 W");
  expect(page).toContain("49.48 kWh");
});
