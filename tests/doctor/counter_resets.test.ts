import { expect, test } from "vitest";
import { counterResets } from "../../src/doctor/counter_resets.ts";

const ZONE = "Europe/Berlin";
/** A day counter from lines `MM-DDTHH:mm value`, in Berlin's summer time. */
function counter(...lines: string[]) {
  const rows = lines.map((line) => line.split(" "));
  return {
    time: Float64Array.from(rows, ([at]) => Date.parse(`2025-${at}:00+02:00`)),
    value: Float64Array.from(rows, ([, value]) => Number(value)),
  };
}
const HOURS = 3_600_000;

test("a reset that nobody saw, because the inverter slept, is at midnight", () => {
  const days = counter("06-01T21:30 40", "06-02T05:00 0", "06-02T21:30 35", "06-03T05:01 0.01");
  expect(counterResets(days, ZONE)).toEqual({ count: 2, odd: [] });
});

test("a reset that was seen at midnight", () => {
  const days = counter("06-01T23:59 40", "06-02T00:01 0", "06-02T12:00 9");
  expect(counterResets(days, ZONE)).toEqual({ count: 1, odd: [] });
});

test.each([
  ["before midnight: a clock that knows no summer time", "06-01T22:59", "06-01T23:00", -1],
  ["two hours after it", "06-02T01:59", "06-02T02:00", 2],
])("%s", (_, before, after, offset) => {
  const days = counter("06-01T21:00 39", `${before} 40`, `${after} 0`, "06-02T05:00 0");
  expect(counterResets(days, ZONE).odd).toEqual([
    { at: days.time[2], offset: offset * HOURS, kind: "shifted" },
  ]);
});

test("a late reset, after the inverter woke up", () => {
  const days = counter("06-01T21:30 40", "06-02T05:00 40", "06-02T05:20 40", "06-02T05:21 0");
  expect(counterResets(days, ZONE).odd).toMatchObject([{ kind: "late", at: days.time[3] }]);
});

test("a restart in the middle of the day", () => {
  const days = counter("06-01T21:30 40", "06-02T05:00 0", "06-02T12:59 16", "06-02T13:00 0");
  expect(counterResets(days, ZONE)).toMatchObject({ count: 2, odd: [{ kind: "restart" }] });
});

test("a counter that rises or rests has no reset", () => {
  expect(counterResets(counter("06-01T10:00 3", "06-01T11:00 3", "06-01T12:00 7"), ZONE))
    .toEqual({ count: 0, odd: [] });
});
