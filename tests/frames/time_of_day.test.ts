import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byTimeOfDay, typicalDays } from "../../src/frames/time_of_day.ts";
import { HOUR, localDays } from "../../src/time.ts";

/** Slots of an hour, each with its number since the first midnight as value. */
function hoursOfDays(from: string, to: string, zone: string) {
  const days = localDays(from, to, zone);
  const count = Math.round((days.at(-1)!.end - days[0]!.start) / HOUR);
  const time = Float64Array.from({ length: count }, (_, i) => days[0]!.start + i * HOUR);
  return byTimeOfDay({ time, value: time.map((_, i) => i) }, { days, zone, step: HOUR });
}

describe("byTimeOfDay()", () => {
  test("keeps both hours that a clock shows twice", () => {
    const { value, second } = hoursOfDays("2025-10-26", "2025-10-26", "Europe/Berlin");
    expect([...value.slice(0, 5)]).toEqual([0, 1, 2, 4, 5]);
    expect([...second.slice(0, 5)]).toEqual([NaN, NaN, 3, NaN, NaN]);
    expect(value[23]).toBe(24);
  });

  test("marks the hour that a clock leaps over", () => {
    const { value, skipped } = hoursOfDays("2025-03-30", "2025-03-30", "Europe/Berlin");
    expect([...value.slice(0, 5)]).toEqual([0, 1, NaN, 2, 3]);
    expect([...skipped].flatMap((one, slot) => one ? [slot] : [])).toEqual([2]);
  });

  test("tells an hour without samples from one that the clock leaps over", () => {
    const days = localDays("2025-03-30", "2025-03-30", "Europe/Berlin");
    const none = { time: new Float64Array(), value: new Float64Array() };
    const { skipped } = byTimeOfDay(none, { days, zone: "Europe/Berlin", step: HOUR });
    expect(skipped.reduce((a, b) => a + b)).toBe(1);
  });

  test("knows zones whose clocks are changed by half an hour, at midnight, or never", () => {
    const lordHowe = localDays("2025-10-05", "2025-10-05", "Australia/Lord_Howe");
    const halves = Float64Array.from({ length: 47 }, (_, i) => lordHowe[0]!.start + i * HOUR / 2);
    const matrix = byTimeOfDay({ time: halves, value: halves }, {
      days: lordHowe,
      zone: "Australia/Lord_Howe",
      step: HOUR / 2,
    });
    expect([...matrix.skipped].flatMap((one, slot) => one ? [slot] : [])).toEqual([4]);
    // In Beirut the clock leaps over the first hour of the day.
    expect(hoursOfDays("2025-03-30", "2025-03-30", "Asia/Beirut").skipped[0]).toBe(1);
    expect(hoursOfDays("2025-03-30", "2025-03-30", "Asia/Kolkata").value[23]).toBe(23);
  });

  test("loses no slot of any day, in any zone", () => {
    const zones = ["Europe/Berlin", "America/St_Johns", "Pacific/Chatham", "Asia/Beirut", "UTC"];
    fc.assert(fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 364 }),
      (zone, offset) => {
        const day = new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
        const { value, second } = hoursOfDays(day, day, zone);
        const kept = [...value, ...second].filter((one) => !Number.isNaN(one)).sort((a, b) =>
          a - b
        );
        const { start, end } = localDays(day, day, zone)[0]!;
        expect(kept).toEqual(Array.from({ length: (end - start) / HOUR }, (_, i) => i));
      },
    ));
  });
});

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

test("an hour that comes twice has two values; the typical day is the median", () => {
  const autumn = localDays("2025-10-26", "2025-10-26", "Europe/Berlin");
  const time = Float64Array.from({ length: 25 }, (_, hour) => autumn[0]!.start + hour * 3_600_000);
  const matrix = byTimeOfDay({ time, value: time.map((_, hour) => hour) }, {
    ...{ days: autumn, zone: "Europe/Berlin", step: 3_600_000 },
  });
  expect([matrix.value[2], matrix.second[2], matrix.value[3]]).toEqual([2, 3, 4]);
  const days = localDays("2025-06-01", "2025-06-03", "UTC");
  const daily = byTimeOfDay(
    { time: Float64Array.from(days, ({ start }) => start), value: Float64Array.of(100, 300, 200) },
    { days, zone: "UTC", step: 86_400_000 },
  );
  expect(typicalDays(daily)[0]!.slots[0]!.p50).toBe(200);
});
