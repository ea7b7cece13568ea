import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localWindows, windowRuns } from "../../src/server_side/ask_days.ts";
import { addDays, HOUR } from "../../src/time.ts";

const DAY = 24 * HOUR;
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

describe("windowRuns()", () => {
  test.each([
    // Clocks put forward and back by an hour, by half an hour, at midnight, and never.
    ["Europe/Berlin", "2025-10-20", "2025-10-31", [[24, 6], [25, 1], [24, 5]]],
    ["Australia/Lord_Howe", "2025-04-04", "2025-04-08", [[24, 2], [24.5, 1], [24, 2]]],
    ["Australia/Lord_Howe", "2025-10-03", "2025-10-07", [[24, 2], [23.5, 1], [24, 2]]],
    ["Asia/Beirut", "2025-03-28", "2025-04-01", [[24, 2], [23, 1], [24, 2]]],
    ["America/Havana", "2025-10-31", "2025-11-04", [[24, 2], [25, 1], [24, 2]]],
    ["Asia/Kolkata", "2025-03-01", "2025-04-30", [[24, 61]]],
    // 30 December 2011 was no day in Samoa; what follows lies at another offset from UTC.
    ["Pacific/Apia", "2011-12-28", "2012-01-01", [[24, 4]]],
  ])("in %s from %s to %s", (zone, from, to, expected) => {
    const runs = windowRuns(localWindows(from, to, zone));
    expect(runs.map(({ window, windows }) => [window / HOUR, windows.length])).toEqual(expected);
  });

  test("are ten at the most for a year with clock changes", () => {
    expect(windowRuns(localWindows("2025-01-01", "2025-12-31", "Europe/Berlin"))).toHaveLength(9);
    expect(windowRuns(localWindows("2025-01-01", "2025-12-31", "Asia/Kolkata"))).toHaveLength(6);
  });

  test("begin anew where days are left out", () => {
    const windows = localWindows("2025-06-01", "2025-06-05", "UTC").filter((_, i) => i !== 2);
    expect(windowRuns(windows).map((run) => run.windows.length)).toEqual([2, 2]);
  });

  test("are evaluated at midnights of UTC, never after their windows, and look back on them", () => {
    const zones = ["Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns"]
      .concat("Pacific/Kiritimati", "Etc/GMT+12", "UTC", "Pacific/Chatham");
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 400 }),
        (zone, first, count) => {
          const from = addDays("2020-01-01", first);
          const windows = localWindows(from, addDays(from, count), zone);
          const runs = windowRuns(windows);
          expect(runs.flatMap((run) => run.windows)).toEqual(windows);
          for (const { start, offset, window, windows } of runs) {
            expect(start % DAY).toBe(0);
            expect(offset).toBeLessThanOrEqual(0);
            windows.forEach((one, index) => {
              const evaluated = start + index * DAY;
              expect(evaluated).toBeLessThanOrEqual(one.at);
              expect({ at: evaluated - offset, start: evaluated - offset - window })
                .toEqual({ at: one.end - 1, start: one.start - 1 });
            });
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
