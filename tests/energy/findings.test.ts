import { expect, test } from "vitest";
import { findingsOf, findingsWithin, joinGaps } from "../../src/energy/findings.ts";
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

test("findingsOf(): a day without a sample has no data", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC");
  const none = { time: new Float64Array(), value: new Float64Array() };
  const signals = {
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
    resets: [],
    daylight: { light: [], dark: [], evidence: "" },
    impossible: [],
    impossibleDc: [],
    roles: new Map(),
    fallbacks: [],
    repeated: new Map(),
    notices: [],
  };
  const { days: [day] } = findingsOf(days, signals, {
    household: defaultHousehold({ zone: "UTC" }),
    repair: true,
    completeCoverage: 0.998,
    now: days[0]!.end,
  });
  expect(day!.row.flags).toEqual(["no_data"]);
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

test("joinGaps(): what two stretches say of one gap is one gap", () => {
  const gap = { start: 5, end: 15, class: "outage" as const, evidence: "" };
  expect(joinGaps([[gap], [gap]], [0, 10])).toEqual([gap]);
});
