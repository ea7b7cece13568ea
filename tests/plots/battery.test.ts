/** Pictures of the demo household with a battery. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Home } from "../../src/house/home.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import type { Days } from "../../src/house/days.ts";
import type { Figure } from "../../src/plots/svg.ts";
import { expectGolden } from "./golden.ts";

let home: Home, march: Days;
beforeAll(async () => {
  home = await openHousehold({ demo: "battery" });
  march = await home.days({ from: "2025-03-10", to: "2025-03-23" });
}, 60_000);
afterAll(() => home.close());

const texts = (figure: Figure) =>
  [...figure.querySelectorAll("text")].map((one) => one.textContent).join("|");
const kwh = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} kWh`;

describe("a house with a battery", () => {
  test("its flows pass the battery, and the sides are equal", async () => {
    const figure = await march.plot("sankey", { theme: "light" });
    await expectGolden(figure, "battery_sankey");
    const { battery } = march.total!;
    expect(texts(figure)).toContain(`Battery ${kwh(battery!.battery_charged_kwh!)}`);
    expect(texts(figure)).toContain("Lost or still stored");
    expect(figure.outerHTML).toContain(
      `<title>from the battery: ${kwh(battery!.stored_use_kwh!)}</title>`,
    );
  });

  test("its bars divide what was used by source", async () => {
    const figure = await march.plot("energy", { theme: "light" });
    await expectGolden(figure, "battery_energy");
    expect(texts(figure)).toMatch(/PV, used at once.*from the battery.*import.*export/);
  });

  test("its day shows charging, discharging and the state of charge", async () => {
    const day = await home.power({ from: "2025-03-19", to: "2025-03-19", step: "15m" });
    const figure = await day.plot("day", { theme: "light" });
    await expectGolden(figure, "battery_day");
    expect(texts(figure)).toContain("state of charge [%]");
    expect(texts(figure)).toContain("battery");
  });

  test("one power can be changed, also of the battery and of a consumer", async () => {
    const day = await home.power({ from: "2025-03-19", to: "2025-03-19" });
    const { frame } = day.mapColumn("battery_w", () => 7).mapColumn("wallbox_w", () => 8);
    expect(frame.getColumn("battery_w")!.toArray()[5]).toBe(7);
    expect(frame.getColumn("wallbox_w").toArray()[5]).toBe(8);
    expect(() => day.mapColumn("pool_w", () => 1)).toThrow("pool_w");
  });
});
