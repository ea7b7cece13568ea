import { describe, expect, test } from "vitest";
import { seriesAt } from "../../src/columns.ts";
import {
  addSignals,
  slotIndexes,
  usualStep,
  valuesAt,
  withoutRepeats,
} from "../../src/frames/samples.ts";
import { load } from "../notation.ts";
import { gapCap } from "../../src/frames/samples.ts";

const signals = (text: string) => {
  const columns = load(text);
  return columns.labels.map((_, i) => seriesAt(columns, i));
};

describe("addSignals()", () => {
  test.each([
    // phases of one scrape
    ['w{p="1"} 1 2 3\nw{p="2"} 10 20 30', [0, 1, 2], [11, 22, 33]],
    // the other one is interpolated between its samples
    ['w{p="1"} 1 _ 3\nw{p="2"} _ 10 _', [0, 1, 2], [NaN, 12, NaN]],
    // where one is not known, neither is the sum
    ['w{p="1"} 1 1 _x9 1\nw{p="2"} 1x11', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [
      2,
      2,
      ...Array(9).fill(NaN),
      2,
    ]],
  ])("of %j", (text, at, value) => {
    const sum = addSignals(signals(text), { maxGap: 180_000 });
    expect([...sum.time].map((t) => t / 60_000)).toEqual(at);
    expect([...sum.value]).toEqual(value);
  });

  test("of one signal is that signal", () => {
    const [one] = signals("w 1 2 3");
    expect(addSignals([one!])).toBe(one);
  });
});

test("valuesAt() bridges up to the limit and not beyond", () => {
  const [signal] = signals("w 0 10 _ _ _ 50");
  const times = [-1, 0, 30_000, 60_000, 180_000, 300_000, 300_001];
  expect([...valuesAt(signal!, times, 240_000)]).toEqual([NaN, 0, 5, 10, 30, 50, NaN]);
  expect([...valuesAt(signal!, times, 60_000)]).toEqual([NaN, 0, 5, 10, NaN, 50, NaN]);
});

test("slotIndexes() puts a sample on a border into the later slot", () => {
  const [signal] = signals("w 1 2 3");
  expect([...slotIndexes(signal!, [0, 60_000, 60_001, 999_999])]).toEqual([0, 1, 2, 3]);
});

test("three minutes without a sample a minute are a gap; signals are added sample by sample", () => {
  const minutes = Float64Array.from({ length: 100 }, (_, i) => i * 60_000);
  expect(gapCap({ time: minutes, value: minutes })).toBe(180_000);
  const time = Float64Array.of(0, 10);
  const [a, b] = [Float64Array.of(1, 2), Float64Array.of(3, 4)];
  expect([...addSignals([{ time, value: a }, { time, value: b }]).value]).toEqual([4, 6]);
});

describe("withoutRepeats()", () => {
  test("keeps the last value at each time, and tells the times of the others", () => {
    const time = Float64Array.of(0, 1, 1, 1, 2, 3, 3), value = Float64Array.of(5, 1, 2, 3, 6, 7, 8);
    const { samples, repeated } = withoutRepeats({ time, value });
    expect([[...samples.time], [...samples.value]]).toEqual([[0, 1, 2, 3], [5, 3, 6, 8]]);
    expect([...repeated]).toEqual([1, 1, 3]);
  });

  test("keeps what is new, of a device that writes on change only", () => {
    // Every change is repeated with the value before it.
    const rows = Array.from({ length: 600 }, (_, i) => ({ at: 10 * i, watts: 500 + 20 * (i % 7) }));
    const doubled = rows.flatMap(({ at, watts }, i) => [
      { at, watts },
      ...(i % 50 === 49 ? [{ at, watts: rows[i - 1]!.watts }] : []),
    ]);
    const { samples, repeated } = withoutRepeats({
      time: Float64Array.from(doubled, ({ at }) => at),
      value: Float64Array.from(doubled, ({ watts }) => watts),
    });
    expect([...samples.value]).toEqual(rows.map(({ watts }) => watts));
    expect(repeated.length).toBe(12);
  });

  test("does not copy a signal that has one value at each time", () => {
    const samples = { time: Float64Array.of(0, 1), value: Float64Array.of(5, 5) };
    expect(withoutRepeats(samples).samples).toBe(samples);
  });
});

describe("usualStep()", () => {
  const spaced = (...seconds: number[]) => {
    let at = 0;
    const time = Float64Array.from([0, ...seconds.map((step) => at += 1000 * step)]);
    return { time, value: time };
  };
  const often = (count: number, seconds: number) => Array<number>(count).fill(seconds);

  test("of a device that mixes two cadences is the one that takes most of the time", () => {
    // Two hours in steps of 11 s, and 22 hours in steps of 5 minutes.
    const mixed = spaced(...often(655, 11), ...often(264, 300));
    expect(usualStep(mixed)).toBe(300_000);
    expect(gapCap(mixed)).toBe(450_000);
  });

  test("of a device that reports every hour is an hour, although it was asked more often once", () => {
    expect(usualStep(spaced(...often(48, 3600), ...often(10, 60)))).toBe(3_600_000);
  });

  test.each([
    ["one long outage", [...often(60, 60), 40 * 60]],
    ["outages of many lengths", [
      ...often(60, 60),
      ...Array.from({ length: 12 }, (_, i) => 200 + 90 * i),
    ]],
    [
      "outages that return every hour",
      Array.from({ length: 24 }, () => [...often(10, 60), 50 * 60]).flat(),
    ],
  ])("is not a matter of %s", (_, steps) => {
    expect(usualStep(spaced(...steps))).toBe(60_000);
  });
});
