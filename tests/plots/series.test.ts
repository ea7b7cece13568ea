import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { seriesPlot } from "../../src/plots/series.ts";
import type { Figure } from "../../src/plots/svg.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

const MIDNIGHT = Date.parse("2025-06-10T00:00+02:00");
const texts = (figure: Figure) =>
  [...figure.querySelectorAll("text")].map((one) => one.textContent);
const pieces = (figure: Figure) =>
  [...figure.querySelectorAll('g[aria-label="line"] path')]
    .map((path) => path.getAttribute("d")!.split("M").length - 1);
/** A series with a sample per minute of some hours, but not of the minutes that are left out. */
const minutes = (
  labels: LabelledSamples["labels"],
  hours: number,
  left: (minute: number) => boolean = () => false,
): LabelledSamples => {
  const kept = Array.from({ length: hours * 60 }, (_, minute) => minute)
    .filter((minute) => !left(minute));
  return {
    labels,
    time: Float64Array.from(kept, (minute) => MIDNIGHT + minute * MINUTE),
    value: Float64Array.from(kept, (minute) => minute),
  };
};

describe("seriesPlot()", () => {
  test("names each series by the labels in which they differ", async () => {
    const figure = await seriesPlot(joinSeries([
      minutes({ job: "pv", string: "east" }, 2),
      minutes({ job: "pv", string: "west" }, 2),
    ]));
    expect(texts(figure)).toEqual(expect.arrayContaining(["east", "west"]));
    expect(texts(figure).join()).not.toContain("job");
  });

  test("breaks a line where samples are missing, not where one is late", async () => {
    const torn = minutes({ string: "torn" }, 3, (minute) => minute > 60 && minute < 70);
    const late = minutes({ string: "late" }, 3, (minute) => minute === 60);
    expect(pieces(await seriesPlot(joinSeries([torn, late])))).toEqual([2, 1]);
  });

  test("breaks a line at an absent value", async () => {
    const series = minutes({}, 2);
    series.value[30] = NaN;
    expect(pieces(await seriesPlot(joinSeries([series])))).toEqual([2]);
  });

  test("shows the hours of the house's clock, and days if there are many", async () => {
    const zone = "Europe/Berlin";
    expect(texts(await seriesPlot(joinSeries([minutes({}, 6)]), { zone }))).toContain("03:00");
    const days: LabelledSamples = {
      labels: {},
      time: Float64Array.from({ length: 240 }, (_, hour) => MIDNIGHT + hour * HOUR),
      value: new Float64Array(240).fill(1),
    };
    const labels = texts(await seriesPlot(joinSeries([days]), { zone }));
    expect(labels).toContain("10 Jun");
    expect(labels.join()).not.toContain(":00");
  });

  test.each([
    ["nothing", []],
    ["a series without samples", [minutes({}, 0)]],
    ["one sample", [minutes({}, 1, (minute) => minute > 0)]],
    ["only absent values", [{ ...minutes({}, 1), value: new Float64Array(60).fill(NaN) }]],
  ])("draws %s", async (_, series) => {
    const figure = await seriesPlot(joinSeries(series), { unit: "W" });
    expect(figure.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
  });
});
