import fc from "fast-check";
import { expect, test } from "vitest";
import { consumerParts } from "../../src/plots/consumer_parts.ts";
import { lineOfNth, paletteOf } from "../../src/plots/theme.ts";

const palette = paletteOf("light");

test("each consumer is in one part, and no two parts have the same colour", () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,9}$/), { maxLength: 20 });
  const energies = fc.infiniteStream(fc.nat(50));
  fc.assert(fc.property(names, energies, (names, energies) => {
    const used = new Map(names.map((name) => [name, energies.next().value as number]));
    const parts = consumerParts(names, (name) => used.get(name)!);
    expect(parts.flatMap(({ names }) => names).toSorted()).toEqual(names.toSorted());
    const colours = parts.map(({ colourOf }) => colourOf(palette));
    expect(new Set(colours).size).toBe(parts.length);
    // Who has a name of its own used no less than those who share one.
    const alone = parts.filter((part) => part.names.length === 1).map(({ names: [own] }) => own!);
    const shared = parts.filter((part) => part.names.length > 1).flatMap(({ names }) => names);
    for (const name of shared) {
      for (const own of alone) expect(used.get(own)!).toBeGreaterThanOrEqual(used.get(name)!);
    }
  }));
});

test("parts stand in the order of the household file, with spaces in their names", () => {
  const parts = consumerParts(["heat_pump", "wallbox"], (name) => name.length);
  expect(parts.map(({ label }) => label)).toEqual(["heat pump", "wallbox"]);
});

test("eighteen lines can be told apart", () => {
  const looks = Array.from({ length: 18 }, (_, i) => lineOfNth(palette, i));
  expect(new Set(looks.map(({ colour, dashes }) => `${colour} ${dashes}`)).size).toBe(18);
  expect(looks[6]).toMatchObject({ colour: looks[0]!.colour, shape: "dashes" });
});
