import { expect, test } from "vitest";
import { findingsOf, findingsWithin, joinGaps } from "../../src/energy/findings.ts";
import type { Samples } from "../../src/columns.ts";
import type { GapClass } from "../../src/frames/gaps.ts";
import { defaultHousehold } from "../../src/household.ts";
import { localDays } from "../../src/time.ts";

const gap = (start: number, end: number, type: GapClass = "unknown", evidence = "") => (
  { start, end, class: type, evidence }
);

test.each([
  // both see it whole
  [[gap(2, 15)], [gap(2, 15)], [gap(2, 15)]],
  // the first does not see its end, the second not its start
  [[gap(2, 12)], [gap(8, 15)], [gap(2, 15)]],
  // they differ: each speaks for its own days
  [[gap(2, 15)], [gap(2, 15, "outage")], [gap(2, 10), gap(10, 15, "outage")]],
  [[gap(2, 15)], [gap(2, 15, "unknown", "b")], [gap(2, 10), gap(10, 15, "unknown", "b")]],
  [[gap(2, 15)], [gap(11, 15, "night")], [gap(2, 11), gap(11, 15, "night")]],
  // a sample lies between them
  [[gap(2, 10)], [gap(10, 15)], [gap(2, 10), gap(10, 15)]],
  [[], [gap(10, 15)], [gap(10, 15)]],
])("joinGaps() of %j and %j at 10 is %j", (first, second, expected) => {
  expect(joinGaps([first, second], [0, 10])).toEqual(expected);
});

const none = { time: new Float64Array(), value: new Float64Array() };
/** A house of which nothing is known. */
const silent = {
  grid: none,
  written: { grid: [], generation: [] },
  imports: [],
  exports: [],
  generation: none,
  output: none,
  devices: { battery: null, consumers: [], impossible: [], pulled: [] },
  inverters: [],
  today: [],
  total: [],
  strings: [],
  panels: [],
  resets: [],
  daylight: { light: [], dark: [], evidence: "" },
  impossible: [],
  impossibleDc: [],
  roles: new Map(),
  fallbacks: [],
  repeated: new Map(),
  notices: [],
};

function find(count: number, grid: Samples) {
  const days = localDays("2025-06-01", `2025-06-0${count}`, "UTC");
  return findingsOf(days, { ...silent, grid }, {
    household: defaultHousehold({ zone: "UTC" }),
    repair: true,
    completeCoverage: 0.998,
    now: days.at(-1)!.end,
  }).days;
}

test("findingsOf(): a day without a sample has no data", () => {
  expect(find(1, none)[0]!.row.flags).toEqual(["no_data"]);
});

test("findingsOf(): what a battery lets through is chance, also if no role describes the battery", () => {
  const start = Date.UTC(2025, 5, 1), TWO = 120_000;
  const time = Float64Array.from({ length: 2 * 720 + 1 }, (_, i) => start + i * TWO);
  // Twenty pulses are seen on the first day, none on the second.
  const sigmas = (rest: number) => {
    const value = time.map((_, i) => i < 280 && i % 14 === 5 ? 600 : rest);
    return find(2, { time, value }).map(({ grid }) => grid.imports.sigma);
  };
  const [seen, unseen] = sigmas(5);
  expect(unseen).toBe(seen);
  const [first, second] = sigmas(100);
  expect(second!).toBeLessThan(first! / 5);
});

test("findingsWithin(): a gap belongs to every range that it touches", () => {
  const gap = { start: 5, end: 9, class: "outage" as const, evidence: "" };
  const all = {
    days: [],
    gaps: { grid: [gap], generation: [] },
    registers: { imports: [], exports: [] },
    nights: [],
    repairs: [],
    clocks: [],
    repeated: new Map(),
    contradictions: [],
    notices: [],
  };
  expect(findingsWithin(all, { start: 6, end: 8 }).gaps.grid.length).toBe(1);
  expect(findingsWithin(all, { start: 9, end: 12 }).gaps.grid.length).toBe(0);
});

test("findingsWithin(): a contradiction is said where one of its days is", () => {
  const [first, second] = find(2, none);
  const on = (...holds: boolean[]) => ({
    flag: "sign_reversed" as const,
    holds,
    says: "",
    mend: "",
  });
  const all = {
    days: [first!, second!],
    gaps: { grid: [], generation: [] },
    registers: { imports: [], exports: [] },
    nights: [],
    repairs: [],
    clocks: [],
    repeated: new Map(),
    contradictions: [on(true, false), on(false, true)],
    notices: [],
  };
  const { start, end } = second!.row;
  expect(findingsWithin(all, { start, end }).contradictions).toEqual([on(false, true)]);
});

test("joinGaps(): what two stretches say of one gap is one gap", () => {
  const gap = { start: 5, end: 15, class: "outage" as const, evidence: "" };
  expect(joinGaps([[gap], [gap]], [0, 10])).toEqual([gap]);
});
