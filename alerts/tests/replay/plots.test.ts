import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import type { Frame } from "../../../src/frames/frame.ts";
import { costQualityPlot } from "../../replay/plots/cost_quality.ts";
import { differencesPlot } from "../../replay/plots/differences.ts";
import type { FigureOptions } from "../../../src/plots/figure.ts";
import type { Figure } from "../../../src/plots/svg.ts";
import { renderPng } from "../../../src/plots/save_figure.ts";
import { expectGolden } from "../../../tests/plots/golden.ts";

/** Two candidates; of one check no interval is known. */
const COMPARISONS = pl.DataFrame({
  candidate: ["short", "short", "short", "no-context", "no-context"],
  check: ["score", "cause", "complete", "score", "cause"],
  difference: [-0.32, -0.55, 0.01, -0.44, -0.91],
  low: [-0.35, -0.61, null, -0.48, -0.97],
  high: [-0.28, -0.48, null, -0.39, -0.85],
});

/** The cost of one variant is not known. */
const VARIANTS = pl.DataFrame({
  variant: ["shipped", "short", "a model without a price"],
  score: [0.9, 0.59, 0.8],
  low: [0.86, 0.5, 0.7],
  high: [0.93, 0.66, 0.9],
  usd: [0.63, 0.41, null],
});

const PLOTS: Readonly<
  Record<string, (options: FigureOptions, data?: Frame) => Promise<Figure>>
> = {
  differences: (options, data = COMPARISONS) =>
    differencesPlot(data, { baseline: "shipped", ...options }),
  cost_quality: (options, data = VARIANTS) => costQualityPlot(data, options),
};

describe.each(Object.entries(PLOTS))("%s", (name, plot) => {
  test("looks as it did", async () => {
    await expectGolden(await plot({}), name);
  });

  test("is well-formed for a strict reader, in either colour scheme", async () => {
    for (const theme of ["dark", "auto"] as const) {
      const png = await renderPng(await plot({ theme }), { scale: 0.5 });
      expect(png.length).toBeGreaterThan(1000);
    }
  });

  test("leaves every colour to the reader's setting under the theme auto", async () => {
    const svg = (await plot({ theme: "auto" })).outerHTML.replace(/<style>.*?<\/style>/s, "");
    expect(svg.match(/(fill|stroke)="#[0-9a-f]+"/g) ?? []).toEqual([]);
  });

  test("stays within its width", async () => {
    for (const width of [400, 1600]) {
      const figure = await plot({ width });
      expect(figure.getAttribute("viewBox")).toMatch(new RegExp(`^0 0 ${width} `));
    }
  });

  test("draws nothing without a word of nonsense", async () => {
    const figure = await plot({}, (name === "differences" ? COMPARISONS : VARIANTS).head(0));
    expect(figure.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
    expect(figure.querySelector("title")?.textContent).not.toBe("");
  });

  test("names the column that a frame lacks", async () => {
    const wrong = pl.DataFrame({ variant: ["short"] });
    await expect(async () => await plot({}, wrong)).rejects.toThrow(/no column '\w+': variant/);
  });
});

test("a difference without an interval is a dot without a line", async () => {
  const figure = await differencesPlot(COMPARISONS.filter(pl.col("check").eq(pl.lit("complete"))));
  expect(figure.querySelectorAll("circle")).toHaveLength(1);
  expect(figure.outerHTML).toContain("short: complete +0.01.");
});

test("a variant without a price is not drawn, but told", async () => {
  const figure = await costQualityPlot(VARIANTS);
  expect(figure.querySelectorAll("circle")).toHaveLength(2);
  expect(figure.outerHTML).toContain(
    "Not drawn, as cost or score are not known: a model without a price",
  );
});
