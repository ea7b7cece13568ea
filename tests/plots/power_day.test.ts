import { describe, expect, test } from "vitest";
import type { Figure } from "../../src/plots/svg.ts";
import { powerDayPlot } from "../../src/plots/power_day.ts";
import { powerOf, stretch } from "./house.ts";

const texts = (figure: Figure) =>
  [...figure.querySelectorAll("text")].map((one) => one.textContent);
/** How many pieces the line of a colour has. */
const pieces = (figure: Figure, colour: string) => {
  const line = figure.querySelector(`g[aria-label="line"][stroke="${colour}"] path`);
  return line!.getAttribute("d")!.split("M").length - 1;
};

describe("powerDayPlot()", () => {
  const day = "2025-06-10";

  test("draws no line across a gap, and shades it", async () => {
    const whole = await powerDayPlot(await powerOf({ from: day, to: day }));
    const power = await powerOf({ from: day, to: day }, {
      inverter: stretch(day, "09:00", "12:00"),
    });
    const torn = await powerDayPlot(power);
    expect(pieces(whole, "#1f2328")).toBe(1);
    expect(pieces(torn, "#1f2328")).toBe(2);
    expect(texts(torn)).toContain("inverter without samples (logger down)");
    expect(texts(whole).join()).not.toContain("without samples");
  });

  test.each([
    ["2025-03-30", "clocks forward", 23],
    ["2025-10-26", "clocks back", 25],
  ])("shows all hours of %s", async (day, what, hours) => {
    const figure = await powerDayPlot(await powerOf({ from: day, to: day }), { width: 1600 });
    expect(texts(figure).join("|")).toContain(`${what}: ${hours}\u00a0hours`);
    const labels = texts(figure).filter((text) => /^\d\d:00$/.test(text!));
    expect(labels).toHaveLength(hours + 1);
    expect(labels.filter((label) => label === "02:00")).toHaveLength(hours - 23);
  });

  test("refuses a day that the table does not have", async () => {
    const power = await powerOf({ from: day, to: day });
    expect(() => powerDayPlot(power, { day: "2025-06-11" }))
      .toThrow(expect.objectContaining({ code: "NO_DATA" }));
  });
});
