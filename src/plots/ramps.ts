/**
 * Scales of colours for carpets, and which power has which colour.
 *
 * @module
 */

import { quantiles } from "../frames/distribution.ts";
import type { RampLegend } from "./legend.ts";
import { formatPower } from "./looks.ts";
import type { Rgba } from "./pixels.ts";

/** Colour at a share of a scale. [0–1] */
export type Ramp = (share: number) => Rgba;

/**
 * From zero (black) to the maximum (light yellow), for powers of one sign. The lightness grows
 * evenly, so that it can be read with any colour vision, on light and on dark pages.
 */
export async function fromNothing(): Promise<Ramp> {
  const { interpolateInferno } = await import("d3-scale-chromatic");
  const known = new Map<string, Rgba>();
  return (share) => {
    const text = interpolateInferno(share);
    let colour = known.get(text);
    if (colour === undefined) known.set(text, colour = parseColour(text));
    return colour;
  };
}

/** From light green (export) over a dark middle to light blue (import), at even distances. */
const BALANCE: readonly (readonly [number, number, number])[] = [
  [178, 246, 212],
  [22, 150, 108],
  [12, 14, 20],
  [44, 112, 200],
  [178, 214, 255],
];

/**
 * From export (green, 0) over nothing (dark, 0.5) to import (blue, 1), for signed grid power. As in the
 * other scale, more is lighter: neither makes a white area on a dark page.
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

/** Which power has which colour. [W] */
export interface CarpetScale {
  /** Power at the lower end. [W] */
  readonly low: number;
  /** Power at the upper end. [W] */
  readonly high: number;
  /** Colour at a share of the scale. */
  readonly ramp: Ramp;
  /** Colour of lines that are visible on all colours of the scale. */
  readonly lineColour: string;
}

/**
 * The scale of a power: up to its 99.5th percentile, so that one kettle does not darken the year.
 *
 * @param values Powers; NaN is passed over. [W]
 */
export async function carpetScale(
  values: Float64Array,
  { isSigned = false }: { readonly isSigned?: boolean } = {},
): Promise<CarpetScale> {
  const [most] = quantiles(isSigned ? values.map(Math.abs) : values, [0.995]);
  const high = roundUp(Number.isNaN(most!) || most! <= 0 ? 1000 : most!);
  return isSigned
    ? { low: -high, high, ramp: balance, lineColour: "#ffffff" }
    : { low: 0, high, ramp: await fromNothing(), lineColour: "#ffffff" };
}

/** To two digits, so that the scale ends at a round number. */
function roundUp(watts: number): number {
  const unit = 10 ** Math.floor(Math.log10(watts)) / 2;
  return Math.ceil(watts / unit) * unit;
}

/** Shares of a scale at round powers, and its end; what is too close to the end is left out. */
function roundShares(high: number): number[] {
  const unit = 10 ** Math.floor(Math.log10(high));
  const step = [0.2, 0.5, 1, 2].map((one) => one * unit).find((one) => high / one <= 6)!;
  const steps = Array.from({ length: Math.floor(high / step - 0.6) + 1 }, (_, i) => i * step);
  return [...steps, high].map((watts) => watts / high);
}

/** All ticks have the unit of the highest one, which alone names it. */
function tickLabel(share: number, high: number): string {
  if (share === 1) return formatPower(high);
  const [unit, digits] = high >= 1000 ? [1000, 2] : [1, 0];
  return String(Number((share * high / unit).toFixed(digits)));
}

/**
 * The legend of a scale.
 */
export function scaleLegend({ low, high, ramp }: CarpetScale): RampLegend {
  return {
    colourAt: (share) => colourText(ramp(share)),
    ticks: low < 0
      ? [
        { share: 0, label: `export ${formatPower(high)}` },
        { share: 0.5, label: "0" },
        { share: 1, label: `import ${formatPower(high)}` },
      ]
      : roundShares(high).map((share) => ({ share, label: tickLabel(share, high) })),
  };
}
