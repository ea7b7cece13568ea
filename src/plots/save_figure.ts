/**
 * Pictures as files.
 *
 * @module
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { RenderedImage } from "@resvg/resvg-js";
import { WattbookError } from "../errors.ts";
import type { Pixels } from "./pixels.ts";
import type { Figure } from "./svg.ts";
import { withFixedColours } from "./theme.ts";

/** Options of {@linkcode saveFigure} and {@linkcode renderPng}. */
export interface RenderOptions {
  /**
   * Pixels of the file per pixel of the picture; 2 is sharp on dense screens. Only for PNG.
   *
   * @default {2}
   */
  readonly scale?: number;
  /**
   * Colours of a PNG of a figure that was made with the theme `auto`: a PNG cannot follow its
   * reader.
   *
   * @default {"light"}
   */
  readonly theme?: "light" | "dark";
}

/**
 * Writes a picture to a file: `.svg` or `.png`, by the ending of its name. Folders are made.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if the name has another ending or the file cannot be
 * written.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, readFile, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { dailyEnergyPlot } from "./daily_energy.ts";
 * import { saveFigure } from "./save_figure.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * const folder = await mkdtemp(`${tmpdir()}/figure-`);
 * await saveFigure(await dailyEnergyPlot(none), `${folder}/days.png`);
 * assert((await readFile(`${folder}/days.png`)).subarray(1, 4).toString() === "PNG");
 * await rm(folder, { recursive: true });
 * ```
 */
export async function saveFigure(
  figure: Figure,
  path: string,
  options: RenderOptions = {},
): Promise<void> {
  const ending = extname(path).toLowerCase();
  if (ending !== ".svg" && ending !== ".png") {
    throw new WattbookError("FILE_NOT_WRITTEN", `'${path}' ends neither in .svg nor in .png`, {
      hint: "The ending of the name decides what is written; give .svg or .png.",
    });
  }
  const content = ending === ".svg"
    ? `<?xml version="1.0" encoding="UTF-8"?>\n${figure.outerHTML}\n`
    : await renderPng(figure, options);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  } catch (cause) {
    throw new WattbookError("FILE_NOT_WRITTEN", `'${path}' cannot be written`, {
      hint: "Choose a folder that may be written to.",
      cause,
    });
  }
}

/**
 * Renders a picture as PNG with the typeface Inter, whatever fonts are installed. The same figure
 * gives the same file on every machine.
 *
 * @returns Content of a PNG file.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dailyEnergyPlot } from "./daily_energy.ts";
 * import { renderPng } from "./save_figure.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * const png = await renderPng(await dailyEnergyPlot(none), { scale: 1 });
 * const width = new DataView(png.buffer, png.byteOffset).getUint32(16);
 * assert(width === 800);
 * ```
 */
export async function renderPng(
  figure: Figure,
  options: RenderOptions = {},
): Promise<Uint8Array> {
  return (await render(figure, options)).asPng();
}

/** Renders a picture as pixels, as {@linkcode renderPng} does as PNG. */
export async function renderPixels(figure: Figure, options: RenderOptions = {}): Promise<Pixels> {
  const { width, height, pixels } = await render(figure, options);
  return { width, height, pixels };
}

async function render(figure: Figure, options: RenderOptions): Promise<RenderedImage> {
  const { scale = 2, theme = "light" } = options;
  const { Resvg } = await import("@resvg/resvg-js");
  const fonts = await fontFiles();
  // The renderer ignores unreadable fonts, and all text would be missing.
  await Promise.all(fonts.map((font) => readFile(font)));
  const svg = withFixedColours(figure.outerHTML, theme)
    // The renderer knows only the older word for sharp pixels.
    .replaceAll('image-rendering="pixelated"', 'image-rendering="optimizeSpeed"');
  const resvg = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: {
      fontFiles: fonts,
      loadSystemFonts: false,
      defaultFontFamily: "Inter",
      sansSerifFamily: "Inter",
    },
  });
  return resvg.render();
}

const FONTS = "@expo-google-fonts/inter";
const FACES = ["400Regular/Inter_400Regular.ttf", "600SemiBold/Inter_600SemiBold.ttf"];

/** Paths of the fonts: in `node_modules`, or in Deno's cache if there is no such folder. */
async function fontFiles(): Promise<string[]> {
  try {
    const { resolve } = createRequire(import.meta.url);
    return FACES.map((face) => resolve(`${FONTS}/${face}`));
  } catch {
    // A module that was imported by URL has no folder. The import puts the package into the cache.
    const { default: { version } } = await import("@expo-google-fonts/inter/package.json", {
      with: { type: "json" },
    });
    return FACES.map((face) =>
      fileURLToPath(import.meta.resolve(`npm:${FONTS}@${version}/${face}`))
    );
  }
}
