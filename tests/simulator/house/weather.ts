/**
 * Clouds: how much of the clear sky's light gets through, second by second.
 *
 * @module
 */

import { type Random, random } from "./random.ts";
import { wander } from "./wander.ts";

/** What a day looks like from below. */
export type Sky = "clear" | "broken" | "overcast";

/** What clouds leave of the clear sky's light, one value a second. */
export interface Weather {
  /** Kind of sky of each half of the day. */
  readonly halves: readonly [Sky, Sky];
  /** Share of the direct beam; above 1 for moments, when cloud edges mirror the sun. */
  readonly beam: Float64Array;
  /** Factor on the clear sky's diffuse light. */
  readonly diffuse: Float64Array;
}

/** Chances of a clear and of a broken sky, by month; the rest is overcast. */
const CLEAR = [0.12, 0.2, 0.28, 0.32, 0.32, 0.32, 0.34, 0.34, 0.3, 0.22, 0.1, 0.08];
const BROKEN = [0.23, 0.3, 0.37, 0.43, 0.46, 0.48, 0.46, 0.44, 0.4, 0.33, 0.25, 0.2];

/**
 * The weather of a local day. One day in three changes its sky around noon; the halves are drawn
 * apart, so the light may jump where they meet, as at the edge of a front.
 *
 * @param seed Root of all chance.
 * @param day Local day.
 * @param options Length of the day.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { weather } from "./weather.ts";
 *
 * const { beam } = weather("demo", "2025-06-01", { seconds: 86_400 });
 * assert(beam.every((share) => share >= 0 && share < 1.2));
 * ```
 */
export function weather(seed: string, day: string, { seconds }: { seconds: number }): Weather {
  const chance = random(`${seed}/weather/${day}`);
  const morning = drawSky(chance, day);
  const afternoon = chance.chance(1 / 3) ? drawSky(chance, day) : morning;
  const beam = new Float64Array(seconds), diffuse = new Float64Array(seconds);
  const change = Math.round(seconds * chance.between(0.42, 0.62));
  paint(morning, chance, { beam, diffuse, from: 0, to: change });
  paint(afternoon, chance, { beam, diffuse, from: change, to: seconds });
  return { halves: [morning, afternoon], beam, diffuse };
}

function drawSky(chance: Random, day: string): Sky {
  const month = Number(day.slice(5, 7)) - 1;
  const draw = chance.between(0, 1);
  if (draw < CLEAR[month]!) return "clear";
  return draw < CLEAR[month]! + BROKEN[month]! ? "broken" : "overcast";
}

interface Canvas {
  beam: Float64Array;
  diffuse: Float64Array;
  from: number;
  to: number;
}

function paint(sky: Sky, chance: Random, canvas: Canvas): void {
  if (sky === "broken") return paintBroken(chance, canvas);
  const { beam, diffuse, from, to } = canvas;
  const thickness = wander(chance, { seconds: to - from, every: 1200 });
  const haze = sky === "clear" ? chance.between(0.9, 1) : chance.between(0, 0.06);
  const veil = chance.between(0.9, 2.4);
  for (let i = from; i < to; i++) {
    const thin = thickness[i - from]!;
    beam[i] = sky === "clear" ? haze - 0.02 * thin : haze * thin;
    diffuse[i] = sky === "clear" ? 1.1 : veil * (0.7 + 0.6 * thin);
  }
}

/** Sun and shade take turns; between them the light ramps within seconds. */
function paintBroken(chance: Random, { beam, diffuse, from, to }: Canvas): void {
  const cover = chance.between(0.25, 0.7);
  let at = from, share = chance.chance(cover) ? 0.1 : 1;
  while (at < to) {
    const shade = share > 0.5;
    const target = shade ? chance.between(0.02, 0.35) : chance.between(0.95, 1.06);
    const ramp = Math.round(chance.between(4, 45));
    const stay = Math.round(20 + chance.exponential(shade ? 500 * cover : 500 * (1 - cover)));
    const first = share;
    for (let i = 0; i < ramp + stay && at < to; i++, at++) {
      share = i < ramp ? first + (target - first) * (i + 1) / ramp : target;
      beam[at] = share;
      diffuse[at] = 1.4 + 0.6 * (1 - share);
    }
  }
}
