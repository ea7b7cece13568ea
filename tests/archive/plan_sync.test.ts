import { expect, test } from "vitest";
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
