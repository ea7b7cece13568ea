import { describe, expect, test } from "vitest";
import { pvCoverage, pvGaps } from "../../src/energy/pv_gaps.ts";
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

describe("pv gaps", () => {
  const MINUTE = 60_000;
  const at = (from: number, to: number) => ({ start: from * MINUTE, end: to * MINUTE });
  const range = at(0, 100);
  /** Light from minute 20 to minute 80. */
  const daylight = { light: [at(20, 80)], dark: [at(0, 20), at(80, 100)], evidence: "dark" };
  const known = { range, daylight, devices: [], grid: load("w"), standbyPowerW: 20 };
  const shown = (gaps: ReturnType<typeof pvGaps>["house"]) =>
    gaps.map((gap) => [gap.start / MINUTE, gap.end / MINUTE, gap.class, gap.evidence]);

  /** Wakes up at 20, sleeps at 80. */
  const WHOLE = "w _x20 5 900x58 5";

  describe("pvGaps()", () => {
    test("of one inverter are its own", () => {
      const { house, inverters } = pvGaps([load(WHOLE)], known);
      expect(shown(house)).toEqual([[0, 20, "night", "dark"], [80, 100, "night", "dark"]]);
      expect(inverters).toEqual([house]);
    });

    test("are none while one generates and the other sleeps", () => {
      const west = load("w _x30 5 900x48 5");
      const { house } = pvGaps([load(WHOLE), west], known);
      expect(shown(house)).toEqual([[0, 20, "night", "dark"], [80, 100, "night", "dark"]]);
    });

    test("are there while one generates and the other is silent, and tell which", () => {
      const broken = load("w _x20 5 900x9 _x19 900x29 5");
      const devices = [
        [load("kwh _x20 1+1x60")],
        [load("kwh _x20 1+1x10 _x19 11+1x30")],
      ];
      const { house } = pvGaps([load(WHOLE), broken], { ...known, devices });
      expect(shown(house)).toEqual([
        [0, 20, "night", "dark"],
        // 300 Wh were expected; its counter, not the other's, stood still in steps of 1 kWh.
        [
          30,
          50,
          "unknown",
          "inverter 2: counter stood still, but it counts in steps of 1 kWh",
        ],
        [80, 100, "night", "dark"],
      ]);
      const fine = [devices[0]!, [load("kwh _x20 1+0.01x10 _x19 1.1+0.01x30")]];
      expect(shown(pvGaps([load(WHOLE), broken], { ...known, devices: fine }).house)[1])
        .toEqual([30, 50, "outage", "inverter 2: counter stood still"]);
      const advanced = [devices[0]!, [load("kwh _x20 1+1x10 _x19 14+1x30")]];
      expect(shown(pvGaps([load(WHOLE), broken], { ...known, devices: advanced }).house)[1])
        .toEqual([30, 50, "logger_down", "inverter 2: counter advanced by 3 kWh"]);
    });

    test("export proves work only as far as the other does not explain it", () => {
      const broken = load("w _x20 5 900x9 _x19 900x29 5");
      const because = (grid: string) =>
        shown(pvGaps([load(WHOLE), broken], { ...known, grid: load(grid) }).house)[1]!.slice(2);
      expect(because("w -800x99")).toEqual([
        "unknown",
        "inverter 2: no counter shows what happened",
      ]);
      expect(because("w -1500x99")).toEqual(["logger_down", "inverter 2: exported up to 600 W"]);
    });

    test("with one power for two devices, both devices' counters are asked", () => {
      const power = load("w _x20 5 900x9 _x19 900x29 5");
      const of = (first: string, second: string) =>
        shown(pvGaps([power], { ...known, devices: [[load(first)], [load(second)]] }).house)[1]!
          .slice(2);
      const still = "kwh _x20 1x10 _x19 1x30", ahead = "kwh _x20 1x10 _x19 3x30";
      expect(of(still, ahead)).toEqual(["logger_down", "counter advanced by 2 kWh"]);
      expect(of(still, still)).toEqual(["outage", "counter stood still"]);
    });

    test("two silent inverters are one gap, of the class that is worst", () => {
      const first = load("w _x20 5 900x9 _x29 900x19 5"),
        second = load("w _x20 5 900x19 _x29 900x9 5");
      const devices = [
        [load("kwh _x20 1+0.01x10 _x29 1.1+0.01x20")],
        [load("kwh _x20 1+0.01x20 _x29 9+0.01x10")],
      ];
      const { house } = pvGaps([first, second], { ...known, devices });
      expect(shown(house).slice(1, -1)).toEqual([
        [30, 60, "outage", "inverter 1: counter stood still"],
        [60, 70, "logger_down", "inverter 2: counter advanced by 7.8 kWh"],
      ]);
    });
  });
});

test("pvCoverage(): a quarter of the daylight is missing", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC");
  const start = days[0]!.start, daylight = [{ start, end: start + 100 }];
  const gap = { start: start + 50, end: start + 75, class: "unknown" as const, evidence: "" };
  expect(pvCoverage(days, [gap], daylight)[0]?.coverage).toBe(0.75);
});

test("pvGaps(): one of two inverters falls silent", () => {
  const heard = { time: Float64Array.of(0, 10, 20), value: Float64Array.of(900, 900, 900) };
  const silent = { time: Float64Array.of(0), value: Float64Array.of(900) };
  const none = { time: new Float64Array(), value: new Float64Array() };
  const range = { start: 0, end: 1e6 };
  const daylight = { light: [range], dark: [], evidence: "" };
  const { house } = pvGaps([heard, silent], {
    range,
    daylight,
    devices: [],
    grid: none,
    standbyPowerW: 9,
  });
  expect(house.length).toBe(1);
  expect(house[0]?.class).toBe("unknown");
});
