import { decode } from "fast-png";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { palettedPng, type Pixels } from "../../src/plots/pixels.ts";

/** Colours of a PNG, pixel by pixel. */
function coloursOf(png: Uint8Array): number[][] {
  const { data, channels, palette } = decode(png);
  return Array.from(
    { length: data.length / channels },
    (_, i) => palette ? palette[data[i]!]! : [...data.slice(i * channels, i * channels + 3)],
  );
}

/** A picture of one row, or of two where the colours make two. */
function pictureOf(colours: readonly (readonly number[])[]): Pixels {
  const height = colours.length % 2 === 0 ? 2 : 1;
  return { width: colours.length / height, height, pixels: Uint8Array.from(colours.flat()) };
}

describe("palettedPng()", () => {
  test("keeps every pixel of a picture of up to 256 colours", () => {
    const byte = fc.nat(255), colour = fc.tuple(byte, byte, byte, fc.constant(255));
    fc.assert(
      fc.property(
        fc.array(colour, { minLength: 1, maxLength: 256 }),
        (colours) => {
          expect(coloursOf(palettedPng(pictureOf(colours))))
            .toEqual(colours.map((one) => one.slice(0, 3)));
        },
      ),
      { numRuns: 50 },
    );
  });

  test("moves no colour of a picture of many by more than the step that it needs", () => {
    // A ramp as of a carpet, of which few pixels are at its ends.
    const ramp = Array.from(
      { length: 1000 },
      (_, i) => [i >> 2, 255 - (i >> 3), (i * 7) & 15, 255],
    );
    const shown = coloursOf(palettedPng(pictureOf([...ramp, ...ramp.slice(400, 600)])));
    const moves = ramp.flatMap((one, i) => shown[i]!.map((channel, c) => channel - one[c]!));
    expect(new Set(shown.map(String)).size).toBeLessThanOrEqual(256);
    expect(Math.max(...moves.map(Math.abs))).toBeLessThan(8);
  });

  test("keeps the frequent one of colours that are nearly the same", () => {
    const many = Array.from({ length: 256 }, (_, i) => [i, 255 - i, (i * 37) & 255, 255]);
    const white = [255, 255, 255, 255], nearly = [254, 255, 255, 255];
    const shown = coloursOf(palettedPng(pictureOf([...many, nearly, white, white])));
    expect(shown.slice(-3)).toEqual([[255, 255, 255], [255, 255, 255], [255, 255, 255]]);
  });
});
