/**
 * Many values as one image: a year of quarter-hours has 35,000, too many for an element each.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** A colour with its opacity. [0–255 each] */
export type Rgba = readonly [number, number, number, number];

/**
 * Makes an image of one pixel per colour.
 *
 * @param colourAt Colour of the pixel in column `x` and row `y`.
 * @returns Address that holds the image as PNG.
 */
export async function pixelImage(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Rgba,
): Promise<string> {
  const { encode } = await import("fast-png");
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 4);
  }
  const png = encode({ width, height, data, channels: 4, depth: 8 }, { zlib: { level: 9 } });
  return `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
}
