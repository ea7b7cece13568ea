import pico from "picocolors";
import { fieldLines } from "../../src/text/field_lines.ts";
import { visibleText } from "../../src/text/visible_text.ts";

export interface PrintStyle {
  readonly colours?: boolean;
  readonly width?: number;
}

/** Width of the column of names. */
const NAME = 14;

/** Lines of names and values. Control characters are removed from both. */
export function fieldWriter({ colours = false, width = 100 }: PrintStyle) {
  const paints = pico.createColors(colours);
  const lines: string[] = [];
  const layout = { indent: 2, nameWidth: NAME, width, dim: paints.dim };
  return {
    ...paints,
    lines,
    field(name: string, value: string, paint: (text: string) => string = String): void {
      lines.push(...fieldLines(visibleText(name), visibleText(value), { ...layout, paint }));
    },
  };
}
