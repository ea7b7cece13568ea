import { decode } from "fast-png";
import { describe, expect, test } from "vitest";
import type { PowerTable } from "../../src/energy/power.ts";
import { carpetPlot } from "../../src/plots/carpet.ts";
import { powerOf, stretch } from "./house.ts";

/** Colour of each half of a day at an hour, as text; `none` where nothing is drawn. */
async function pixels(power: PowerTable): Promise<(hour: number, half: number) => string> {
  const figure = await carpetPlot(power);
  const [image] = figure.querySelectorAll("image");
  const address = image!.getAttribute("href") ?? image!.getAttribute("xlink:href")!;
  const { data, width } = decode(
    Uint8Array.from(atob(address.split(",")[1]!), (one) => one.charCodeAt(0)),
  );
  return (hour, half) => {
    const at = (hour * width + half) * 4;
    return data[at + 3] === 0 ? "none" : data.slice(at, at + 3).join();
  };
}

describe("carpetPlot()", () => {
  test("divides an hour that comes twice between both", async () => {
    const power = await powerOf({ from: "2025-10-26", to: "2025-10-26" });
    // The second of both hours is the fourth of the day.
    const load_w = power.load_w.map((watts, slot) => slot === 3 ? 1400 : watts);
    const colour = await pixels({ ...power, load_w });
    expect(colour(2, 0)).toBe(colour(1, 0));
    expect(colour(2, 1)).not.toBe(colour(2, 0));
    expect(colour(1, 1)).toBe(colour(1, 0));
    expect(colour(3, 1)).toBe(colour(3, 0));
  });

  test("draws nothing in a gap, and says so", async () => {
    const day = "2025-06-10";
    const power = await powerOf({ from: day, to: day }, { grid: stretch(day, "09:00", "12:00") });
    const colour = await pixels(power);
    expect([10, 11, 12, 13, 14].map((hour) => colour(hour, 0) === "none"))
      .toEqual([false, true, true, true, false]);
    expect((await carpetPlot(power)).textContent).toContain("no samples");
    const whole = await powerOf({ from: day, to: day });
    expect((await carpetPlot(whole)).textContent).not.toContain("no samples");
  });

  test("leaves the hour empty that the clock leaps over, and says so", async () => {
    const power = await powerOf({ from: "2025-03-30", to: "2025-03-30" });
    expect((await pixels(power))(2, 0)).toBe("none");
    const figure = await carpetPlot(power);
    expect(figure.textContent).toContain("the clock skips this hour");
    expect(figure.textContent).not.toContain("no samples");
  });
});
