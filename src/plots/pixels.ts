/**
 * Pictures as pixels: many values as one image, and PNG files small enough for a notebook.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

/** A colour with its opacity. [0–255 each] */
export type Rgba = readonly [number, number, number, number];

/**
 * Makes an image of one pixel per colour.
 *
 * @param colourAt Colour of the pixel in column `x` and row `y`.
 * @returns Address that holds the image as PNG.
 */
export function pixelImage(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Rgba,
): string {
  // Each row begins with its filter: 0, none.
  const stride = 1 + 4 * width, rows = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * stride + 1 + 4 * x);
  }
  const png = pngOf(width, height, rows, RGBA);
  return `data:image/png;base64,${png.toString("base64")}`;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** How PNG calls the channels of a pixel: red, green, blue and opacity, or a place in a palette. */
const RGBA = 6, PALETTED = 3;

/** A PNG file of 8 bits per channel. */
function pngOf(
  width: number,
  height: number,
  rows: Uint8Array,
  channels: number,
  ...chunks: readonly Buffer[]
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  head[9] = channels;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    ...chunks,
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** A part of a PNG file. */
function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Colours of a palette. */
const PALETTE = 256;

/** An opaque picture. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. [0–255] */
  readonly pixels: Uint8Array;
}

/**
 * Writes an opaque picture as PNG with a palette, which is a third of the size. Where it has more than
 * 256 colours, similar ones become the most frequent of them; in a carpet of a year that changes red,
 * green and blue by less than ten of 255.
 *
 * @returns Content of a PNG file with a palette.
 */
export function palettedPng({ width, height, pixels }: Pixels): Uint8Array {
  const colours = new Uint32Array(width * height);
  for (let i = 0, at = 0; i < colours.length; i++, at += 4) {
    colours[i] = (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
  }
  const shown = fewColours(colours), palette = [...new Set(shown.values())];
  const places = new Map(palette.map((colour, place) => [colour, place]));
  // Neighbours mostly have the same colour.
  const stride = 1 + width, rows = new Uint8Array(height * stride);
  let last = -1, place = 0;
  for (let i = 0; i < colours.length; i++) {
    if (colours[i] !== last) place = places.get(shown.get(last = colours[i]!)!)!;
    rows[Math.floor(i / width) * stride + 1 + i % width] = place;
  }
  const table = chunk("PLTE", Uint8Array.from(palette.flatMap(channelsOf)));
  return pngOf(width, height, rows, PALETTED, table);
}

/** A replacement for each colour, so that a palette is enough. */
function fewColours(colours: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0, start = 0; i < colours.length; i++) {
    const colour = colours[i]!;
    if (colour === colours[i + 1]) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + i + 1 - start);
    start = i + 1;
  }
  // Ties are sorted by colour, so that a picture always gives the same file.
  const frequent = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([colour]) => colour);
  for (let most = 0;; most++) {
    const shown = new Map<number, number>(), kept: number[] = [];
    for (const colour of frequent) {
      const alike = kept.find((one) => difference(one, colour) <= most);
      if (alike === undefined) kept.push(colour);
      shown.set(colour, alike ?? colour);
      if (kept.length > PALETTE) break;
    }
    if (kept.length <= PALETTE) return shown;
  }
}

/** The largest difference of two colours in a channel. */
function difference(a: number, b: number): number {
  const [red, green, blue] = channelsOf(a), [r, g, bl] = channelsOf(b);
  return Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - bl));
}

function channelsOf(colour: number): [red: number, green: number, blue: number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
