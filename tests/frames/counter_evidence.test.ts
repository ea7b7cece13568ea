import { describe, expect, test } from "vitest";
import { counterEvidence, type ResolvedCounter } from "../../src/frames/counter_evidence.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;
/** Silent from minute 10 to minute 90, midnight at minute 50. */
const SILENCE = { start: 10 * MINUTE, end: 90 * MINUTE };
const EVENING = { start: 10 * MINUTE, end: 40 * MINUTE };
const MORNING = { start: 60 * MINUTE, end: 90 * MINUTE };

const counter = (text: string, more: Partial<ResolvedCounter> = {}): ResolvedCounter => ({
  ...load(`kwh ${text}`),
  resolution: 0.01,
  ...more,
});
const dayCounter = (text: string) => counter(text, { resets: [-1000, 0, 50 * MINUTE] });
const lifetime = (text: string) => counter(text);
const advanced = (devices: ResolvedCounter[][], part = MORNING) => {
  const { advanced, isLeast } = counterEvidence(devices, SILENCE, part);
  return isLeast ? `at least ${advanced}` : advanced;
};

describe("a counter that is never reset", () => {
  test.each([
    ["7x10 _x79 9x5", 2],
    ["7x10 _x79 7x5", 0],
    // nothing before, nothing after, restarted at the bottom
    ["_x90 7x5", NaN],
    ["7x10", NaN],
    ["7x10 _x79 0x5", NaN],
  ])("of '%s' has counted %d kWh", (text, expected) => {
    expect(advanced([[lifetime(text)]])).toBe(expected);
    expect(advanced([[lifetime(text)]], EVENING)).toBe(expected);
  });

  test("proves no standstill if it was replaced meanwhile", () => {
    const replaced = { time: SILENCE.end, rule: "replaced" as const, before: 900, after: 7 };
    const repairs = [{ ...replaced, booked: 0 }];
    expect(advanced([[counter("7x10 _x79 7x5", { repairs })]])).toBeNaN();
    expect(advanced([[counter("7x10 _x79 9x5", { repairs })]])).toBe(2);
  });
});

describe("a day counter over midnight", () => {
  test.each([
    // what it shows was counted since midnight, so it tells of the morning only
    ["7x10 _x79 2x5", NaN, "at least 2"],
    ["7x10 _x79 9x5", NaN, "at least 2"],
    // reset and nothing since, or not reset yet: no proof either way
    ["7x10 _x79 0x5", NaN, NaN],
    ["7x10 _x79 7x5", NaN, NaN],
    ["0x10 _x79 0x5", NaN, NaN],
  ])("of '%s' tells %s of the evening and %s of the morning", (text, evening, morning) => {
    expect(advanced([[dayCounter(text)]], EVENING)).toEqual(evening);
    expect(advanced([[dayCounter(text)]], MORNING)).toEqual(morning);
  });
});

describe("a day counter within a day", () => {
  const within = { start: 60 * MINUTE, end: 80 * MINUTE };
  const told = (text: string) => {
    const { advanced, isLeast } = counterEvidence([[dayCounter(text)]], within, within);
    return isLeast ? `at least ${advanced}` : advanced;
  };

  test.each([
    ["_x51 2x9 _x19 5x5", 3],
    ["_x51 2x9 _x19 2x5", 0],
    // restarted: what it shows was counted since
    ["_x51 5x9 _x19 2x5", "at least 2"],
    // restarted and nothing since; a dip
    ["_x51 5x9 _x19 0x5", NaN],
    ["_x51 5x9 _x19 4.99x5", NaN],
    // it still shows the day before, so its standstill is not one of the device
    ["_x40 5x19 _x19 5x5", NaN],
    ["_x40 0x19 _x19 0x5", 0],
  ])("of '%s' has counted %s kWh", (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});

describe("several counters", () => {
  const stood = "7x10 _x79 7x5", got = "7x10 _x79 9x5", gone = "7x10";

  test("of one device: any advance counts, and the finest standstill", () => {
    expect(advanced([[lifetime(stood), lifetime(got)]])).toBe(2);
    expect(advanced([[lifetime(gone), lifetime(stood)]])).toBe(0);
    expect(advanced([[dayCounter("7x10 _x79 0x5"), lifetime(stood)]])).toBe(0);
    const coarse = counter(stood, { resolution: 1 });
    expect(counterEvidence([[coarse, lifetime(stood)]], SILENCE, MORNING).resolution).toBe(0.01);
  });

  test("of several devices: one that advanced proves work, all must stand still", () => {
    expect(advanced([[lifetime(stood)], [lifetime(got)]])).toBe(2);
    expect(advanced([[lifetime(got)], [lifetime(got)]])).toBe(4);
    expect(advanced([[lifetime(gone)], [lifetime(got)]])).toBe("at least 2");
    expect(advanced([[lifetime(stood)], [lifetime(stood)]])).toBe(0);
    expect(advanced([[lifetime(stood)], [lifetime(gone)]])).toBeNaN();
    const coarse = counter(stood, { resolution: 1 });
    expect(counterEvidence([[coarse], [lifetime(stood)]], SILENCE, MORNING).resolution).toBe(1);
  });

  test("that were heard meanwhile are not of the silent device", () => {
    expect(advanced([[lifetime("7x50 9x60")], [lifetime(stood)]])).toBe(0);
    // Only the power is missing: then the device that was heard is the one.
    expect(advanced([[lifetime("7x80 9x60")]])).toBe(2);
  });

  test("are heard if they have a sample in the middle half of the silence", () => {
    // It lasts from minute 10 to 90, so its middle half from 30 to 70.
    const heardAt = (minute: number) =>
      advanced([[lifetime(`7x10 _x${minute - 11} 8 _x${89 - minute} 9x5`)], [lifetime(stood)]]);
    expect([29, 30, 70, 71].map(heardAt)).toEqual([1, 0, 0, 2]);
  });

  test("none at all tell nothing", () => {
    expect(advanced([])).toBeNaN();
    expect(advanced([[]])).toBeNaN();
  });
});
