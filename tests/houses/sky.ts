/**
 * Sun and clouds. The solar position is computed here, because Wattbook gets it from a package.
 *
 * @module
 */

import type { Random } from "../simulator/house/random.ts";
import type { Place, PvPlane } from "./house.ts";

const RAD = Math.PI / 180;

/** Interval between computed solar positions. [s] */
const KNOT = 300;

/**
 * Clear-sky power of a string, second by second. Declination and equation of time follow Spencer, the
 * beam follows Meinel; diffuse light is a tenth of the beam. [W]
 *
 * @param start Unix time of the first second. [ms]
 */
export function clearPower(
  power: Float64Array,
  { start, seconds }: { readonly start: number; readonly seconds: number },
  { latitude, longitude }: Place,
  { kwp, azimuth, tilt }: PvPlane,
): void {
  const knots = Math.ceil(seconds / KNOT) + 1, lat = latitude * RAD;
  const [latSin, latCos] = [Math.sin(lat), Math.cos(lat)];
  const [tiltSin, tiltCos] = [Math.sin(tilt * RAD), Math.cos(tilt * RAD)];
  let before = 0;
  for (let knot = 0; knot < knots; knot++) {
    const at = start + knot * KNOT * 1000, year = new Date(at).getUTCFullYear();
    const days = (at - Date.UTC(year, 0, 1)) / 86_400_000, angle = 2 * Math.PI * days / 365;
    const declination = 0.006918 - 0.399912 * Math.cos(angle) + 0.070257 * Math.sin(angle) -
      0.006758 * Math.cos(2 * angle) + 0.000907 * Math.sin(2 * angle) -
      0.002697 * Math.cos(3 * angle) + 0.00148 * Math.sin(3 * angle);
    const equation = 229.18 * (0.000075 + 0.001868 * Math.cos(angle) - 0.032077 * Math.sin(angle) -
      0.014615 * Math.cos(2 * angle) - 0.040849 * Math.sin(2 * angle));
    const minutes = (days % 1) * 1440 + equation + 4 * longitude;
    const hour = (minutes / 4 - 180) * RAD;
    const height = latSin * Math.sin(declination) +
      latCos * Math.cos(declination) * Math.cos(hour);
    let now = 0;
    if (height > 0.001) {
      // The sun's direction: east, north, up.
      const east = -Math.cos(declination) * Math.sin(hour);
      const north = latCos * Math.sin(declination) -
        latSin * Math.cos(declination) * Math.cos(hour);
      const facing = height * tiltCos +
        tiltSin * (east * Math.sin(azimuth * RAD) + north * Math.cos(azimuth * RAD));
      const beam = 1353 * 0.7 ** ((1 / height) ** 0.678);
      const light = beam * Math.max(0, facing) + 0.1 * beam * height + 25 * Math.sqrt(height);
      now = kwp * light * 0.95;
    }
    if (knot > 0) {
      const from = (knot - 1) * KNOT, to = Math.min(from + KNOT, seconds);
      if (before === 0 && now === 0) power.fill(0, from, to);
      else for (let s = from; s < to; s++) power[s] = before + (now - before) * (s - from) / KNOT;
    }
    before = now;
  }
}

/**
 * Transmission of the clouds, second by second. Clear, broken and overcast sky last some hours each.
 */
export function clouds(
  through: Float64Array,
  seconds: number,
  [clear, broken]: readonly [number, number],
  chance: Random,
): void {
  let s = 0, level = 0.9;
  const ramp = (to: number, length: number) => {
    const from = level, end = Math.min(seconds, s + Math.max(1, Math.round(length)));
    const slope = (to - from) / Math.max(1, Math.round(length));
    for (const first = s; s < end; s++) through[s] = level = from + slope * (s - first + 1);
  };
  while (s < seconds) {
    const until = Math.min(seconds, s + chance.between(2, 7) * 3600), kind = chance.between(0, 1);
    while (s < until) {
      if (kind < clear) ramp(chance.between(0.97, 1), chance.between(300, 1200));
      else if (kind < clear + broken) {
        ramp(chance.between(0.15, 0.55), chance.between(4, 40));
        ramp(level * chance.between(0.85, 1.15), chance.exponential(180));
        ramp(chance.between(0.9, 1.08), chance.between(4, 40));
        ramp(level * chance.between(0.97, 1.02), chance.exponential(240));
      } else ramp(chance.between(0.05, 0.35), chance.between(120, 1500));
    }
  }
}
