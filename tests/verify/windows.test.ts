import { describe, expect, test } from "vitest";
import { pulledRange, utcWindows } from "../../src/verify/compare.ts";

describe("utcWindows()", () => {
  test("end at midnights of UTC, whatever the zone", () => {
    expect(utcWindows("2025-10-26", "2025-10-27")).toEqual([
      {
        label: "2025-10-26",
        start: Date.UTC(2025, 9, 26),
        end: Date.UTC(2025, 9, 27),
        at: Date.UTC(2025, 9, 27),
      },
      {
        label: "2025-10-27",
        start: Date.UTC(2025, 9, 27),
        end: Date.UTC(2025, 9, 28),
        at: Date.UTC(2025, 9, 28),
      },
    ]);
  });
});

describe("pulledRange()", () => {
  test("holds the UTC days of the farthest zones, and nothing to come", () => {
    for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
      const { start, end } = pulledRange("2025-06-01", "2025-06-02", { zone, now: Infinity });
      expect(start).toBeLessThanOrEqual(Date.UTC(2025, 5, 1));
      expect(end).toBeGreaterThanOrEqual(Date.UTC(2025, 5, 3));
    }
    const now = Date.UTC(2025, 5, 3, 1);
    expect(pulledRange("2025-06-01", "2025-06-02", { zone: "UTC", now }).end).toBe(now);
  });
});
