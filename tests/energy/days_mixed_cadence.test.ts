/**
 * A cloud logger stores a sample every 11 s while somebody looks at it, else every 5 minutes. Most of its
 * samples are 11 s apart, and most of the time lies between samples 5 minutes apart.
 */
import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const start = Date.UTC(2025, 5, 1), DAY = 24 * HOUR;
const house = parseHousehold({
  zone: "UTC",
  roles: { generation_power: null, yield_today: null, yield_total: null },
});
/** A slow swing around 500 W of export. */
const watts = (at: number) => -500 + 400 * Math.sin(2 * Math.PI * (at - start) / (6 * HOUR));
/** What it exports in a day. [kWh] */
const EXPORTED = 12;

/** Sample times of three days; `isLost` tells when nothing is stored. */
function times(isLost: (at: number) => boolean): Float64Array {
  const all: number[] = [];
  for (let at = start - DAY; at <= start + 2 * DAY;) {
    if (!isLost(at)) all.push(at);
    const hour = ((at - start) % DAY + DAY) % DAY / HOUR;
    at += hour >= 9 && hour < 12 ? 11_000 : 5 * MINUTE;
  }
  return Float64Array.from(all);
}

async function firstDay(isLost: (at: number) => boolean = () => false) {
  const time = times(isLost);
  const source = memorySource(joinSeries([
    { labels: { __name__: "gridbox_ha_multimeter_power_W" }, time, value: time.map(watts) },
  ]));
  const range = { from: "2025-06-01", to: "2025-06-01", now: start + 2 * DAY };
  return (await analyseDays(source, house, range)).table.rows[0]!;
}

describe("a logger of two cadences", () => {
  test("covers the day, and the export is right", async () => {
    const { coverage_grid, export_kwh, flags } = await firstDay();
    expect(coverage_grid).toBe(1);
    expect(export_kwh).toBeCloseTo(EXPORTED, 1);
    expect(flags).not.toContain("grid_gap");
  });

  test.each([15 * MINUTE, 40 * MINUTE, 5 * HOUR])(
    "that is down for %d ms leaves a gap",
    async (length) => {
      const down = start + 14 * HOUR + 1;
      const { coverage_grid, flags } = await firstDay((at) => at > down && at < down + length);
      expect(flags).toContain("grid_gap");
      expect(1 - coverage_grid!).toBeGreaterThanOrEqual(length / DAY - 1e-9);
    },
  );
});
