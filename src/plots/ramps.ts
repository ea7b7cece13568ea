/**
 * Scales of colours for carpets.
 *
 * @module
 */

import type { Rgba } from "./pixels.ts";

/** Colour at a share of a scale. [0–1] */
export type Ramp = (share: number) => Rgba;

/**
 * From nothing (black) to much (light yellow), for powers of one sign. Its lightness grows evenly,
 * so that eyes of any colour vision read it alike, on light and on dark pages.
 */
export async function fromNothing(): Promise<Ramp> {
  const { interpolateInferno } = await import("d3-scale-chromatic");
  return (share) => parseColour(interpolateInferno(share));
}

/** Blue of import, nothing, green of export, at even distances; light in the middle. */
const BALANCE: readonly (readonly [number, number, number])[] = [
  [6, 107, 79],
  [53, 199, 155],
  [244, 246, 247],
  [88, 158, 221],
  [0, 62, 120],
];

/**
 * From export (green, 0) over nothing (light, 0.5) to import (blue, 1), for signed grid power.
 */
export function balance(share: number): Rgba {
  const place = Math.min(Math.max(share, 0), 1) * (BALANCE.length - 1);
  const below = Math.min(Math.floor(place), BALANCE.length - 2), part = place - below;
  const [r, g, b] = BALANCE[below]!.map((low, i) =>
    Math.round(low + (BALANCE[below + 1]![i]! - low) * part)
  );
  return [r!, g!, b!, 255];
}

/**
 * A colour as text.
 */
export function colourText([r, g, b]: Rgba): string {
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function parseColour(text: string): Rgba {
  const [r, g, b] = text.startsWith("#")
    ? [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16))
    : text.match(/\d+/g)!.map(Number);
  return [r!, g!, b!, 255];
}
