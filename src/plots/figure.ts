/**
 * What all pictures have in common: a title, a legend, notes, and one SVG around them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { emptyDocument, type Figure, hundredths, svgElement, textLines } from "./svg.ts";
import {
  drawLegend,
  drawRamp,
  type LegendEntry,
  RAMP_LEGEND_HEIGHT,
  type RampLegend,
} from "./legend.ts";
import { type Palette, paletteOf, type Theme, themeStyle } from "./theme.ts";

/** Options of every plot. */
export interface FigureOptions {
  /**
   * Width of the picture. [px]
   *
   * @default {800}
   */
  readonly width?: number;
  /**
   * Colours: `light`, `dark`, or `auto`, which follows the reader's setting where a browser shows
   * the SVG; a notebook shows it light.
   *
   * @default {"light"}
   */
  readonly theme?: Theme;
  /** Title above the picture, instead of the plot's own. */
  readonly title?: string;
  /**
   * Whether marks have tooltips, which need a mouse.
   *
   * @default {true}
   */
  readonly tooltips?: boolean;
  /**
   * Document in which the picture is made.
   *
   * @default {emptyDocument()}
   */
  readonly document?: Document;
}

/** What a plot draws with. */
export interface Canvas {
  /** Width of the picture. [px] */
  readonly width: number;
  /** Colours. */
  readonly palette: Palette;
  /** Whether marks have tooltips. */
  readonly tooltips: boolean;
  /** Document in which the picture is made. */
  readonly document: Document;
}

/** What a plot says and shows. */
export interface FigureParts {
  /** What the picture shows. */
  readonly title: string;
  /** Period, zone and interval, below the title. */
  readonly subtitle?: string;
  /** The picture in a sentence or two, for screen readers. */
  readonly description: string;
  /** Colours and shapes; an empty legend takes no room. */
  readonly legend?: readonly LegendEntry[];
  /** A scale of colours. */
  readonly ramp?: RampLegend;
  /** What a reader should know, below the picture. */
  readonly notes?: readonly string[];
  /** Drawings, one below the other. */
  readonly body: readonly SVGSVGElement[];
}

/** Typefaces, the reader's own first. */
const FACE = "system-ui, 'Segoe UI', Inter, sans-serif";
const MARGIN = 12;

/**
 * Draws a picture: combines the parts of a plot into one SVG.
 */
export async function drawFigure(
  options: FigureOptions,
  partsOf: (canvas: Canvas) => FigureParts | Promise<FigureParts>,
): Promise<Figure> {
  const { width = 800, theme = "light", tooltips = true } = options;
  const { document = await emptyDocument() } = options;
  const palette = paletteOf(theme);
  const parts = await partsOf({ width, palette, tooltips, document });
  const { subtitle, description, legend = [], ramp, notes = [], body } = parts;
  const title = options.title ?? parts.title;
  const inner = width - 2 * MARGIN;
  const pieces: SVGElement[] = [];
  let y = MARGIN;

  const write = (text: string, size: number, colour: string, weight?: number) => {
    // Bold letters, and those of a reader's own font, are wider.
    for (const line of textLines(text, weight === undefined ? inner : 0.88 * inner, size)) {
      y += Math.round(size * 1.35);
      pieces.push(
        svgElement(document, "text", {
          x: MARGIN,
          y: y - Math.round(size * 0.3),
          "font-size": size,
          "font-weight": weight,
          "text-anchor": "start",
          fill: colour,
        }, [line]),
      );
    }
  };
  const place = (piece: SVGElement, x: number, height: number) => {
    piece.setAttribute("transform", `translate(${x},${y})`);
    pieces.push(piece);
    y += height;
  };

  write(title, 16, palette.ink, 600);
  if (subtitle) write(subtitle, 12, palette.muted);
  y += 6;
  if (legend.length > 0) {
    const { group, height } = drawLegend(legend, { width: inner, palette, document });
    place(group, MARGIN, height);
  }
  if (ramp) {
    y += 4;
    const scale = drawRamp(ramp, { width: Math.min(inner, 360), palette, document });
    place(scale, MARGIN, RAMP_LEGEND_HEIGHT);
  }
  y += 4;
  for (const drawing of body) place(unwrap(drawing, document), 0, heightOf(drawing));
  for (const note of notes) write(note, 11, palette.muted);
  y += MARGIN;

  const style = themeStyle(theme), words = `${title}. ${description}`;
  const figure = svgElement(document, "svg", {
    xmlns: "http://www.w3.org/2000/svg",
    class: "wattbook",
    role: "img",
    "aria-label": words,
    width,
    height: y,
    viewBox: `0 0 ${width} ${y}`,
    "font-family": FACE,
    "font-size": 11,
    "text-anchor": "middle",
    fill: palette.ink,
    color: palette.ink,
    style: "max-width: 100%; height: auto",
  }, [
    svgElement(document, "title", {}, [title]),
    svgElement(document, "desc", {}, [description]),
    ...(style === "" ? [] : [svgElement(document, "style", {}, [style])]),
    svgElement(document, "rect", { width, height: y, fill: palette.surface }),
    ...pieces,
  ]);
  const display = () => displayFigure(figure, words);
  return Object.defineProperty(figure, Symbol.for("Jupyter.display"), { value: display });
}

/** Pixels of a displayed picture per pixel of the drawing: sharp, but not too large. */
const DISPLAY_SCALE = 1.5;

/** What a notebook shows. */
async function displayFigure(figure: Figure, words: string): Promise<Record<string, string>> {
  const { renderPixels } = await import("./save_figure.ts");
  const { palettedPng } = await import("./pixels.ts");
  const png = palettedPng(await renderPixels(figure, { scale: DISPLAY_SCALE }));
  return {
    "image/png": Buffer.from(png).toString("base64"),
    "text/plain": words,
  };
}

/**
 * The content of a drawing as a group. A nested SVG would be scaled by the style sheet that Plot
 * puts into it.
 */
function unwrap(drawing: SVGSVGElement, document: Document): SVGGElement {
  const group = svgElement(document, "g", { fill: "currentColor" });
  for (const child of [...drawing.childNodes]) {
    if ((child as Element).tagName?.toLowerCase() !== "style") group.appendChild(child);
  }
  for (const element of group.querySelectorAll("*")) roundLengths(element);
  return group;
}

const LENGTHS: ReadonlySet<string> = new Set(
  ["x", "y", "cx", "cy", "width", "height", "x1", "x2", "y1", "y2", "transform", "d"],
);

/** Rounds to a hundredth of a pixel, which shortens the file to a third. */
function roundLengths(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (!LENGTHS.has(name)) continue;
    const short = value.replace(/-?\d+\.\d{3,}(e-\d+)?/g, (px) => String(hundredths(Number(px))));
    if (short !== value) element.setAttribute(name, short);
  }
}

function heightOf(drawing: SVGSVGElement): number {
  return Number(drawing.getAttribute("height"));
}
