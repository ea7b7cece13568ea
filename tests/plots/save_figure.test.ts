import { Buffer } from "node:buffer";
import { decode } from "fast-png";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawFigure } from "../../src/plots/figure.ts";
import { renderPng, saveFigure } from "../../src/plots/save_figure.ts";
import { svgElement } from "../../src/plots/svg.ts";
import type { Theme } from "../../src/plots/theme.ts";

let folder = "";
beforeAll(async () => folder = await mkdtemp(join(tmpdir(), "figures-")));
afterAll(async () => await rm(folder, { recursive: true }));

const figure = (theme: Theme, title = "A title & more") =>
  drawFigure({ theme, width: 300 }, ({ document }) => ({
    title,
    description: "A test.",
    body: [svgElement(document, "svg", { width: 300, height: 40 })],
  }));

/** How many pixels are not of the colour of the corner. */
function inkOf(png: Uint8Array): number {
  const { data, channels } = decode(png);
  let ink = 0;
  for (let i = 0; i < data.length; i += channels) {
    if (data[i] !== data[0] || data[i + 1] !== data[1]) ink++;
  }
  return ink;
}

test("a figure displays as PNG in a notebook, and says in words what it shows", async () => {
  const shown = await figure("light");
  const display = Reflect.get(shown, Symbol.for("Jupyter.display")) as () => Promise<unknown>;
  const { "image/png": png, "text/plain": text, ...others } = await display() as Record<
    string,
    string
  >;
  expect(decode(Buffer.from(png!, "base64")).width).toBe(450);
  expect(text).toBe("A title & more. A test.");
  expect(others).toEqual({});
  // Nothing of that is a part of the picture.
  expect(shown.outerHTML).not.toContain("Jupyter");
});

describe("renderPng()", () => {
  test("draws the text with its own typeface, whatever is installed", async () => {
    const [some, none] = await Promise.all(
      [figure("light"), figure("light", "")].map(async (one) => inkOf(await renderPng(await one))),
    );
    expect(some! - none!).toBeGreaterThan(300);
  });

  test("is the picture times the scale", async () => {
    expect(decode(await renderPng(await figure("light"), { scale: 3 })).width).toBe(900);
  });

  test("fixes the colours of the theme auto", async () => {
    const corner = async (theme: "light" | "dark") => {
      const { data } = decode(await renderPng(await figure("auto"), { theme }));
      return [...data.slice(0, 3)];
    };
    expect(await corner("light")).toEqual([255, 255, 255]);
    expect(await corner("dark")).toEqual([0x14, 0x18, 0x1d]);
  });
});

describe("saveFigure()", () => {
  test("writes XML, in a folder that it makes", async () => {
    const path = join(folder, "new", "figure.svg");
    await saveFigure(await figure("auto"), path);
    const text = await readFile(path, "utf8");
    expect(text).toMatch(/^<\?xml version="1\.0"/);
    expect(text).toContain("A title &amp; more</title>");
    expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
  });

  test("knows files by their ending only", async () => {
    await expect(saveFigure(await figure("light"), join(folder, "figure.pdf")))
      .rejects.toMatchObject({ code: "FILE_NOT_WRITTEN" });
  });

  test("says which file it could not write", async () => {
    await expect(saveFigure(await figure("light"), "/dev/null/figure.svg"))
      .rejects.toMatchObject({
        code: "FILE_NOT_WRITTEN",
        message: expect.stringContaining("/dev/null/figure.svg"),
      });
  });
});
