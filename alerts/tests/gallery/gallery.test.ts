import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import * as alerts from "../../mod.ts";
import { EXHIBITS } from "./exhibits.ts";
import { galleryPage } from "./page.ts";

describe("the gallery", () => {
  test("is the page that its exhibits make", async () => {
    expect(await readFile("docs/gallery.md", "utf8")).toBe(galleryPage());
  });

  test("has a light and a dark picture of each exhibit, and no other", async () => {
    const expected = EXHIBITS.flatMap(({ name }) => [`${name}-dark.svg`, `${name}-light.svg`]);
    expect((await readdir("docs/gallery")).toSorted()).toEqual(expected.toSorted());
  });

  test("shows every plot of the module", () => {
    const plots = Object.keys(alerts).filter((name) => name.endsWith("Plot"));
    expect(plots).toHaveLength(2);
    const shown = EXHIBITS.map(({ code }) => code).join();
    for (const plot of plots) expect(shown).toContain(`${plot}(`);
  });
});
