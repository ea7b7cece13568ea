import { describe, expect, test } from "vitest";
import type { Samples } from "../../../src/columns.ts";
import { hoursApart, hoursOf } from "../../../src/energy/contradictions/generation_hours.ts";
import { instantsOf, powerAt, STEP } from "../../../src/energy/contradictions/instants.ts";
import { HOUR, localDays, MINUTE } from "../../../src/time.ts";

const days = localDays("2025-06-01", "2025-06-04", "UTC"), DAY = 24 * HOUR;
const start = days[0]!.start;
const none: Samples = { time: new Float64Array(), value: new Float64Array() };

/** 1 kW from 9 to 15 o'clock, at these minutes after each hour. */
function power(minutes: readonly number[]): Samples {
  const time = days.flatMap((day) =>
    [9, 10, 11, 12, 13, 14].flatMap((hour) =>
      minutes.map((minute) => day.start + hour * HOUR + minute * MINUTE)
    )
  );
  return { time: Float64Array.from(time), value: new Float64Array(time.length).fill(1000) };
}

/** What the hours say from an instant on. */
function hours(powers: readonly Samples[], total: readonly Samples[] = [], from = start) {
  const { at, day } = instantsOf(days, days.at(-1)!.end), first = (from - start) / STEP;
  const later = at.slice(first);
  const generation_w = powerAt(powers, later);
  return hoursOf({
    at: later,
    day: day.slice(first),
    days,
    generation_w,
    powers,
    counters: total,
  });
}

describe("hoursOf()", () => {
  test("it is light between two samples that lie fifty minutes apart", () => {
    // A burst of samples each hour: most of the instants lie in a gap.
    const power_ = power([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const found = hours([power_])!;
    expect(found.isSunlike).toBe(true);
    expect(Math.abs(hoursApart(found.middle, 12))).toBeLessThan(0.5);
  });

  test("the last value before a night without samples is no generation of the evening", () => {
    // Written on change, from 9 to 15 o'clock; the device goes to sleep at about 1 kW.
    const time = days.flatMap(({ start }) =>
      Array.from({ length: 6 * 60 }, (_, minute) => start + 9 * HOUR + minute * MINUTE)
    );
    const value = Float64Array.from(time, (_, i) => 1000 + i % 7);
    const { middle } = hours([{ time: Float64Array.from(time), value }])!;
    expect(Math.abs(hoursApart(middle, 12))).toBeLessThan(0.2);
  });

  test("three days are enough, two are not", () => {
    const until = (count: number) => {
      const { time, value } = power([0, 10, 20, 30, 40, 50]);
      return { time, value: value.map((watts, i) => time[i]! < start + count * DAY ? watts : 0) };
    };
    expect(hours([until(3)])!.isSunlike).toBe(true);
    expect(hours([until(2)])?.isSunlike ?? false).toBe(false);
  });

  test("a counter alone tells them, if it counts at least every three hours", () => {
    const counter = (every: number) => {
      const time = Float64Array.from({ length: 4 * 24 + 1 }, (_, i) => start + i * HOUR);
      const value = time.map((at) => {
        const hour = at % DAY / HOUR, day = Math.floor((at - start) / DAY);
        return day * 6 + Math.floor(Math.max(0, Math.min(6, hour - 9)) / every) * every;
      });
      return { time, value };
    };
    expect(hours([], [counter(1)])!.isSunlike).toBe(true);
    expect(hours([], [none])).toBeNull();
  });

  test("the first instant counts as each other does", () => {
    // Five hours a day are as short as daylight gets; the first begins with the first instant.
    const lit = (at: number) => at % DAY >= 9 * HOUR && at % DAY < 14 * HOUR;
    const time = Float64Array.from({ length: 4 * 144 }, (_, i) => start + i * STEP);
    const value = time.map((at) => lit(at) ? 1000 : 0);
    const { at, day } = instantsOf(days, days.at(-1)!.end), first = 54;
    const generation_w = value.slice(first);
    generation_w[0] = NaN;
    const found = hoursOf({
      at: at.slice(first),
      day: day.slice(first),
      days,
      generation_w,
      powers: [{ time, value }],
      counters: [],
    })!;
    expect(found.isSunlike).toBe(true);
  });
});
