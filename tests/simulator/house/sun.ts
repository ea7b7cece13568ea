/**
 * Sunlight on a tilted plane under a clear sky.
 *
 * @module
 */

import { getPosition } from "suncalc";

const RAD = Math.PI / 180;

/** Where light comes from, on a tilted plane. [W/m²] */
export interface Light {
  /** Straight from the sun's disc, on each plane. */
  readonly beam: readonly Float64Array[];
  /** From the whole sky, on a level plane. */
  readonly diffuse: Float64Array;
}

/** Options of {@linkcode clearSky}. */
export interface ClearSkyOptions {
  /** Number of instants. */
  readonly count: number;
  /** Time between instants. [ms] */
  readonly step: number;
  /** [°] */
  readonly latitude: number;
  /** [°] */
  readonly longitude: number;
}

/**
 * Clear-sky light on planes: Meinel's formula for the direct beam (an air mass of Kasten and
 * Young), a tenth of the level irradiance and a little more as diffuse light.
 *
 * @param start Unix time of the first instant. [ms]
 * @param planes Azimuth and tilt of each plane. [°]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clearSky } from "./sun.ts";
 *
 * const noon = Date.UTC(2025, 5, 21, 11, 20);
 * const place = { count: 1, step: 60_000, latitude: 51, longitude: 10 };
 * const { beam } = clearSky(noon, [{ azimuth: 180, tilt: 30 }], place);
 * assert(beam[0]![0]! > 800 && beam[0]![0]! < 1000);
 * ```
 */
export function clearSky(
  start: number,
  planes: readonly { azimuth: number; tilt: number }[],
  { count, step, latitude, longitude }: ClearSkyOptions,
): Light {
  const beam = planes.map(() => new Float64Array(count));
  const diffuse = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const { altitude, azimuth } = getPosition(new Date(start + i * step), latitude, longitude);
    if (altitude <= 0) continue;
    const height = Math.sin(altitude * RAD);
    const airMass = 1 / (height + 0.50572 * (altitude + 6.07995) ** -1.6364);
    const direct = 1353 * 0.7 ** (airMass ** 0.678);
    diffuse[i] = 0.1 * direct * height + 30 * Math.sqrt(height);
    planes.forEach((plane, index) => {
      const facing = height * Math.cos(plane.tilt * RAD) +
        Math.cos(altitude * RAD) * Math.sin(plane.tilt * RAD) *
          Math.cos((azimuth - plane.azimuth) * RAD);
      beam[index]![i] = direct * Math.max(0, facing);
    });
  }
  return { beam, diffuse };
}
