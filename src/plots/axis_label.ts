/// <reference lib="dom" />
/**
 * What an axis measures, and in which unit.
 *
 * @module
 */

import type * as PlotModule from "@observablehq/plot";
import type { Palette } from "./theme.ts";

/** Plot, loaded when a picture is drawn: importing Wattbook stays cheap. */
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
    // Once, not in each panel.
    facet: "super",
    frameAnchor: "top-left",
    textAnchor: "start",
    lineAnchor: "bottom",
    dx: 12 - marginLeft,
    dy: -8,
    fill: palette.muted,
  });
}
