import { describe, expect, test } from "vitest";
import { classifyGaps, gapFrame, type GapOptions } from "../../src/frames/gaps.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;
/** Light from minute 20 to minute 40, and from 80 to 100. */
const daylight = [[20, 40], [80, 100]].map(([from, to]) => (
  { start: from! * MINUTE, end: to! * MINUTE }
));
const gaps = (text: string, options: GapOptions = {}) =>
  classifyGaps(load(text), { maxGap: 3 * MINUTE, ...options })
    .map((gap) => [gap.start / MINUTE, gap.end / MINUTE, gap.class, gap.evidence]);

describe("classifyGaps()", () => {
  test.each([
    // silent in the dark only
    ["w _x20 900x20 _x39 900x20", { sleepy: 50 }, [[40, 80, "night", "the sun is down"]]],
    // asleep before sunset, awake after sunrise, at low power
    ["w _x20 900x14 30 _x48 30 900x10", { sleepy: 50 }, [[35, 84, "night", "the sun is down"]]],
    // silent from noon on: an outage until dusk, then night
    [
      "w _x20 900x10 _x49 900x20",
      { sleepy: 50, counter: load("kwh _x20 5x10 _x49 5x20") },
      [[30, 40, "outage", "counter stood still"], [40, 80, "night", "the sun is down"]],
    ],
    // silent from noon on, while the house fed in
    [
      "w _x20 900x10 _x49 900x20",
      { sleepy: 50, grid: load("w 100x32 -700 100x80") },
      [[30, 40, "logger_down", "exported up to 700 W"], [40, 80, "night", "the sun is down"]],
    ],
    // silent around noon, and the counter has gone on
    [
      "w _x20 900x5 _x9 900x5",
      { counter: load("kwh _x20 5x5 _x9 5.5x5") },
      [[25, 35, "logger_down", "counter advanced by 0.5 kWh"]],
    ],
    // silent around noon, and nobody knows why
    ["w _x20 900x5 _x9 900x5", {}, [[25, 35, "unknown", "no counter on both sides"]]],
    // a low value around noon is a cloud, not sleep
    ["w _x20 30x5 _x9 30x5", { sleepy: 50 }, [[25, 35, "unknown", "no counter on both sides"]]],
    // one missed scrape is no gap
    ["w _x20 900x5 _ 900x5", {}, []],
  ] as [string, GapOptions, unknown[]][])("of '%s'", (text, options, expected) => {
    expect(gaps(text, { daylight, ...options })).toEqual(expected);
  });

  test("a meter needs no daylight", () => {
    expect(gaps("w 5x10 _x9 5x10", { counter: load("kwh 1x10 _x9 2x10") }))
      .toEqual([[10, 20, "logger_down", "counter advanced by 1 kWh"]]);
  });

  test("an import register that stands still proves nothing: the house may have exported", () => {
    const counter = load("kwh 1x10 _x9 1x10");
    expect(gaps("w 5x10 _x9 5x10", { counter, alwaysCounts: false }))
      .toEqual([[10, 20, "unknown", "counter stood still"]]);
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

test("gapFrame() has one row a gap, and its columns without any", () => {
  const frame = gapFrame(classifyGaps(load("w 5x9 _x9 5x9")));
  expect(frame.columns).toEqual(["start", "end", "class", "evidence"]);
  expect(frame.getColumn("class").toArray()).toEqual(["unknown"]);
  expect(gapFrame([]).height).toBe(0);
});
