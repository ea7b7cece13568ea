import { expect, test } from "vitest";
import { joinPieces, labelKey, rowAfter, rowAt, samplesWithin } from "../src/columns.ts";

const time = Float64Array.of(0, 10, 10, 20);

test.each([[-1, 0, 0], [0, 0, 1], [5, 1, 1], [10, 1, 3], [20, 3, 4], [21, 4, 4]])(
  "the first row at or after %d is %d, the first one after it %d",
  (instant, at, after) => {
    expect([rowAt(time, instant), rowAfter(time, instant)]).toEqual([at, after]);
  },
);

test("samplesWithin() includes both ends", () => {
  const within = (
    start: number,
    end: number,
  ) => [...samplesWithin({ time, value: time }, { start, end }).time];
  expect(within(10, 20)).toEqual([10, 10, 20]);
  expect(within(1, 9)).toEqual([]);
});

test("labelKey() ignores the order of labels, and empty ones", () => {
  expect(labelKey({ pod: "a", job: "b" })).toBe(labelKey({ job: "b", pod: "a", zone: "" }));
  expect(labelKey({ pod: "a" })).not.toBe(labelKey({ pod: "b" }));
});

test("joinPieces() joins the pieces of each series", () => {
  const piece = (pod: string, at: number) => (
    { labels: { pod }, time: Float64Array.of(at), value: Float64Array.of(at) }
  );
  const { labels, offsets, time } = joinPieces([piece("a", 0), piece("b", 1), piece("a", 2)]);
  expect(labels).toEqual([{ pod: "a" }, { pod: "b" }]);
  expect([...offsets]).toEqual([0, 2, 3]);
  expect([...time]).toEqual([0, 2, 1]);
});

test("pieces of a series are joined; labels, ranges and rows are found", () => {
  const piece = (pod: string, at: number) => (
    { labels: { pod }, time: Float64Array.of(at), value: Float64Array.of(at) }
  );
  const columns = joinPieces([piece("a", 0), piece("b", 1), piece("a", 2)]);
  expect(columns.labels).toHaveLength(2);
  expect([...columns.time]).toEqual([0, 2, 1]);
  expect(labelKey({ pod: "a", job: "b" })).toBe(labelKey({ job: "b", pod: "a", zone: "" }));
  const time = Float64Array.of(0, 10, 20);
  expect([...samplesWithin({ time, value: time }, { start: 5, end: 20 }).time]).toEqual([10, 20]);
  expect([rowAt(time, 10), rowAfter(time, 10)]).toEqual([1, 2]);
});
