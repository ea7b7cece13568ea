import { describe, expect, test } from "vitest";
import { classifyGaps, type GapOptions, sampledRange, silences } from "../../src/frames/gaps.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;
const minutes = (pairs: [number, number][]) =>
  pairs.map(([from, to]) => ({ start: from * MINUTE, end: to * MINUTE }));
/** Light from minute 20 to minute 40, and from 80 to 100. */
const daylight = {
  light: minutes([[20, 40], [80, 100]]),
  dark: minutes([[0, 20], [40, 80], [100, 120]]),
  evidence: "the sun is down",
};
const gaps = (text: string, options: GapOptions = {}) =>
  classifyGaps(load(text), { maxGap: 3 * MINUTE, ...options })
    .map((gap) => [gap.start / MINUTE, gap.end / MINUTE, gap.class, gap.evidence]);

describe("classifyGaps()", () => {
  test.each([
    // silent in the dark only
    ["w _x20 900x20 _x39 900x20", { standbyPowerW: 50 }, [[40, 80, "night", "the sun is down"]]],
    // asleep before sunset, awake after sunrise, at low power
    ["w _x20 900x14 30 _x48 30 900x10", { standbyPowerW: 50 }, [[
      35,
      84,
      "night",
      "the sun is down",
    ]]],
    // silent from noon on: nothing was generated between then and the night
    [
      "w _x20 900x10 _x49 900x20",
      { standbyPowerW: 50, devices: [[load("kwh _x20 5x10 _x49 5x20")]] },
      [[30, 80, "night", "the sun is down"]],
    ],
    // silent from noon on, while the house fed in
    [
      "w _x20 900x10 _x49 900x20",
      { standbyPowerW: 50, grid: load("w 100x32 -700 100x80") },
      [[30, 40, "logger_down", "exported up to 700 W"], [40, 80, "night", "the sun is down"]],
    ],
    // silent around noon, and the counter has gone on
    [
      "w _x20 900x5 _x9 900x5",
      { devices: [[load("kwh _x20 5x5 _x9 5.5x5")]] },
      [[25, 35, "logger_down", "counter advanced by 0.5 kWh"]],
    ],
    // silent around noon, and nobody knows why
    ["w _x20 900x5 _x9 900x5", {}, [[25, 35, "unknown", "no counter shows what happened"]]],
    // a low value around noon is a cloud, not sleep
    ["w _x20 30x5 _x9 30x5", { standbyPowerW: 50 }, [[
      25,
      35,
      "unknown",
      "no counter shows what happened",
    ]]],
    // one missed scrape is no gap
    ["w _x20 900x5 _ 900x5", {}, []],
  ] as [string, GapOptions, unknown[]][])("of '%s'", (text, options, expected) => {
    expect(gaps(text, { daylight, ...options })).toEqual(expected);
  });

  test("a meter needs no daylight", () => {
    expect(gaps("w 5x10 _x9 5x10", { devices: [[load("kwh 1x10 _x9 2x10")]] }))
      .toEqual([[10, 20, "logger_down", "counter advanced by 1 kWh"]]);
  });

  test("an import register that stands still proves nothing: the house may have exported", () => {
    const devices = [[load("kwh 1x10 _x9 1x10")]];
    expect(gaps("w 5x10 _x9 5x10", { devices, alwaysCounts: false }))
      .toEqual([[10, 20, "unknown", "counter stood still, which does not show the cause"]]);
  });

  test("where nobody knows whether it was light, nothing is night and nothing an outage", () => {
    const unknown = { ...daylight, light: [], dark: [] };
    const devices = [[load("kwh _x20 5x10 _x49 5x20")]];
    expect(gaps("w _x20 900x10 _x49 900x20", { daylight: unknown, devices, standbyPowerW: 1000 }))
      .toEqual([[30, 80, "unknown", "unknown whether it was night"]]);
  });

  test("a night carries the evidence of its daylight", () => {
    const usual = { ...daylight, evidence: "no generation at this hour" };
    expect(gaps("w _x20 900x20 _x39 900x20", { daylight: usual }))
      .toEqual([[40, 80, "night", "no generation at this hour"]]);
  });

  test("a standstill next to a night is a part of it for an hour, then it is an outage", () => {
    const long = {
      light: minutes([[100, 400], [700, 1000]]),
      dark: minutes([[0, 100], [400, 700]]),
      evidence: "the sun is down",
    };
    const silence = (from: number, to: number) =>
      gaps(`w _x100 900x${from - 100} _x${to - from - 1} 900x9`, {
        daylight: long,
        devices: [[load(`kwh _x100 5x${from - 100} _x${to - from - 1} 5x9`)]],
      });
    expect(silence(340, 760)).toEqual([[340, 760, "night", "the sun is down"]]);
    expect(silence(339, 760)).toEqual([
      [339, 400, "outage", "counter stood still"],
      [400, 760, "night", "the sun is down"],
    ]);
    expect(silence(340, 761)).toEqual([
      [340, 700, "night", "the sun is down"],
      [700, 761, "outage", "counter stood still"],
    ]);
  });

  test("a device dozes for three hours of light at the most", () => {
    const HOURS = 60;
    const long = {
      light: minutes([[10 * HOURS, 20 * HOURS]]),
      dark: minutes([[0, 10 * HOURS]]),
      evidence: "the sun is down",
    };
    const wakingUp = (at: number) =>
      gaps(`w 5x5 _x${at - 6} 30x5`, { daylight: long, standbyPowerW: 50 });
    expect(wakingUp(13 * HOURS)).toEqual([[5, 13 * HOURS, "night", "the sun is down"]]);
    expect(wakingUp(13 * HOURS + 1)).toEqual([
      [5, 10 * HOURS, "night", "the sun is down"],
      [10 * HOURS, 13 * HOURS + 1, "unknown", "no counter shows what happened"],
    ]);
  });

  test("a standstill is no outage if the counter could not show what was expected", () => {
    // 900 W for 5 minutes are 75 Wh; this counter counts in steps of 100.
    const silence = (kwh: string) => gaps("w 900x5 _x5 900x5", { devices: [[load(kwh)]] });
    expect(silence("kwh 5x4 5.1 _x5 5.1x5")).toEqual([
      [5, 11, "unknown", "counter stood still, but it counts in steps of 0.1 kWh"],
    ]);
    expect(silence("kwh 5x4 5.01 _x5 5.01x5"))
      .toEqual([[5, 11, "outage", "counter stood still"]]);
  });

  test("what is counted at the ends of an outage does not hide it", () => {
    const silence = (after: string) =>
      gaps("w 3000x19 _x59 3000x19", {
        devices: [[load(`kwh 1+0.05x19 _x59 ${after}+0.05x19`)]],
      });
    // A minute at either end, and a step: of three kilowatt-hours.
    expect(silence("2.03")[0]!.slice(2))
      .toEqual(["outage", "counter advanced by 0.08 of some 3 kWh"]);
    expect(silence("2.45")[0]!.slice(2)).toEqual(["logger_down", "counter advanced by 0.5 kWh"]);
  });

  test("absent values are samples that never came, and prove nothing of the grid", () => {
    expect(gaps("w 5x4 NaNx9 5x5")).toEqual([[4, 15, "unknown", "no counter shows what happened"]]);
    expect(gaps("w 5x4 _x10 5x5", { grid: load("w -900x3 NaNx12 -900x5") }))
      .toEqual([[4, 15, "unknown", "no counter shows what happened"]]);
  });

  test("what is missing at the ends of the range is a gap too", () => {
    const range = { start: 0, end: 30 * MINUTE };
    expect(gaps("w _x10 5x10", { range }).map(([from, to]) => [from, to]))
      .toEqual([[0, 10], [20, 30]]);
    expect(gaps("w", { range }).map(([from, to]) => [from, to])).toEqual([[0, 30]]);
  });

  test("without samples and range there is nothing to miss", () => {
    expect(gaps("w")).toEqual([]);
  });
});

