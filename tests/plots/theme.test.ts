import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from "culori";
import { describe, expect, test } from "vitest";
import { type Colour, PALETTES, themeStyle, withFixedColours } from "../../src/plots/theme.ts";

const EYES: Readonly<Record<string, (colour: Color) => Color | undefined>> = {
  "three cones": (colour) => colour,
  "no red cones": filterDeficiencyProt(1),
  "no green cones": filterDeficiencyDeuter(1),
  "no blue cones": filterDeficiencyTrit(1),
};

/** Colours that meet in one picture. */
const TOGETHER: readonly (readonly Colour[])[] = [
  ["import", "fees", "export", "load"],
  ["self_consumed", "import", "export", "load"],
  ["self_consumed", "import", "export", "load", "battery"],
  ["string1", "string2", "string3", "string4"],
  ["alert", "gap", "surface"],
];

describe.each(["light", "dark"] as const)("the %s palette", (theme) => {
  const palette = PALETTES[theme];

  test.each(["ink", "muted"] as const)("%s is readable as text (4.5:1)", (name) => {
    expect(wcagContrast(palette[name], palette.surface)).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(palette[name], palette.night)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(
    [
      "self_consumed",
      "generation",
      "import",
      "export",
      "load",
      "battery",
      "fees",
      "alert",
      "string1",
      "string2",
      "string3",
      "string4",
    ] as const,
  )("%s stands out from the surface (3:1)", (name) => {
    expect(wcagContrast(palette[name], palette.surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(EYES))("tells colours of one picture apart with %s", (_, seenBy) => {
    const difference = differenceCiede2000();
    const seen = (name: Colour) => seenBy(parse(palette[name])!)!;
    for (const colours of TOGETHER) {
      for (const [i, a] of colours.entries()) {
        for (const b of colours.slice(i + 1)) {
          expect(difference(seen(a), seen(b)), `${a} and ${b}`).toBeGreaterThanOrEqual(10);
        }
      }
    }
  });
});

describe("the theme auto", () => {
  test("has a value for each variable in both schemes", () => {
    const style = themeStyle("auto");
    for (const name of Object.keys(PALETTES.light)) {
      expect(style.split(`--wattbook-${name}:`)).toHaveLength(3);
    }
  });

  test("can be fixed", () => {
    expect(withFixedColours("var(--wattbook-import) var(--wattbook-import)", "dark"))
      .toBe(`${PALETTES.dark.import} ${PALETTES.dark.import}`);
  });
});
