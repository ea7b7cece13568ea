import fc from "fast-check";
import { expect, test } from "vitest";
import { describeRealigned, stitch } from "../../src/client/stitch.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { load } from "../notation.ts";

const plain = (columns: SeriesColumns) =>
  [...eachSeries(columns)].map(({ labels, time, value }) => ({
    labels,
    time: [...time],
    value: [...value],
  }));

test("series are joined by their labels, whatever the order of series and labels", () => {
  const first = load('a{x="1",y="2"} 1 2\na{x="2"} 10', { step: 1 });
  const second = load('a{x="2"} 20\nb 5\na{y="2",x="1"} 3', { start: 2, step: 1 });
  expect(plain(stitch([first, second]))).toEqual([
    { labels: { __name__: "a", x: "1", y: "2" }, time: [0, 1, 2], value: [1, 2, 3] },
    { labels: { __name__: "a", x: "2" }, time: [0, 2], value: [10, 20] },
    { labels: { __name__: "b" }, time: [2], value: [5] },
  ]);
});

test("labels that read alike are told apart", () => {
  const one = joinSeries([
    { labels: { a: '1","b":"2' }, time: Float64Array.of(1), value: Float64Array.of(1) },
    { labels: { a: "1", b: "2" }, time: Float64Array.of(1), value: Float64Array.of(2) },
  ]);
  expect(stitch([one]).labels.length).toBe(2);
});

test("a border that two answers share is kept once, and what lies outside is left out", () => {
  const parts = [load("a 0 1 2", { start: -1, step: 1 }), load("a 2 3 4 5", { start: 1, step: 1 })];
  expect(plain(stitch(parts, { from: 0, to: 3 }))).toEqual([
    { labels: { __name__: "a" }, time: [0, 1, 2, 3], value: [1, 2, 3, 4] },
  ]);
  expect(plain(stitch(parts, { from: 9 }))).toEqual([]);
});

test("an only answer of which nothing is left out is not copied", () => {
  const only = load("a 0 1 2\nb 5", { step: 1 });
  expect(stitch([only])).toBe(only);
  expect(stitch([only], { to: 1 })).not.toBe(only);
});

test("of two samples at one instant the later one counts", () => {
  const twice = joinSeries([{
    labels: {},
    time: Float64Array.of(1, 1, 2, 3, 3),
    value: Float64Array.of(1, 2, 3, 4, 5),
  }]);
  expect(plain(stitch([twice]))).toEqual([{ labels: {}, time: [1, 2, 3], value: [2, 3, 5] }]);
});

test("samples that do not ascend are an error", () => {
  const wrong = joinSeries([{
    labels: { a: "b" },
    time: Float64Array.of(2, 1),
    value: Float64Array.of(1, 1),
  }]);
  expect(() => stitch([wrong])).toThrow(/\{"a":"b"\} are not in order of time at 1970/);
});

test("any cutting into windows, closed or left-open, gives the whole back", () => {
  const times = fc.uniqueArray(fc.nat(1000), { minLength: 1 })
    .map((all) => all.sort((a, b) => a - b));
  fc.assert(fc.property(times, fc.array(fc.nat(1000)), fc.boolean(), (all, cuts, closed) => {
    const borders = [-1, ...cuts.sort((a, b) => a - b), 1000];
    const answers = borders.slice(1).map((end, index) => {
      const inside = all.filter((at) =>
        at <= end && (closed ? at >= borders[index]! : at > borders[index]!)
      );
      const time = Float64Array.from(inside);
      return joinSeries([{ labels: {}, time, value: time }]);
    });
    expect([...stitch(answers).time]).toEqual(all);
  }));
});

test.each([
  ["on the grid, with gaps", load("a 1 _ 3", { start: 30_000 }), null],
  ["nothing", load(""), null],
  ["moved to whole minutes", load("a 1 2 3", { start: 0 }), /^3 of 3 points .*00:00:00\.000Z\)/],
  ["one before the start", load("a 1 2", { start: -30_000 }), /^1 of 2 points/],
  ["one after the end", load("a 1 2 3 4", { start: 30_000 }), /^1 of 4 points/],
])("%s", (_name, columns, expected) => {
  const said = describeRealigned(columns, { start: 30_000, end: 150_000, step: 60_000 });
  if (expected === null) expect(said).toBeNull();
  else expect(said).toMatch(expected);
});

const DAY = 86_400_000;

// A daily range of local days in Berlin: 22:00 UTC to 22:00 UTC.
test.each([
  ["as asked, from local midnights", 22 * 3_600_000, null],
  ["moved to UTC midnights", 24 * 3_600_000, /^3 of 3 points/],
])("daily steps %s", (_name, start, expected) => {
  const asked = { start: 22 * 3_600_000, end: 22 * 3_600_000 + 2 * DAY, step: DAY };
  const said = describeRealigned(load("a 1 2 3", { start, step: DAY }), asked);
  if (expected === null) expect(said).toBeNull();
  else expect(said).toMatch(expected);
});
