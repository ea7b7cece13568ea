/**
 * The parts that pictures are made of.
 */
import * as Plot from "@observablehq/plot";
import { describe, expect, test } from "vitest";
import { axisLabel } from "../../src/plots/axes.ts";
import { nightsOf, outagesOf, sunLines } from "../../src/plots/daylight.ts";
import { drawLegend, drawRamp } from "../../src/plots/legend.ts";
import { formatPower, meansOf } from "../../src/plots/looks.ts";
import { periodName, spanName } from "../../src/plots/period_ticks.ts";
import { pixelImage } from "../../src/plots/pixels.ts";
import { drawCalendar } from "../../src/plots/quality_calendar.ts";
import {
  balance,
  carpetScale,
  colourText,
  fromNothing,
  scaleLegend,
} from "../../src/plots/ramps.ts";
import { emptyDocument, svgElement, textLines, textWidth } from "../../src/plots/svg.ts";
import { paletteOf } from "../../src/plots/theme.ts";
import { localDays } from "../../src/time.ts";

const palette = paletteOf("light"), document = await emptyDocument();
const HOUR = 3_600_000;

describe("an SVG", () => {
  test("is XML, so an ampersand is escaped", () => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "text");
    element.setAttribute("aria-label", "PV & grid");
    expect(element.outerHTML).toBe('<text aria-label="PV &amp; grid" />');
  });

  test("has elements with attributes and texts", () => {
    expect(svgElement(document, "text", { x: 5, y: undefined }, ["8 kWh"]).outerHTML)
      .toBe('<text x="5">8 kWh</text>');
  });

  test("has texts of different widths, broken between words", () => {
    expect(textWidth("mmm", 12)).toBeGreaterThan(textWidth("iii", 12));
    expect(textLines("one two", 30, 12)).toEqual(["one", "two"]);
    expect(textLines("one two", 60, 12)).toEqual(["one two"]);
  });
});

test("the label of an axis is a mark", () => {
  expect(typeof axisLabel(Plot, "↑ kW", { marginLeft: 48, palette }).plot).toBe("function");
});

test("palettes are colours, or variables that follow the reader", () => {
  expect(palette.surface).toBe("#ffffff");
  expect(paletteOf("auto").surface).toBe("var(--wattbook-surface)");
});

describe("legends", () => {
  test("of entries", () => {
    const legend = drawLegend([{ label: "import", colour: palette.import }], {
      ...{ width: 300, palette, document },
    });
    expect([legend.height, legend.group.textContent]).toEqual([20, "import"]);
  });

  test("of a scale of colours", () => {
    const scale = { colourAt: () => "red", ticks: [{ share: 1, label: "5 kW" }] };
    expect(drawRamp(scale, { width: 200, palette, document }).textContent).toBe("5 kW");
  });
});

describe("scales of colours", () => {
  test("of signed powers are the same on both sides", async () => {
    const { low, high } = await carpetScale(Float64Array.of(-900, 100), { isSigned: true });
    expect([low, high]).toEqual([-900, 900]);
  });

  test("end at a number that can be read", async () => {
    const legend = scaleLegend(await carpetScale(Float64Array.of(5000)));
    expect(legend.ticks.at(-1)?.label).toBe("5.0 kW");
    // In one unit, from the first tick on.
    expect(legend.ticks.map(({ label }) => label)).toEqual(["0", "1", "2", "3", "4", "5.0 kW"]);
  });

  test.each([
    [900, ["0", "200", "400", "600", "900 W"]],
    [1500, ["0", "0.5", "1", "1.5 kW"]],
    [2500, ["0", "0.5", "1", "1.5", "2", "2.5 kW"]],
    [9500, ["0", "2", "4", "6", "8", "9.5 kW"]],
    [15_000, ["0", "5", "10", "15.0 kW"]],
  ])("of up to %i W has round numbers between its ends", async (watts, labels) => {
    const { ticks } = scaleLegend(await carpetScale(Float64Array.of(watts)));
    expect(ticks.map(({ label }) => label)).toEqual(labels);
    expect(ticks.at(-1)!.share).toBe(1);
  });

  test("run from dark to light, and from green to blue", async () => {
    const ramp = await fromNothing();
    expect([ramp(0)[0] < 10, ramp(1)[0] > 240]).toEqual([true, true]);
    // No white area on a dark page: nothing is dark, and export and import are light.
    expect(Math.max(...balance(0.5).slice(0, 3))).toBeLessThan(30);
    const strongest = (share: number) => {
      const colour = balance(share).slice(0, 3);
      return ["red", "green", "blue"][colour.indexOf(Math.max(...colour))];
    };
    expect([0, 0.25, 0.75, 1].map(strongest)).toEqual(["green", "green", "blue", "blue"]);
    expect(colourText([255, 0, 16, 255])).toBe("#ff0010");
  });

  test("become images", () => {
    expect(pixelImage(2, 2, (x, y) => [x * 255, y * 255, 0, 255]))
      .toMatch(/^data:image\/png;base64,/);
  });
});

describe("days", () => {
  const range = { start: 0, end: 100 };

  test("have nights around the daylight", () => {
    expect(nightsOf({ daylight: [{ start: 30, end: 80 }] }, range))
      .toEqual([{ start: 0, end: 30 }, { start: 80, end: 100 }]);
  });

  test("have outages, cut at their ends", () => {
    const gap = { start: 50, end: 200, class: "logger_down" as const, evidence: "it advanced" };
    expect(outagesOf({ gaps: { grid: [], generation: [gap] } }, range)).toEqual([{
      ...{ start: 50, end: 100, evidence: "it advanced" },
      label: "inverter without samples (logger down)",
    }]);
  });

  test("have a sunrise and a sunset by the clock on the wall", () => {
    const days = localDays("2025-06-01", "2025-06-01", "Europe/Berlin");
    const midnight = days[0]!.start;
    const daylight = [{ start: midnight + 5 * HOUR, end: midnight + 21 * HOUR }];
    const [rises, sets] = sunLines({ days, daylight, zone: "Europe/Berlin" });
    expect([rises![0]!.hour, sets![0]!.hour]).toEqual([5, 21]);
    // The line of a single day is as long as the day.
    expect([rises![0]!.day, rises!.at(-1)!.day]).toEqual([0, 1]);
  });

  test("stand in a calendar with their coverage", async () => {
    const day = {
      ...{ date: "2025-06-01", coverage_grid: 1, coverage_pv: 1, complete: true },
      ...{ gridGaps: [], pvGaps: [], gridRepairs: 0, pvRepairs: 0 },
    };
    const calendar = await drawCalendar([day], { width: 800, palette, tooltips: true, document }, {
      ...{ label: "Grid", coverage: () => 0.5, gaps: () => [], repairs: () => 0 },
    });
    expect(calendar.outerHTML).toContain("1 Jun 2025: 50.0 % covered");
  });
});

test.each([
  [periodName("2025-06-01"), "1 Jun 2025"],
  [periodName("2025-W23"), "W23 2025"],
  [spanName("2025-06-01", "2025-06-30"), "1 Jun 2025 – 30 Jun 2025"],
  [spanName("2025", "2025"), "2025"],
  [formatPower(849.6), "850 W"],
  [formatPower(-4210), "−4.2 kW"],
  [meansOf(900_000), "15-min\u00a0means"],
  [meansOf(HOUR), "1-h\u00a0means"],
])("writes %s", (text, expected) => {
  expect(text).toBe(expected);
});
