import { describe, expect, test } from "vitest";
import {
  isOver,
  planSync,
  refuseOtherHousehold,
  sameSelectors,
} from "../../src/archive/plan_sync.ts";
import { selector } from "../../src/selector.ts";

test("planSync() reads a month without a file up to now", () => {
  const up = { metric: "up", selectors: [], months: new Map(), damaged: new Map() };
  const server = new Map([["2025-01", new Set(["up"])]]);
  const now = Date.UTC(2025, 0, 20);
  const [task] = planSync([up], server, { now, overlap: 0 });
  expect(task?.range).toEqual({ start: Date.UTC(2025, 0, 1), end: now });
});

describe("a clock that was set back", () => {
  const HOUR = 3_600_000, read = Date.UTC(2025, 1, 1, 2);
  const record = { selectors: ["up"], from: Date.UTC(2025, 0, 5), to: read, finished: false };
  const plan = (now: number, change: Partial<typeof record> = {}, from?: number) => {
    const to = Math.min(change.to ?? record.to, Date.UTC(2025, 1) - 1);
    const months = new Map([["2025-01", { ...record, ...change, to }]]);
    const up = { metric: "up", selectors: [selector("up")], months, damaged: new Map() };
    return planSync([up], new Map(), { now, overlap: 3 * HOUR, from }).map(({ range }) => range);
  };

  test.each([
    ["by a day, in the middle of a month", Date.UTC(2025, 0, 30), {}],
    ["after the month was taken for finished", Date.UTC(2025, 0, 20), { finished: true }],
    ["with other selectors", Date.UTC(2025, 0, 2), { selectors: ["down"] }],
  ])("reads the month again: %s", (_how, now, change) => {
    expect(plan(now, change)).toEqual([{ start: Date.UTC(2025, 0), end: now }]);
  });

  test.each([
    ["to before the month", Date.UTC(2024, 11, 31), undefined],
    ["to before --from", Date.UTC(2025, 0, 10), Date.UTC(2025, 0, 20)],
  ])("reads nothing: %s", (_how, now, from) => {
    expect(plan(now, {}, from)).toEqual([]);
  });

  test("no range ends before it starts, whatever the clock says", () => {
    for (let now = Date.UTC(2024, 11, 25); now < Date.UTC(2025, 1, 10); now += 1.7 * HOUR) {
      for (const { start, end } of [...plan(now), ...plan(now, { finished: true })]) {
        expect(start).toBeLessThanOrEqual(end);
      }
    }
  });
});

test("isOver() waits for late samples", () => {
  const now = Date.UTC(2025, 1, 1, 2);
  expect(isOver("2025-01", { now, overlap: 3_600_000 })).toBe(true);
  expect(isOver("2025-01", { now, overlap: 3 * 3_600_000 })).toBe(false);
});

test("sameSelectors() compares the texts", () => {
  expect(sameSelectors({ selectors: ["up"] }, [selector("up")])).toBe(true);
});

test("refuseOtherHousehold() refuses another meter", () => {
  const record = { selectors: ['kwh{ain="1"}'], from: 0, to: 1, finished: false };
  const months = new Map([["1970-01", record]]), damaged = new Map();
  const selectors = [selector("kwh", { label: "ain", op: "=", value: "2" })];
  expect(() => refuseOtherHousehold("dir", [{ metric: "kwh", selectors, months, damaged }]))
    .toThrow(expect.objectContaining({ code: "OTHER_HOUSEHOLD" }));
});
