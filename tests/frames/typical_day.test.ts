import { describe, expect, test } from "vitest";
import { byTimeOfDay } from "../../src/frames/time_of_day.ts";
import { typicalDays } from "../../src/frames/typical_day.ts";
import { HOUR, localDays } from "../../src/time.ts";

/** A year of days; each has its number as value at every hour. */
function year(zone = "UTC") {
  const days = localDays("2025-01-01", "2025-12-31", zone);
  const slots = days.flatMap(({ start, end }, d) =>
    Array.from({ length: (end - start) / HOUR }, (_, h) => ({ time: start + h * HOUR, value: d }))
  );
  const time = Float64Array.from(slots, (slot) => slot.time);
  const value = Float64Array.from(slots, (slot) => slot.value);
  return byTimeOfDay({ time, value }, { days, zone, step: HOUR });
}

describe("typicalDays()", () => {
  test("takes all days together, or months, or three months, or the parts of a week", () => {
    const groups = (by: Parameters<typeof typicalDays>[1]) =>
      typicalDays(year(), by).map(({ group, days }) => `${group} ${days}`);
    expect(groups("all")).toEqual(["all days 365"]);
    expect(groups("month").slice(0, 3)).toEqual(["Jan 31", "Feb 28", "Mar 31"]);
    expect(groups("quarter")).toEqual(["Dec–Feb 90", "Mar–May 92", "Jun–Aug 92", "Sep–Nov 91"]);
    expect(groups("weekday")).toEqual(["Mon–Fri 261", "Sat–Sun 104"]);
  });

  test("finds the quantiles over the days", () => {
    const [all] = typicalDays(year());
    expect(all?.slots[12]).toMatchObject({ hour: 12, days: 365, p10: 36.4, p50: 182, p90: 327.6 });
  });

  test("counts an hour twice that comes twice, and not at all where the clock leaps over it", () => {
    const [all] = typicalDays(year("Europe/Berlin"));
    expect(all?.slots.map(({ days }) => days).slice(0, 4)).toEqual([365, 365, 365, 365]);
    const march = typicalDays(year("Europe/Berlin"), "month")[2],
      october = typicalDays(year("Europe/Berlin"), "month")[9];
    expect(march?.slots[2]?.days).toBe(30);
    expect(october?.slots[2]?.days).toBe(32);
  });
});
