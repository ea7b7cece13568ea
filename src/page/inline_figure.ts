/// <reference lib="dom" />
import type { Figure } from "../plots/figure.ts";

/** Options of {@linkcode inlineFigure}. */
export interface InlineFigureOptions {
  /**
   * Whether marks keep their tooltips, which nobody sees who has no mouse.
   *
   * @default {true}
   */
  readonly tooltips?: boolean;
}

/** What a page has once for all figures, or what would be said twice. */
const ONCE = ["style", "title", "desc"];

/**
 * The text of a figure for a page whose style sheet has the colours: without style of its own, which
 * the page's policy forbids, and named by its `aria-label` alone.
 *
 * @param figure A figure with the theme `auto`; it is changed.
 */
export function inlineFigure(
  figure: Figure,
  { tooltips = true }: InlineFigureOptions = {},
): string {
  figure.removeAttribute("style");
  for (const child of [...figure.children]) {
    if (ONCE.includes(child.tagName.toLowerCase())) child.remove();
  }
  // A picture is one thing to a screen reader; names of its parts would be against the rules.
  for (const part of figure.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  if (!tooltips) {
    for (const title of [...figure.querySelectorAll("title")]) title.remove();
  }
  return figure.outerHTML;
}
