import { decode, encode } from "fast-png";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { palettedPng } from "../../src/plots/pixels.ts";

/** Colours of a PNG, pixel by pixel. */
function coloursOf(png: Uint8Array): number[][] {
  const { data, channels, palette } = decode(png);
  return Array.from(
    { length: data.length / channels },
    (_, i) => palette ? palette[data[i]!]! : [...data.slice(i * channels, i * channels + 3)],
  );
}

const pngOf = (colours: readonly (readonly number[])[]) =>
  encode({
    width: colours.length,
    height: 1,
    data: Uint8Array.from(colours.flat()),
    channels: 4,
    depth: 8,
  });

describe("palettedPng()", () => {
  test("keeps every pixel of a picture of up to 256 colours", async () => {
    const byte = fc.nat(255), colour = fc.tuple(byte, byte, byte, fc.constant(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(colour, { minLength: 1, maxLength: 256 }),
        async (colours) => {
          expect(coloursOf(await palettedPng(pngOf(colours))))
            .toEqual(colours.map((one) => one.slice(0, 3)));
        },
      ),
      { numRuns: 50 },
    );
  });

  test("moves no colour of a picture of many by more than the step that it needs", async () => {
    // A ramp as of a carpet, of which few pixels are at its ends.
    const ramp = Array.from(
      { length: 1000 },
      (_, i) => [i >> 2, 255 - (i >> 3), (i * 7) & 15, 255],
    );
    const shown = coloursOf(await palettedPng(pngOf([...ramp, ...ramp.slice(400, 600)])));
    const moves = ramp.flatMap((one, i) => shown[i]!.map((channel, c) => channel - one[c]!));
    expect(new Set(shown.map(String)).size).toBeLessThanOrEqual(256);
    expect(Math.max(...moves.map(Math.abs))).toBeLessThan(8);
  });

  test("keeps the frequent one of colours that are nearly the same", async () => {
    const many = Array.from({ length: 256 }, (_, i) => [i, 255 - i, (i * 37) & 255, 255]);
    const white = [255, 255, 255, 255], nearly = [254, 255, 255, 255];
    const shown = coloursOf(await palettedPng(pngOf([...many, nearly, white, white])));
    expect(shown.slice(-3)).toEqual([[255, 255, 255], [255, 255, 255], [255, 255, 255]]);
  });
});
