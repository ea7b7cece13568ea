/// <reference lib="dom" />
/**
 * Legends of scales of colours.
 *
 * @module
 */

import { svgElement } from "./svg_element.ts";
import type { Palette } from "./theme.ts";

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
      x: round(i * step),
      // Half a pixel more, so that no hairline shows between two steps.
      width: round(step + (i === STEPS - 1 ? 0 : 0.5)),
      height: RAMP_HEIGHT,
      fill: colourAt((i + 0.5) / STEPS),
    }));
  }
  for (const { share, label } of ticks) {
    group.appendChild(svgElement(document, "text", {
      x: round(share * width),
      y: RAMP_HEIGHT + 13,
      "font-size": 11,
      "text-anchor": share < 0.02 ? "start" : share > 0.98 ? "end" : "middle",
      fill: palette.muted,
    }, [label]));
  }
  return group;
}

function round(px: number): number {
  return Math.round(px * 100) / 100;
}
