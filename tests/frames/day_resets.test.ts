import { expect, test } from "vitest";
import { dayResets } from "../../src/frames/day_resets.ts";

/** A day counter from lines `MM-DDTHH:mm value`. */
function counter(...lines: string[]) {
  const rows = lines.map((line) => line.split(" "));
  return {
    time: Float64Array.from(rows, ([at]) => Date.parse(`2025-${at}:00Z`)),
    value: Float64Array.from(rows, ([, value]) => Number(value)),
  };
}
const told = (...lines: string[]) =>
  dayResets(counter(...lines)).map(({ from, at, isLate }) => {
    const text = (instant: number) => new Date(instant).toISOString().slice(8, 16);
    return `${text(from)} ${text(at)}${isLate ? " late" : ""}`;
  });

test("a reset that nobody saw lies in the night", () => {
  expect(told("06-01T21:30 40", "06-02T05:00 0", "06-02T21:30 35", "06-03T05:01 0.01"))
    .toEqual(["01T21:30 02T05:00", "02T21:30 03T05:01"]);
});

test("a reset that was seen lies between two scrapes", () => {
  expect(told("06-01T22:59 40", "06-01T23:00 0", "06-02T12:00 9")).toEqual(["01T22:59 01T23:00"]);
});

test("a late reset comes after the device woke up and showed the day before", () => {
  const night = ["06-01T21:29 39.99", "06-01T21:30 40", "06-02T05:00 40"];
  expect(told(...night, "06-02T05:20 40", "06-02T05:21 0")).toEqual(["02T05:20 02T05:21 late"]);
  // It counts on from the day before: its day is not over, its clock is behind.
  expect(told(...night, "06-02T06:59 41.2", "06-02T07:00 0")).toEqual(["02T06:59 02T07:00"]);
});

test("a restart in the middle of the day is none, though the day before was longer", () => {
  const night = ["06-01T21:29 39.99", "06-01T21:30 40", "06-02T05:00 0"];
  expect(told(...night, "06-02T06:30 5", "06-02T08:00 16", "06-02T08:01 0"))
    .toEqual(["01T21:30 02T05:00", "02T08:00 02T08:01"]);
});

test("a counter that rises, rests or has counted next to nothing has no reset", () => {
  expect(told("06-01T10:00 3", "06-01T11:00 3", "06-01T12:00 7")).toEqual([]);
  expect(told("06-01T10:00 0.05", "06-02T10:00 0")).toEqual([]);
  expect(dayResets({ time: new Float64Array(), value: new Float64Array() })).toEqual([]);
});
