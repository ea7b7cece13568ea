import { describe, expect, test } from "vitest";
import { HOUR } from "../../src/time.ts";
import { localWindows, pulledRange, utcWindows, windowRuns } from "../../src/verify/windows.ts";

const hours = ({ start, end }: { start: number; end: number }) => (end - start) / HOUR;

describe("localWindows()", () => {
  test.each([
    ["2025-03-29", "2025-03-31", [24, 23, 24]],
    ["2025-10-25", "2025-10-27", [24, 25, 24]],
  ])("have the real length of the days from %s to %s", (from, to, lengths) => {
    const windows = localWindows(from, to, "Europe/Berlin");
    expect(windows.map(hours)).toEqual(lengths);
    expect(windows.every(({ at, end }) => at === end - 1)).toBe(true);
  });
});

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

describe("windowRuns()", () => {
  test("sets days of 23 and 25 hours apart", () => {
    const runs = windowRuns(localWindows("2025-10-20", "2025-10-31", "Europe/Berlin"));
    expect(runs.map(({ width, windows }) => [width / HOUR, windows.length])).toEqual([
      [24, 6],
      [25, 1],
      [24, 5],
    ]);
  });

  test("begins anew where days are left out", () => {
    const windows = utcWindows("2025-06-01", "2025-06-05").filter((_, index) => index !== 2);
    expect(windowRuns(windows).map((run) => run.windows.length)).toEqual([2, 2]);
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
