/**
 * The colours of the pictures, light and dark.
 *
 * @module
 */

/**
 * `light` and `dark` are fixed; `auto` follows the reader's own setting (`prefers-color-scheme`)
 * if a browser shows the SVG.
 */
export type Theme = "light" | "dark" | "auto";

/** What a colour stands for. */
export type Colour =
  | "surface"
  | "ink"
  | "muted"
  | "rule"
  | "night"
  | "gap"
  | "alert"
  | "self_consumed"
  | "generation"
  | "import"
  | "export"
  | "load"
  | "battery"
  | "fees"
  | "string1"
  | "string2"
  | "string3"
  | "string4";

/** One colour per meaning. */
export type Palette = Readonly<Record<Colour, string>>;

/**
 * Okabe and Ito's hues, made lighter or darker until each has a contrast of at least 3:1 with the
 * surface (WCAG 2.2, 1.4.11; text 4.5:1) and colours of one picture differ by CIEDE2000 of at
 * least 10 also for people without red, green or blue cones. A test holds both.
 */
export const PALETTES: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    surface: "#ffffff",
    ink: "#1f2328",
    muted: "#57606a",
    rule: "#d8dee4",
    night: "#eef1f5",
    gap: "#aab2bb",
    alert: "#c94f00",
    self_consumed: "#c77f00",
    generation: "#c77f00",
    import: "#004f8a",
    export: "#0a9e74",
    load: "#1f2328",
    battery: "#a574dc",
    fees: "#8c959f",
    string1: "#c94f00",
    string2: "#3a9ad6",
    string3: "#8a2f6b",
    string4: "#a89200",
  },
  dark: {
    surface: "#14181d",
    ink: "#e8edf2",
    muted: "#a0abb6",
    rule: "#2d343c",
    night: "#252d37",
    gap: "#4a535d",
    alert: "#f27a2e",
    self_consumed: "#f0a818",
    generation: "#f0a818",
    import: "#3a86d6",
    export: "#35c79b",
    load: "#e8edf2",
    battery: "#d0b1ec",
    fees: "#78818b",
    string1: "#f27a2e",
    string2: "#8ccdf5",
    string3: "#c066a8",
    string4: "#e6da4a",
  },
};

const COLOURS = Object.keys(PALETTES.light) as Colour[];

/** How the line of the nth of several things of one kind is drawn. */
export interface LineLook {
  readonly colour: string;
  /** What a legend shows. */
  readonly shape: "line" | "dashes" | "dots";
  /** Lengths of strokes and spaces, `none` for a solid line. [px] */
  readonly dashes: string;
}

const STROKES: readonly Pick<LineLook, "shape" | "dashes">[] = [
  { shape: "line", dashes: "none" },
  { shape: "dashes", dashes: "5 3" },
  { shape: "dots", dashes: "1.5 2.5" },
];

/** The line of the nth of several things of one kind: from the seventh on dashed, then dotted. */
export function lineOfNth(palette: Palette, index: number): LineLook {
  const strokes = STROKES[Math.floor(index / 6) % STROKES.length]!;
  return { colour: colourOfNth(palette, index), ...strokes };
}

/** The colour of the nth of several things of one kind, such as strings or consumers. */
export function colourOfNth(palette: Palette, index: number): string {
  const { string1, string2, string3, string4, generation, battery } = palette;
  return [string1, string2, string3, string4, generation, battery][index % 6]!;
}

/**
 * The colours of a theme. Those of `auto` are variables, for which {@linkcode themeStyle} has the
 * values.
 */
export function paletteOf(theme: Theme): Palette {
  if (theme !== "auto") return PALETTES[theme];
  return Object.fromEntries(COLOURS.map((name) => [name, variable(name)])) as Palette;
}

/**
 * The style sheet that a picture of a theme needs; empty where the colours are fixed.
 */
export function themeStyle(theme: Theme): string {
  if (theme !== "auto") return "";
  const values = (palette: Palette) =>
    COLOURS.map((name) => `--wattbook-${name}: ${palette[name]};`).join(" ");
  return `.wattbook { ${values(PALETTES.light)} }\n` +
    `@media (prefers-color-scheme: dark) { .wattbook { ${values(PALETTES.dark)} } }`;
}

/**
 * Fixes the colours of a picture that was made with `auto`, for programs that know no variables.
 *
 * @param svg Text of a picture.
 */
export function withFixedColours(svg: string, theme: "light" | "dark"): string {
  return COLOURS.reduce(
    (text, name) => text.replaceAll(variable(name), PALETTES[theme][name]),
    svg,
  );
}

function variable(name: Colour): string {
  return `var(--wattbook-${name})`;
}
