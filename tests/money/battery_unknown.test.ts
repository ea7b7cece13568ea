import { describe, expect, test } from "vitest";
import { analyseDays } from "../../src/energy/days.ts";
import { batteryHistory } from "../../src/money/battery_history.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { sourceOf } from "../houses/memory.ts";
import { batteryHousehold } from "./true_battery.ts";

const start = Date.UTC(2025, 5, 3);
const household = batteryHousehold("UTC");

/** A day of 500 W import, in which the battery gives 200 W and is measured for some minutes only. */
async function history(minutesOfBattery: number) {
  const samples = (name: string, watts: number, minutes: number) => ({
    labels: { __name__: name },
    time: Float64Array.from({ length: minutes }, (_, i) => start + MINUTE * i),
    // A power that never changes would count as a frozen sensor.
    value: Float64Array.from(
      { length: minutes },
      (_, i) => watts + (i % 2 === 0 ? 20 : -20),
    ),
  });
  const series = [
    samples("grid", 500, 1440),
    samples("battery", 200, minutesOfBattery),
  ];
  const { table, reconciled, power } = await analyseDays(
    sourceOf(series),
    household,
    {
      from: "2025-06-03",
      to: "2025-06-03",
      now: start + 48 * HOUR,
      power: [{ step: MINUTE }],
    },
  );
  return batteryHistory({
    rows: table.rows,
    reconciled,
    power: power[0]!,
    household,
  });
}

describe("an existing battery", () => {
  test.each([0, 288, 700])(
    "with %i known minutes of the day is refused",
    async (minutes) => {
      await expect(history(minutes)).rejects.toMatchObject({
        code: "BATTERY_UNKNOWN",
        message: expect.stringMatching(
          /whose power is known for (0|19|48) % of these days/,
        ),
        hint: expect.stringContaining("Bind battery_power"),
      });
    },
  );

  test("with most minutes known is taken out, and the rest is a gap", async () => {
    const { flows } = await history(1200);
    const hours = flows.hours.reduce((sum, one) => sum + one, 0);
    expect(hours).toBeGreaterThan(19.5);
    expect(hours).toBeLessThan(20.5);
    const imported = flows.imported.reduce((sum, one) => sum + one, 0);
    // 700 W without the battery.
    expect(imported).toBeCloseTo(0.7 * hours, 1);
  });
});
