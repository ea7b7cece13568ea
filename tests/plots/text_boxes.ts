/** Where the texts of a picture stand, by the estimate of their widths. */
import { type Figure, textWidth } from "../../src/plots/svg.ts";

/** A text and the room that its letters take. [px] */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The estimate is a little too wide on purpose. */
const TRUE_SHARE = 0.9;

/** The lines of all texts, also those of one element. */
export function textBoxes(figure: Figure): TextBox[] {
  return [...figure.querySelectorAll("text")].flatMap((text) => {
    const lines = [...text.querySelectorAll("tspan")].filter((one) => one.getAttribute("x"));
    const size = Number(inherited(text, "font-size") ?? 11),
      em = (dy: string | null) =>
        dy === null ? 0 : dy.endsWith("em") ? parseFloat(dy) * size : Number(dy);
    const { x, y } = placeOf(text);
    let down = lines.length === 0 ? em(text.getAttribute("dy")) : 0;
    return (lines.length === 0 ? [text] : lines).flatMap((line): TextBox[] => {
      const content = line.textContent ?? "";
      if (lines.length > 0) down += em(line.getAttribute("dy"));
      if (content.trim() === "") return [];
      const own = lines.length === 0 ? x : x - Number(text.getAttribute("x")) +
        Number(line.getAttribute("x"));
      const width = TRUE_SHARE * textWidth(content, size);
      const anchor = inherited(text, "text-anchor") ?? "start";
      const left = own - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
      const baseline = y + down;
      return [{
        ...{ text: content, left, right: left + width },
        ...{ top: baseline - 0.7 * size, bottom: baseline + 0.05 * size },
      }];
    });
  });
}

/** Pairs of texts that share room. */
export function overlaps(figure: Figure): [string, string][] {
  const boxes = textBoxes(figure);
  return boxes.flatMap((a, i) =>
    boxes.slice(i + 1).filter((b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    ).map((b): [string, string] => [a.text, b.text])
  );
}

function inherited(element: Element, name: string): string | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = at.getAttribute(name);
    if (value !== null) return value;
  }
  return null;
}

/** The place of a text, with the shifts of all groups around it. */
function placeOf(text: Element): { x: number; y: number } {
  let x = Number(text.getAttribute("x") ?? 0), y = Number(text.getAttribute("y") ?? 0);
  for (let at: Element | null = text; at; at = at.parentElement) {
    for (
      const [, inside] of (at.getAttribute("transform") ?? "").matchAll(/translate\(([^)]*)\)/g)
    ) {
      const [dx = 0, dy = 0] = inside!.split(/[\s,]+/).map(Number);
      x += dx;
      y += dy;
    }
  }
  return { x, y };
}
