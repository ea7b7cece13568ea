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
  const size = new DataView(new ArrayBuffer(13));
  size.setUint32(0, width);
  size.setUint32(4, height);
  // 8 bits per channel, red, green, blue and opacity.
  size.setUint8(8, 8);
  size.setUint8(9, 6);
  const png = Buffer.concat([
    SIGNATURE,
    chunk("IHDR", new Uint8Array(size.buffer)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
  return `data:image/png;base64,${png.toString("base64")}`;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A part of a PNG file. The system's zlib writes an image in a tenth of fast-png's time. */
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

/**
 * Rewrites an opaque PNG with a palette, which is a third of the size. Where a picture has more than
 * 256 colours, similar ones become the most frequent of them; in a carpet of a year that changes red,
 * green and blue by less than ten of 255.
 *
 * @param png Content of a PNG file of 8 bits per channel.
 * @returns Content of a PNG file with a palette.
 */
export async function palettedPng(png: Uint8Array): Promise<Uint8Array> {
  const { decode, encode } = await import("fast-png");
  const { width, height, data, channels } = decode(png);
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) {
    const at = i * channels;
    colours[i] = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
  }
  const shown = fewColours(colours), palette = [...new Set(shown.values())];
  const places = new Map(palette.map((colour, place) => [colour, place]));
  return encode({
    width,
    height,
    data: Uint8Array.from(colours, (colour) => places.get(shown.get(colour)!)!),
    channels: 1,
    depth: 8,
    palette: palette.map(channelsOf),
  }, { zlib: { level: 9 } });
}

/** A replacement for each colour, so that a palette is enough. */
function fewColours(colours: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
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
