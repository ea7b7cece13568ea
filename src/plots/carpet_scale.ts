/**
 * Which power has which colour in a carpet.
 *
 * @module
 */

import { quantiles } from "../frames/distribution.ts";
import type { RampLegend } from "./ramp_legend.ts";
import { formatPower } from "./powers.ts";
import { balance, colourText, fromNothing, type Ramp } from "./ramps.ts";

/** Which power has which colour. [W] */
export interface CarpetScale {
  /** Power at the lower end. [W] */
  readonly low: number;
  /** Power at the upper end. [W] */
  readonly high: number;
  /** Colour at a share of the scale. */
  readonly ramp: Ramp;
  /** Colour of lines that are seen on all of it. */
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
    ? { low: -high, high, ramp: balance, lineColour: "#4a535d" }
    : { low: 0, high, ramp: await fromNothing(), lineColour: "#ffffff" };
}

/** To two digits, so that the scale ends at a number that can be read. */
function roundUp(watts: number): number {
  const unit = 10 ** Math.floor(Math.log10(watts)) / 2;
  return Math.ceil(watts / unit) * unit;
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
        { share: 0.5, label: "0 W" },
        { share: 1, label: `import ${formatPower(high)}` },
      ]
      : [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, label: formatPower(share * high) })),
  };
}
