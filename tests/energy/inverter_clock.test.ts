import { describe, expect, test } from "vitest";
import { analyseDays } from "../../src/energy/analysis.ts";
import { inverterClock } from "../../src/energy/inverter_clock.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, localDays, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import { joinSeries } from "../../src/columns.ts";

const ZONE = "Europe/Berlin";
const days = localDays("2025-06-01", "2025-06-08", ZONE);

/** A day counter that is awake all night: sun from 6 to 18, reset so much after local midnight. */
function awake(offset: number) {
  const first = days[0]!.start, length = days.length * 24 * 12;
  const time = Float64Array.from({ length }, (_, i) => first + i * 5 * MINUTE);
  const value = time.map((at) => {
    const hour = ((at - first - offset) / HOUR + 48) % 24, sun = hour + offset / HOUR;
    return Math.round(Math.min(12, Math.max(0, sun - 6))) * (sun >= 6 ? 1 : 0);
  });
  return { time, value };
}

describe("inverterClock()", () => {
  test.each([
    [0, null],
    [2 * HOUR, 2 * HOUR],
    [-HOUR, -HOUR],
  ])("reset %d ms after midnight", (offset, found) => {
    expect(inverterClock(days, awake(offset))?.offset ?? null).toBe(found);
  });

  test("two slow mornings are no wrong clock", () => {
    const { time, value } = awake(0);
    const slow = value.map((kwh, i) => {
      const day = Math.floor((time[i]! - days[0]!.start) / (24 * HOUR));
      const hour = (time[i]! - days[0]!.start) / HOUR % 24;
      return day >= 1 && day <= 2 && hour < 2 ? 12 : kwh;
    });
    expect(inverterClock(days, { time, value: slow })).toBeNull();
  });

  test("is reported in the audit and as a notice, and the yield stays right", async () => {
    const labels = { __name__: "inverter_production_today_kwh" };
    const source = memorySource(joinSeries([{ labels, ...awake(2 * HOUR) }]));
    const roles = { grid_power: null, import_energy: null, generation_power: null };
    const { table, repairs } = await analyseDays(source, parseHousehold({ zone: ZONE, roles }), {
      from: "2025-06-03",
      to: "2025-06-05",
    });
    expect(repairs.filter(({ rule }) => rule === "clock")).toHaveLength(1);
    expect(table.notices).toEqual([expect.stringContaining("2 h after local midnight")]);
    expect(table.rows.map((row) => row.yield_kwh)).toEqual([12, 12, 12]);
  });
});
