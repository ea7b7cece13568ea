import { describe, expect, test } from "vitest";
import type { ComparedDay, ComparedEnergy } from "../../src/verify/compare.ts";
import { comparisonFrame } from "../../src/verify/comparison_frame.ts";

const comparison = (
  rows: readonly ComparedDay[],
  days: "local" | "utc" = "local",
): ComparedEnergy => ({
  quantity: "import",
  days,
  expression: "sum(increase(register[1d]))",
  withoutRule: [],
  spelledOut: "",
  rows,
});

describe("comparisonFrame()", () => {
  const frame = comparisonFrame({
    comparisons: [
      comparison([], "utc"),
      comparison([
        {
          day: "2025-10-25",
          local: 7,
          server: 7.01,
          parts: [{ reason: "window_ends", kwh: 0.01 }, { reason: "restarts", kwh: 0.0001 }],
          rest: 0,
        },
        { day: "2025-10-26", local: null, server: 5, parts: [], rest: null },
      ]),
    ],
  });

  test("has a column per reason that moves any day, in watt-hours", () => {
    expect(frame.columns)
      .toEqual([
        "date",
        "wattbook_kwh",
        "server_kwh",
        "difference_wh",
        "window_ends_wh",
        "rest_wh",
      ]);
    const [date, ours, theirs, difference, ends, rest] = frame.row(0);
    expect([date, ours, theirs, rest]).toEqual(["2025-10-25", 7, 7.01, 0]);
    expect(difference).toBeCloseTo(10, 9);
    expect(ends).toBeCloseTo(10, 9);
  });

  test("leaves empty what is not known", () => {
    expect(frame.row(1)).toEqual(["2025-10-26", null, 5, null, null, null]);
  });

  test("shows smaller reasons if asked, and has no rows for what was not compared", () => {
    const rows = [{
      day: "2025-10-25",
      local: 7,
      server: 7,
      parts: [{ reason: "restarts" as const, kwh: 0.0001 }],
      rest: 0,
    }];
    expect(comparisonFrame({ comparisons: [comparison(rows)] }, { least: 0.05 }).columns)
      .toContain("restarts_wh");
    expect(comparisonFrame({ comparisons: [comparison(rows)] }, { quantity: "export" }).height)
      .toBe(0);
  });
});

test("a reason that moves any day has a column", () => {
  const parts = [{ reason: "restarts" as const, kwh: 1 }];
  const frame = comparisonFrame({
    comparisons: [{
      quantity: "import",
      days: "local",
      expression: "sum(increase(register[1d]))",
      withoutRule: [],
      spelledOut: "",
      rows: [{ day: "2025-06-01", local: 5, server: 6, parts, rest: 0 }],
    }],
  });
  expect(frame.columns).toEqual([
    ...["date", "wattbook_kwh", "server_kwh", "difference_wh", "restarts_wh", "rest_wh"],
  ]);
});
