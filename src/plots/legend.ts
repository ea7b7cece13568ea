/// <reference lib="dom" />
/**
 * Legends: what a colour or a shape in a picture means.
 *
 * @module
 */

import { svgElement } from "./svg_element.ts";
import { textWidth } from "./text_width.ts";
import type { Palette } from "./theme.ts";

/** One entry of a legend. */
export interface LegendEntry {
  /** What it means. */
  readonly label: string;
  /** Its colour. */
  readonly colour: string;
  /**
   * How it is drawn.
   *
   * @default {"square"}
   */
  readonly shape?: "square" | "line" | "dashes" | "dot" | "triangle" | "cross";
  /**
   * How opaque it is. [0–1]
   *
   * @default {1}
   */
  readonly opacity?: number;
}

/** Height of a line of a legend. [px] */
export const LEGEND_LINE = 20;
const SIZE = 12, MARK = 14;

/**
 * Draws the entries one beside the other, in as many lines as they need.
 *
 * @param width Room for a line. [px]
 * @returns The lines, with their top at 0, and their height. [px]
 */
export function drawLegend(
  entries: readonly LegendEntry[],
  { width, palette, document }: { width: number; palette: Palette; document: Document },
): { group: SVGGElement; height: number } {
  const group = svgElement(document, "g", { "aria-hidden": "true" });
  let x = 0, line = 0;
  for (const entry of entries) {
    const needed = MARK + 5 + textWidth(entry.label, SIZE);
    if (x > 0 && x + needed > width) {
      x = 0;
      line++;
    }
    const middle = line * LEGEND_LINE + LEGEND_LINE / 2;
    group.appendChild(svgElement(document, "g", { transform: `translate(${round(x)},${middle})` }, [
      markOf(entry, palette, document),
      svgElement(document, "text", {
        x: MARK + 5,
        dy: "0.35em",
        "font-size": SIZE,
        "text-anchor": "start",
        fill: palette.ink,
      }, [entry.label]),
    ]));
    x += needed + 16;
  }
  return { group, height: entries.length === 0 ? 0 : (line + 1) * LEGEND_LINE };
}

function markOf(
  { colour, shape = "square", opacity }: LegendEntry,
  palette: Palette,
  document: Document,
): SVGElement {
  const fill = { fill: colour, "fill-opacity": opacity };
  const stroke = { fill: "none", stroke: colour, "stroke-opacity": opacity, "stroke-width": 2 };
  switch (shape) {
    case "square":
      // A hairline, so that a shade next to the surface is seen.
      return svgElement(document, "rect", {
        y: -6,
        width: 12,
        height: 12,
        rx: 2,
        ...fill,
        stroke: palette.muted,
        "stroke-width": 0.5,
      });
    case "line":
      return svgElement(document, "path", { d: `M0,0H${MARK}`, ...stroke });
    case "dashes":
      return svgElement(document, "path", {
        d: `M0,0H${MARK}`,
        ...stroke,
        "stroke-dasharray": "4 3",
      });
    case "dot":
      return svgElement(document, "circle", { cx: 6, r: 4, ...fill });
    case "triangle":
      return svgElement(document, "path", { d: "M1,4.5L6,-4.5L11,4.5Z", ...fill });
    case "cross":
      return svgElement(document, "path", { d: "M2,-4L10,4M10,-4L2,4", ...stroke });
  }
}

function round(px: number): number {
  return Math.round(px * 100) / 100;
}
