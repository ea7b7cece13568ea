/**
 * Legends: what a colour, a shape or a scale of colours in a picture means.
 *
 * @module
 */

import { hundredths, svgElement, textWidth } from "./svg.ts";
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
  readonly shape?: "square" | "line" | "dashes" | "dots" | "dot" | "ring" | "triangle" | "cross";
  /**
   * How opaque it is. [0–1]
   *
   * @default {1}
   */
  readonly opacity?: number;
}

/** Height of a line of a legend. [px] */
const LEGEND_LINE = 20;
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
    const label = shortened(entry.label, width - MARK - 5);
    const needed = MARK + 5 + textWidth(label, SIZE);
    if (x > 0 && x + needed > width) {
      x = 0;
      line++;
    }
    const middle = line * LEGEND_LINE + LEGEND_LINE / 2;
    group.appendChild(
      svgElement(document, "g", { transform: `translate(${hundredths(x)},${middle})` }, [
        markOf(entry, palette, document),
        svgElement(document, "text", {
          x: MARK + 5,
          dy: "0.35em",
          "font-size": SIZE,
          "text-anchor": "start",
          fill: palette.ink,
        }, [label]),
      ]),
    );
    x += needed + 16;
  }
  return { group, height: entries.length === 0 ? 0 : (line + 1) * LEGEND_LINE };
}

/** A label, without its end where it is wider than the picture: series are named by their labels. */
function shortened(label: string, room: number): string {
  if (textWidth(label, SIZE) <= room) return label;
  let shown = label;
  while (shown !== "" && textWidth(`${shown}…`, SIZE) > room) shown = shown.slice(0, -1);
  return `${shown.toWellFormed()}…`;
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
    case "dots":
      return svgElement(document, "path", {
        d: `M0,0H${MARK}`,
        ...stroke,
        "stroke-dasharray": "1.5 2.5",
      });
    case "dot":
      return svgElement(document, "circle", { cx: 6, r: 4, ...fill });
    case "ring":
      return svgElement(document, "circle", { cx: 6, r: 3.5, ...stroke, "stroke-width": 1.5 });
    case "triangle":
      return svgElement(document, "path", { d: "M1,4.5L6,-4.5L11,4.5Z", ...fill });
    case "cross":
      return svgElement(document, "path", { d: "M2,-4L10,4M10,-4L2,4", ...stroke });
  }
}

/** A scale of colours, from low to high. */
export interface RampLegend {
  /** Colour at a share of the scale. [0–1] */
  readonly colourAt: (share: number) => string;
  /** Where on the scale, and what stands there. */
  readonly ticks: readonly { readonly share: number; readonly label: string }[];
}

const STEPS = 48, RAMP_HEIGHT = 10;
/** Height of a scale of colours with its labels. [px] */
export const RAMP_LEGEND_HEIGHT = 32;

/**
 * Draws a scale of colours.
 *
 * @param width Length of the scale. [px]
 * @returns The scale with its top at 0.
 */
export function drawRamp(
  { colourAt, ticks }: RampLegend,
  { width, palette, document }: { width: number; palette: Palette; document: Document },
): SVGGElement {
  const group = svgElement(document, "g", { "aria-hidden": "true" });
  const step = width / STEPS;
  for (let i = 0; i < STEPS; i++) {
    group.appendChild(svgElement(document, "rect", {
      x: hundredths(i * step),
      // Half a pixel more, so that no hairline shows between two steps.
      width: hundredths(step + (i === STEPS - 1 ? 0 : 0.5)),
      height: RAMP_HEIGHT,
      fill: colourAt((i + 0.5) / STEPS),
    }));
  }
  for (const { share, label } of ticks) {
    group.appendChild(svgElement(document, "text", {
      x: hundredths(share * width),
      y: RAMP_HEIGHT + 13,
      "font-size": 11,
      "text-anchor": share < 0.02 ? "start" : share > 0.98 ? "end" : "middle",
      fill: palette.muted,
    }, [label]));
  }
  return group;
}
