/** What holds of the gaps of any signal, under any light. */
import fc from "fast-check";
import { getPosition } from "suncalc";
import { describe, expect, test } from "vitest";
import { daylightBySun, divideByLight } from "../../src/frames/daylight.ts";
import { gapReason } from "../../src/frames/gap_class.ts";
import { classifyGaps } from "../../src/frames/gaps.ts";
import { HOUR, MINUTE, SECOND, type TimeRange } from "../../src/time.ts";

const DAY = 24 * HOUR;
const range = { start: 0, end: 3 * DAY };
const maxGap = 5 * MINUTE;
const instant = fc.integer({ min: -DAY, max: 4 * DAY });

/** Scrapes at any instants, in bursts, some of them absent. */
const scrapes = fc.array(
  fc.record({
    at: instant,
    count: fc.integer({ min: 1, max: 60 }),
    watts: fc.oneof(fc.integer({ min: -50, max: 9000 }), fc.constant(NaN)),
  }),
  { maxLength: 30 },
).map((bursts) => {
  const samples = new Map(
    bursts.flatMap(({ at, count, watts }) =>
      Array.from({ length: count }, (_, i) => [at + i * MINUTE, watts] as const)
    ),
  );
  const time = Float64Array.from([...samples.keys()].sort((a, b) => a - b));
  return { time, value: time.map((at) => samples.get(at)!) };
});

/** Light, dark and neither, in any order. */
const daylight = fc.uniqueArray(instant, { maxLength: 20 }).chain((borders) => {
  const stretches = borders.sort((a, b) => a - b).slice(1)
    .map((end, i) => ({ start: borders[i]!, end }));
  return fc.array(fc.constantFrom("light", "dark", "unknown"), {
    minLength: stretches.length,
    maxLength: stretches.length,
  }).map((kinds) => ({
    light: stretches.filter((_, i) => kinds[i] === "light"),
    dark: stretches.filter((_, i) => kinds[i] === "dark"),
    evidence: "dark",
  }));
});

/** A counter that is read now and then, and reset now and then. */
const counter = fc.tuple(scrapes, fc.uniqueArray(instant, { maxLength: 4 })).map((
  [{ time, value }, resets],
) => ({ time, value: value.map((one) => one || 0), resets: resets.sort((a, b) => a - b) }));

const common = (a: TimeRange, b: TimeRange) =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
const total = (stretches: readonly TimeRange[]) =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0);

