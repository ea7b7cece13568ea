import { inlineFigure } from "./inline_figure.ts";
import type { PageFigure } from "./pick_figures.ts";

/** A plot as text, in two widths: letters of a wide one could not be read on a phone. */
export interface DrawnFigure extends Pick<PageFigure, "section" | "caption"> {
  /** For large screens and for paper. */
  readonly wide: string;
  /** For phones. */
  readonly narrow: string;
}

const WIDE = 896, NARROW = 360;

/**
 * Draws plots for a page.
 */
export async function drawFigures(figures: readonly PageFigure[]): Promise<DrawnFigure[]> {
  const drawn: DrawnFigure[] = [];
  // One after the other: together they would take the memory of all.
  for (const { section, caption, draw } of figures) {
    const wide = await draw({ width: WIDE, theme: "auto" });
    const narrow = await draw({ width: NARROW, theme: "auto" });
    drawn.push({
      section,
      caption,
      wide: inlineFigure(wide),
      narrow: inlineFigure(narrow, { tooltips: false }),
    });
  }
  return drawn;
}
