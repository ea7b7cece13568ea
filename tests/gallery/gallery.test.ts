import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { DaysPlots, PowerPlots } from "../../mod.ts";
import { EXHIBITS } from "./exhibits.ts";
import { galleryPage } from "./page.ts";

/** All pictures, with whether a `plot()` without a name draws it. */
const DAYS_PLOTS: Record<keyof DaysPlots, boolean> = {
  ...{ energy: true, sankey: false, autarky: false, consumers: false, months: false, years: false },
  quality: false,
};
const POWER_PLOTS: Record<keyof PowerPlots, boolean> = {
  ...{ day: true, carpet: false, typical: false, duration: false, strings: false },
};

describe("the gallery", () => {
  test("is the page that its exhibits make", async () => {
    expect(await readFile("docs/gallery.md", "utf8")).toBe(galleryPage());
  });

  test("has a light and a dark picture of each exhibit, wide and narrow, and no other", async () => {
    const expected = EXHIBITS.flatMap(({ name }) =>
      [name, `${name}-narrow`].flatMap((one) => [`${one}-dark.svg`, `${one}-light.svg`])
    );
    expect((await readdir("docs/gallery")).toSorted()).toEqual(expected.toSorted());
  });

  test("shows every picture of days and of power", () => {
    const plots = { ...DAYS_PLOTS, ...POWER_PLOTS };
    expect(Object.keys(plots)).toHaveLength(12);
    const shown = EXHIBITS.map(({ code }) => code).join();
    for (const [name, isDefault] of Object.entries(plots)) {
      expect(shown).toContain(isDefault ? ".plot()" : `.plot("${name}"`);
    }
  });
});