describe("classifyGaps()", () => {
  test("divides the time without samples, all of it, and nothing else", () => {
    fc.assert(
      fc.property(
        scrapes,
        daylight,
        fc.array(counter, { maxLength: 2 }),
        fc.constantFrom(-Infinity, 100),
        (samples, daylight, devices, standbyPowerW) => {
          const gaps = classifyGaps(samples, {
            range,
            maxGap,
            daylight,
            standbyPowerW,
            devices: devices.map((one) => [one]),
          });
          const heard = [...samples.time]
            .filter((at, i) => at >= 0 && at <= range.end && !Number.isNaN(samples.value[i]!));
          gaps.forEach((gap, i) => {
            expect(gap.end).toBeGreaterThan(gap.start);
            if (i > 0) expect(gap.start).toBeGreaterThanOrEqual(gaps[i - 1]!.end);
            expect(heard.filter((at) => at > gap.start && at < gap.end)).toEqual([]);
          });
          const borders = [range.start, ...heard, range.end];
          const distances = borders.slice(1).map((end, i) => ({ start: borders[i]!, end }));
          const missing = distances.filter(({ start, end }) => end - start > maxGap);
          expect(total(gaps)).toBe(total(missing));
          for (const one of missing) {
            expect(gaps.reduce((sum, gap) => sum + common(gap, one), 0)).toBe(total([one]));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test("takes for night what is dark, and at its edges what a sleepy device slept longer", () => {
    fc.assert(
      fc.property(
        scrapes,
        daylight,
        fc.constantFrom(-Infinity, 100),
        (samples, daylight, standbyPowerW) => {
          const gaps = classifyGaps(samples, { range, maxGap, daylight, standbyPowerW });
          const nights = gaps.filter((gap) => gap.class === "night");
          for (const gap of gaps) {
            const dark = daylight.dark.reduce((sum, one) => sum + common(gap, one), 0);
            const light = daylight.light.reduce((sum, one) => sum + common(gap, one), 0);
            if (gap.class !== "night") expect(dark).toBe(0);
            else {
              expect(dark).toBeGreaterThan(0);
              // Three hours at either end, and nothing of which nobody knows what it was.
              expect(light).toBeLessThanOrEqual(standbyPowerW === 100 ? 6 * HOUR : 0);
              expect(dark + light).toBe(gap.end - gap.start);
            }
          }
          // Without counters and without export nothing is proven but the night.
          for (const gap of gaps) expect(["night", "unknown"]).toContain(gap.class);
          nights.forEach((gap, i) => {
            if (i > 0) expect(gap.start).toBeGreaterThanOrEqual(nights[i - 1]!.end);
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a sleepy device may miss one sample of the light if it did not give much", () => {
    // A sample each five minutes up to some time before the dark.
    const MINUTE = HOUR / 60, dusk = 18 * HOUR;
    const classes = (minutes: number, standbyPowerW?: number) => {
      const time = Float64Array.from({ length: 100 }, (_, i) => dusk - (minutes + 5 * i) * MINUTE)
        .reverse();
      const day = { start: time[0]!, end: 24 * HOUR };
      return classifyGaps({ time, value: time.map(() => 900) }, {
        range: day,
        maxGap: 6 * MINUTE,
        daylight: {
          light: [{ start: day.start, end: dusk }],
          dark: [{ start: dusk, end: day.end }],
          evidence: "dark",
        },
        ...standbyPowerW !== undefined && { standbyPowerW },
      }).map((gap) => gap.class);
    };
    expect(classes(9.9, 100)).toEqual(["night"]);
    expect(classes(10.1, 100)).toEqual(["unknown", "night"]);
    expect(classes(9.9, 80)).toEqual(["unknown", "night"]);
    expect(classes(9.9)).toEqual(["unknown", "night"]);
  });

  test("by the sun: night is where it is down, at any latitude and in any season", () => {
    // Beyond the polar circles as often as between them.
    const latitude = fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 65, max: 90, noNaN: true }),
      fc.double({ min: -90, max: -65, noNaN: true }),
    );
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        latitude,
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: 0, max: 4017 }),
        fc.array(fc.integer({ min: 0, max: DAY - 1 }), { minLength: 20, maxLength: 20 }),
        (latitude, longitude, day, probes) => {
          const start = Date.UTC(2020, 0, 1) + day * DAY, range = { start, end: start + DAY };
          const daylight = daylightBySun(range, { latitude, longitude });
          const none = { time: new Float64Array(), value: new Float64Array() };
          const gaps = classifyGaps(none, { range, maxGap, daylight });
          expect(total(gaps)).toBe(DAY);
          kinds.add([...new Set(gaps.map((gap) => gap.class))].sort().join());
          const turns = gaps.flatMap(({ start, end }) => [start, end]);
          for (const probe of probes.map((at) => start + at)) {
            if (turns.some((turn) => Math.abs(turn - probe) <= 2 * SECOND)) continue;
            const isUp = getPosition(new Date(probe), latitude, longitude).altitude > 0;
            const gap = gaps.find((one) => one.start <= probe && probe < one.end);
            expect(gap!.class).toBe(isUp ? "unknown" : "night");
          }
        },
      ),
      { numRuns: 300 },
    );
    // Midnight sun, polar night, and days with both.
    expect([...kinds].sort()).toEqual(["night", "night,unknown", "unknown"]);
  });
});

test("divideByLight() tiles any stretch", () => {
  fc.assert(
    fc.property(
      daylight,
      instant,
      fc.integer({ min: 0, max: 2 * DAY }),
      (daylight, start, length) => {
        const parts = divideByLight({ start, end: start + length }, daylight);
        expect(total(parts)).toBe(length);
        parts.forEach((part, i) => {
          expect(part.end).toBeGreaterThan(part.start);
          expect(part.start).toBe(i === 0 ? start : parts[i - 1]!.end);
          const within = (stretches: readonly TimeRange[]) =>
            stretches.reduce((sum, one) => sum + common(part, one), 0);
          const expected = part.light === "unknown" ? 0 : part.end - part.start;
          expect(within(part.light === "dark" ? daylight.dark : daylight.light)).toBe(
            part.light === "unknown" ? 0 : expected,
          );
          if (part.light === "unknown") expect(within(daylight.dark)).toBe(0);
        });
      },
    ),
    { numRuns: 500 },
  );
});

test("gapReason() names the greatest export", () => {
  const silence = { start: 0, end: 10, before: 900, after: 900 };
  const part = { start: 0, end: 10, light: "light" as const };
  const place = { silence, previous: undefined, next: undefined };
  const grid = { time: Float64Array.of(5), value: Float64Array.of(-700) };
  expect(gapReason(part, place, { devices: [], step: 1, grid }).evidence)
    .toBe("exported up to 700 W");
});

test("gapReason() takes export of more than 50 W for a proof, less for noise", () => {
  const silence = { start: 0, end: 10, before: 900, after: 900 };
  const place = { silence, previous: undefined, next: undefined };
  const part = { start: 0, end: 10, light: "light" as const };
  fc.assert(fc.property(fc.integer({ min: -100, max: 100 }), (watts) => {
    const grid = { time: Float64Array.of(5), value: Float64Array.of(watts) };
    const { evidence } = gapReason(part, place, { devices: [], step: 1, grid });
    expect(evidence.startsWith("exported")).toBe(watts < -50);
  }));
});

test("gapReason() takes the first hour of light for night if the counter stood still", () => {
  const dawn = 5 * HOUR,
    still = { time: Float64Array.of(0, 8 * HOUR), value: Float64Array.of(7, 7) };
  const reason = (minutes: number) => {
    const end = dawn + minutes * MINUTE;
    const silence = { start: 0, end, before: 900, after: 900 };
    const previous = { start: 0, end: dawn, light: "dark" as const };
    return gapReason(
      { start: dawn, end, light: "light" },
      { silence, previous, next: undefined },
      { devices: [[{ ...still, resets: [], resolution: 0.01 }]], step: MINUTE, alwaysCounts: true },
    );
  };
  expect(reason(60)).toEqual({
    class: "night",
    evidence: "counter stood still next to the night",
  });
  expect(reason(61).class).toBe("outage");
});
