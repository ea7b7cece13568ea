/**
 * What all drawings with axes have in common.
 *
 * @module
 */

import type * as PlotModule from "@observablehq/plot";
import type { Canvas } from "./figure.ts";
import { textWidth } from "./svg.ts";
import type { Palette } from "./theme.ts";

/** Plot, loaded late, because importing Wattbook should be fast. */
export type PlotLibrary = typeof PlotModule;

/**
 * Writes the meaning and unit of the vertical axis above its top, flush with the title.
 *
 * @param marginLeft Of the drawing. [px]
 */
export function axisLabel(
  Plot: PlotLibrary,
  label: string,
  { marginLeft, palette }: { readonly marginLeft: number; readonly palette: Palette },
): PlotModule.CompoundMark | PlotModule.Text {
  return Plot.text([label], {
    // Only once if there are several panels.
    facet: "super",
    frameAnchor: "top-left",
    textAnchor: "start",
    lineAnchor: "bottom",
    dx: 12 - marginLeft,
    dy: -8,
    fill: palette.muted,
  });
}

/** Size and margins of a drawing, with room for an {@linkcode axisLabel} at its top. [px] */
export function drawingArea(
  { document, width, height }: Pick<Canvas, "document" | "width"> & { readonly height: number },
  { left, right }: { readonly left: number; readonly right: number },
): PlotModule.PlotOptions {
  return { document, width, height, marginTop: 26, marginLeft: left, marginRight: right };
}

/** Up to this width a picture has its usual height. [px] */
const USUAL = 900;

/**
 * The height of a drawing, which grows with the root of its width, so that it does not become flat on
 * a wide screen. [px]
 *
 * @param height Usual height. [px]
 * @param width Width of the picture. [px]
 */
export function grown(height: number, width = 0): number {
  return Math.round(height * Math.sqrt(Math.max(1, width / USUAL)));
}

/** A wider bar, of a single day or month, would look like a wall. [px] */
const WIDEST = 64;

/**
 * What to take off both sides of a bar that would be too wide; negative for bars without a space
 * between them, which overlap a little, so that no pale seams show. [px]
 *
 * @param width Length of the axis. [px]
 * @param padding Share of a band that stays free.
 */
export function barInset(width: number, count: number, padding: number): number {
  // A band scale keeps the padding on both sides of each band.
  const band = width / (count + padding) * (1 - padding);
  return Math.max(padding === 0 ? -0.25 : 0, (band - WIDEST) / 2);
}

/**
 * The left margin that numbers up to a size need. [px]
 *
 * @param most The largest number, without its sign.
 */
export function numberMargin(most: number): number {
  // Plot writes as many decimals as the steps between the ticks need.
  const decimals = most >= 1 || most === 0 ? 0 : 1 - Math.floor(Math.log10(most));
  const widest = decimals > 0 ? `−${most.toFixed(decimals)}` : Math.ceil(most).toLocaleString("en");
  return Math.max(48, Math.ceil(textWidth(widest, 10)) + 20);
}

/** The vertical axis: its label, a grid and its numbers. */
export function verticalAxis(
  Plot: PlotLibrary,
  label: string,
  { marginLeft, palette, ticks, tickFormat }: {
    readonly marginLeft: number;
    readonly palette: Palette;
    readonly ticks?: number;
    readonly tickFormat?: (value: number) => string;
  },
): PlotModule.Markish[] {
  const some = ticks === undefined ? {} : { ticks };
  return [
    axisLabel(Plot, label, { marginLeft, palette }),
    Plot.gridY({ stroke: palette.rule, strokeOpacity: 1, ...some }),
    Plot.axisY({ label: null, color: palette.muted, ...some, ...(tickFormat && { tickFormat }) }),
  ];
}
