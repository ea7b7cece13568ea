import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PALETTES } from "../../src/plots/theme.ts";
import { run } from "../run.ts";
import { launchChromium, openFile } from "./chromium.ts";

const browser = await launchChromium();

const ROOT = new URL("../../", import.meta.url).pathname;

/** The demo year, a week with a gap, days of which some are before the first sample; the year of a house with battery and tariff. */
const RANGES = {
  year: [],
  week: ["--from", "2025-06-01", "--to", "2025-06-07"],
  edge: ["--from", "2024-12-29", "--to", "2025-01-03"],
  battery: ["--source", "demo:battery", "--tariff", `${ROOT}data/tariffs/at-summer.json`],
};

describe.skipIf(browser === null)("a page in Chromium", () => {
  let folder: string;
  const file = (name: keyof typeof RANGES, ending = "html") => join(folder, `${name}.${ending}`);
  const open = (name: keyof typeof RANGES, options?: BrowserContextOptions) =>
    openFile(browser!, file(name), options);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "browser-"));
    const outs = [file("year"), file("week"), file("edge"), file("battery"), file("week", "csv")];
    await Promise.all(outs.map(async (out) => {
      const name = /(\w+)\.\w+$/.exec(out)![1] as keyof typeof RANGES;
      const args = ["--source", "demo", ...RANGES[name], "--quiet", "--out", out];
      const ended = await run("commands/report.ts", args, { cwd: folder, settings: {} });
      expect(ended).toMatchObject({ code: 0, stderr: "" });
    }));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  test("of a year has less than 2 MB", async () => {
    expect((await stat(file("year"))).size).toBeLessThan(2_000_000);
  });

  test.each(["year", "week", "edge"] as const)("of the %s opens in silence", async (name) => {
    await using opened = await open(name);
    const { page, requests, complaints } = opened;
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    // Pictures that are part of the page are no requests to anyone.
    expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.title()).toMatch(/^Energy report \d/);
  });

  test("lets nothing be loaded, run or sent that is not its own", async () => {
    const heard: string[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      ({ url }) => {
        heard.push(url);
        return new Response();
      },
    );
    await using opened = await open("week");
    const { page, complaints } = opened;
    await page.evaluate((port) => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken over'";
      const image = document.createElement("img");
      image.src = `http://127.0.0.1:${port}/spy.png`;
      document.body.append(script, image);
      return fetch(`http://127.0.0.1:${port}/`).catch(() => {});
    }, server.addr.port);
    expect(await page.title()).not.toBe("taken over");
    for (const directive of ["script-src", "img-src", "default-src"]) {
      await expect.poll(() => complaints).toContainEqual(
        expect.stringMatching(new RegExp(`violates .*Content Security Policy.*['"]${directive}`)),
      );
    }
    expect(heard).toEqual([]);
  });

  describe("with its table", () => {
    const header = (page: Page, name: string) =>
      page.locator("table", { has: page.locator("#per-day-caption") }).getByRole("columnheader", {
        name,
      });
    const column = (page: Page, index: number) =>
      page.locator("#per-day-caption ~ tbody tr").evaluateAll(
        (rows, index) => rows.map((row) => row.children[index]!.textContent!),
        index,
      );

    test("sorts by a click, and the other way by another", async () => {
      await using opened = await open("week");
      const { page } = opened;
      expect(await header(page, "Day").getAttribute("aria-sort")).toBe("ascending");
      const before = await column(page, 1);
      await header(page, "Import").getByRole("button").click();
      const sorted = before.toSorted((a, b) => Number(a) - Number(b));
      expect(sorted).not.toEqual(before);
      expect(await column(page, 1)).toEqual(sorted);
      expect(await header(page, "Import").getAttribute("aria-sort")).toBe("ascending");
      expect(await header(page, "Day").getAttribute("aria-sort")).toBeNull();
      expect(await page.locator("[role=status]").allTextContents()).toContain(
        "Sorted by Import, ascending",
      );
      await header(page, "Import").getByRole("button").click();
      expect(await column(page, 1)).toEqual(sorted.toReversed());
      expect(await header(page, "Import").getAttribute("aria-sort")).toBe("descending");
      expect(await page.locator("#per-day-caption ~ tfoot th").textContent()).toBe("Total");
    });

    test("sorts by the keyboard, and what is not known comes last", async () => {
      await using opened = await open("edge");
      const { page } = opened;
      for (const key of ["Enter", "Space"]) {
        await header(page, "Yield").getByRole("button").focus();
        await page.keyboard.press(key);
        const texts = await column(page, 3);
        const unknown = texts.filter((text) => text.includes("not known"));
        expect(unknown.length).toBeGreaterThan(0);
        expect(texts.slice(-unknown.length)).toEqual(unknown);
        const numbers = texts.slice(0, -unknown.length).map(Number);
        const ascending = numbers.toSorted((a, b) => a - b);
        expect(numbers).toEqual(key === "Enter" ? ascending : ascending.toReversed());
      }
    });

    test.each([true, false])("gives the CSV away (scripts: %s)", async (javaScriptEnabled) => {
      await using opened = await open("week", { javaScriptEnabled });
      const { page, requests } = opened;
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download as CSV" }).click();
      const saved = file("week", "saved");
      await (await download).saveAs(saved);
      expect((await download).suggestedFilename()).toBe("wattbook_2025-06-01_2025-06-07.csv");
      expect(await readFile(saved)).toEqual(await readFile(file("week", "csv")));
      expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([]);
    });

    test("has no buttons that do nothing where scripts are off", async () => {
      await using opened = await open("week", { javaScriptEnabled: false });
      expect(await opened.page.getByRole("button").count()).toBe(0);
    });
  });

  const colourOf = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const rgb = (hex: string) =>
    `rgb(${hex.slice(1).match(/../g)!.map((part) => parseInt(part, 16)).join(", ")})`;

  test.each(["light", "dark"] as const)("follows the reader's setting: %s", async (colorScheme) => {
    await using opened = await open("week", { colorScheme });
    const { page } = opened;
    expect(await colourOf(page)).toBe(rgb(PALETTES[colorScheme].surface));
    const fill = await page.locator(".wide svg > rect").first().evaluate((one) =>
      getComputedStyle(one).fill
    );
    expect(fill).toBe(rgb(PALETTES[colorScheme].surface));
  });

  test.each(["year", "edge"] as const)("of the %s fits a phone of 360 pixels", async (name) => {
    await using opened = await open(name, {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    const { page } = opened;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await page.locator("figure .wide:visible").count()).toBe(0);
    const narrow = page.locator("figure .narrow:visible");
    expect(await narrow.count()).toBeGreaterThan(0);
    for (const box of await Promise.all((await narrow.all()).map((one) => one.boundingBox()))) {
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(360);
    }
  });

  test.each(["year", "battery"] as const)(
    "prints a year on six sheets at most, light, without what only screens need: %s",
    async (name) => {
      await using opened = await open(name, {
        colorScheme: "dark",
        viewport: { width: 360, height: 740 },
      });
      const { page } = opened;
      await page.emulateMedia({ media: "print" });
      expect(await colourOf(page)).toBe(rgb(PALETTES.light.surface));
      for (const unneeded of [page.getByRole("navigation"), page.getByText("Download as CSV")]) {
        expect(await unneeded.isVisible()).toBe(false);
      }
      // What is folded stays on the screen.
      expect(await page.locator("#per-day-caption ~ tbody").isVisible()).toBe(false);
      expect(await page.locator("#per-month-caption ~ tbody").isVisible()).toBe(true);
      // What is wider than the sheet would make everything smaller.
      await page.setViewportSize({ width: 710, height: 1039 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(710);
      // What is wider than its column would run into the next one.
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll(".table")].filter((one) =>
          one.scrollWidth > one.clientWidth + 1
        ).map((one) => one.querySelector("caption")!.id)
      );
      expect(wide).toEqual([]);
      // A page with money and a battery or consumers needs smaller plots for six sheets.
      expect(await smallestLetters(page)).toBeGreaterThanOrEqual(name === "year" ? 7 : 5.5);
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)!.length;
      expect(sheets).toBeGreaterThan(2);
      expect(sheets).toBeLessThanOrEqual(6);
    },
  );

  /** Height of the smallest letters of all plots that show. [pt] */
  const smallestLetters = (page: Page) =>
    page.locator("figure .narrow svg text:visible").evaluateAll((texts) =>
      0.75 *
      Math.min(...texts.map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * (text as SVGTextElement).getScreenCTM()!.a
      ))
    );

  test("cuts no table at any width, folded or not", async () => {
    for (const name of ["year", "edge", "battery"] as const) {
      await using opened = await open(name);
      const { page } = opened;
      await page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
      });
      for (const width of [320, 390, 560, 800, 1000, 1200, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => ({
          page: document.documentElement.scrollWidth,
          tables: [...document.querySelectorAll(".table")].filter((one) =>
            one.scrollWidth > one.clientWidth + 1
          ).map((one) => one.querySelector("caption")!.id),
        }));
        expect({ name, ...wide }).toEqual({ name, page: width, tables: [] });
      }
    }
  });

  test("folds what is long, says how much it is, and unfolds the days of a month", async () => {
    await using opened = await open("year", { javaScriptEnabled: false });
    const { page } = opened;
    const days = page.locator("details", { has: page.locator("#per-day-caption") });
    expect(await days.locator("summary").innerText()).toMatch(/^Energy per day.*365 rows$/s);
    const june = page.locator("#energy details", { hasText: "Jun 2025" });
    expect(await june.locator("summary").innerText()).toMatch(/30 days$/);
    expect(await june.locator("svg:visible").count()).toBe(0);
    await june.locator("summary").click();
    expect(await june.locator("svg:visible").count()).toBe(1);
    expect(await page.locator("#energy details").count()).toBe(12);
  });

  test("names each value of a row where the table is a list, and sorts there too", async () => {
    await using opened = await open("week", { viewport: { width: 390, height: 800 } });
    const { page } = opened;
    const cell = page.locator("#per-day-caption ~ tbody tr").first().locator("td").first();
    expect(await cell.evaluate((one) => getComputedStyle(one, "::before").content)).toBe(
      '"Import [kWh]"',
    );
    const table = page.locator("table", { has: page.locator("#per-day-caption") });
    await table.getByRole("button", { name: "Export" }).click();
    const texts = await table.locator("tbody tr td:nth-child(3)").allTextContents();
    expect(texts.map(Number)).toEqual(texts.map(Number).toSorted((a, b) => a - b));
  });

  test("can be used with the keyboard alone", async () => {
    await using opened = await open("week", { reducedMotion: "reduce" });
    const { page } = opened;
    const skip = page.getByRole("link", { name: "Skip to the content" });
    expect((await skip.boundingBox())!.y).toBeLessThan(0);
    await page.keyboard.press("Tab");
    expect((await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    expect(await skip.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("solid");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe("MAIN");
    const motion = await page.evaluate(() =>
      getComputedStyle(document.documentElement).scrollBehavior
    );
    expect(motion).toBe("auto");
  });

  test.each(
    [
      ["week", "light", 1280],
      ["week", "dark", 1280],
      ["week", "dark", 360],
      ["edge", "light", 360],
      ["year", "light", 1280],
    ] as const,
  )("of the %s has no flaws for those who see or move otherwise (%s, %i px)", async (...one) => {
    const [name, colorScheme, width] = one;
    await using opened = await open(name, { colorScheme, viewport: { width, height: 800 } });
    const { page } = opened;
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      // The rows of a year are all alike; looking at each would take most of the time.
      const exclude = "#per-day-caption ~ tbody tr:nth-child(n + 20)";
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await run({ exclude });
      return violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes[0]?.html }));
    });
    expect(violations).toEqual([]);
  });
});