/** What holds of the gaps of any signal, under any light. */

test.each([
  ["w 1 2 3 _x5 9", undefined, [[2, 8, 3, 9]]],
  ["w 1 2 3 NaNx4 9", undefined, [[2, 8, 3, 9]]],
  ["w 1 2 3", { start: -9, end: 9 }, [[-9, 0, NaN, 1], [2, 9, 3, NaN]]],
  // samples outside of the range are not asked
  ["w 1 _x9 2 _x9 3", { start: 5, end: 15 }, [[5, 10, NaN, 2], [10, 15, 2, NaN]]],
  ["w", { start: 0, end: 9 }, [[0, 9, NaN, NaN]]],
  ["w", undefined, []],
])("silences() of '%s' in %j", (text, range, expected) => {
  const minutes = range && { start: range.start * 60_000, end: range.end * 60_000 };
  expect(
    silences(load(text), { maxGap: 180_000, range: minutes })
      .map(({ start, end, before, after }) => [start / 60_000, end / 60_000, before, after]),
  ).toEqual(expected);
});

test("sampledRange() reaches as far as there are samples", () => {
  const time = Float64Array.of(-20, 90);
  expect(sampledRange([{ time, value: time }], { start: 0, end: 100 }))
    .toEqual({ start: -20, end: 100 });
});

test("silences() are longer than what is bridged, at the ends of the range and between", () => {
  const samples = load("w _x2 5 _x2 5 _x3 5");
  const found = (end: number, maxGap: number) =>
    silences(samples, { maxGap: maxGap * MINUTE, range: { start: 0, end: end * MINUTE } })
      .map(({ start, end }) => [start / MINUTE, end / MINUTE]);
  expect(found(12, 1)).toEqual([[0, 2], [2, 5], [5, 9], [9, 12]]);
  expect(found(12, 2)).toEqual([[2, 5], [5, 9], [9, 12]]);
  expect(found(12, 3)).toEqual([[5, 9]]);
  expect(found(13, 3)).toEqual([[5, 9], [9, 13]]);
  expect(found(13, 4)).toEqual([]);
});
