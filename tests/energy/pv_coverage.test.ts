import { describe, expect, test } from "vitest";
import { pvCoverage } from "../../src/energy/pv.ts";
import { classifyGaps } from "../../src/frames/gaps.ts";
import { HOUR, localDays } from "../../src/time.ts";
import { load } from "../notation.ts";

const days = localDays("2025-06-01", "2025-06-02", "UTC");
const start = days[0]!.start;
const light = days.map((day) => ({ start: day.start + 4 * HOUR, end: day.start + 20 * HOUR }));
const dark = days.flatMap(({ start, end }) => [
  { start, end: start + 4 * HOUR },
  { start: start + 20 * HOUR, end },
]);
const daylight = { light, dark, evidence: "the sun is down" };
const of = (text: string) => {
  const generation = load(text, { start, step: 15 * 60_000 });
  const range = { start, end: days.at(-1)!.end };
  const gaps = classifyGaps(generation, { range, daylight, standbyPowerW: 100 });
  return pvCoverage(days, gaps, light)
    .map(({ coverage, missesEnd }) => [Math.round(coverage! * 1000) / 1000, missesEnd]);
};

describe("pvCoverage() with samples every quarter of an hour, light from 4 to 20", () => {
  test.each([
    // from 4 to 20 on both days
    ["w _x16 5x64 _x31 5x64", [[1, false], [1, false]]],
    // wakes up at low power at 5, sleeps at low power at 19: that is the night
    ["w _x20 5 900x54 5 _x39 5 900x54 5", [[1, false], [1, false]]],
    // starts at 8 with high power: the morning is missing
    ["w _x32 900x47 5 _x31 5 900x62 5", [[0.75, false], [1, false]]],
    // falls silent at 12 with high power: the afternoon is missing
    ["w _x16 5 900x31 _x63 5 900x62 5", [[0.5, true], [1, false]]],
    // two hours at noon
    ["w _x16 5 900x31 _x7 900x23 5 _x31 5 900x62 5", [[0.875, false], [1, false]]],
    // silent on the whole second day
    ["w _x16 5 900x62 5", [[1, false], [0, true]]],
    ["w", [[0, true], [0, true]]],
  ])("of '%s'", (text, expected) => {
    expect(of(text)).toEqual(expected);
  });

  test("is unknown without daylight", () => {
    expect(pvCoverage(days, [], []).map(({ coverage }) => coverage)).toEqual([null, null]);
  });
});
