import { describe, expect, test } from "vitest";
import { hourTicks, periodTicks } from "../../src/plots/period_ticks.ts";
import { textWidth } from "../../src/plots/svg.ts";
import { HOUR, localDays, type PeriodKind, periodLabel } from "../../src/time.ts";

function labelsOf(from: string, to: string, kind: PeriodKind): string[] {
  return [...new Set(localDays(from, to, "UTC").map(({ label }) => periodLabel(label, kind)))];
}
const ticksOf = (from: string, to: string, kind: PeriodKind, width: number) =>
  periodTicks(labelsOf(from, to, kind), kind, width);

describe("periodTicks()", () => {
  test.each<[string, string, PeriodKind, number, string[]]>([
    ["2025-06-01", "2025-06-03", "day", 700, ["1 Jun", "2", "3"]],
    ["2025-06-30", "2025-07-02", "day", 700, ["30 Jun", "1 Jul", "2"]],
    ["2024-12-01", "2025-01-31", "month", 700, ["Dec 2024", "Jan 2025"]],
    ["2025-03-01", "2025-05-31", "month", 700, ["Mar 2025", "Apr", "May"]],
    ["2023-01-01", "2025-12-31", "year", 700, ["2023", "2024", "2025"]],
    ["2025-01-01", "2025-03-31", "day", 200, ["Jan 2025", "Feb", "Mar"]],
    // No month begins in it, and there is no room for two labels.
    ["2025-03-02", "2025-03-12", "day", 40, ["8 Mar"]],
  ])("labels %s to %s by %s on %i px", (from, to, kind, width, expected) => {
    expect(ticksOf(from, to, kind, width).map(({ label }) => label)).toEqual(expected);
  });

  test("leaves room between labels, for any span and width", () => {
    for (const to of ["2025-01-01", "2025-01-20", "2025-03-31", "2025-12-31", "2029-12-31"]) {
      for (const kind of ["day", "week", "month", "year"] as const) {
        for (const width of [250, 740, 1540]) {
          const labels = labelsOf("2025-01-01", to, kind);
          const ticks = periodTicks(labels, kind, width);
          expect(ticks.length).toBeGreaterThan(0);
          const places = ticks.map(({ at, label }) => (
            {
              x: (labels.indexOf(at) + 0.5) * width / labels.length,
              half: textWidth(label, 11) / 2,
            }
          ));
          places.slice(1).forEach(({ x, half }, i) => {
            const before = places[i]!;
            expect(x - half, `${to} ${kind} ${width}`).toBeGreaterThan(before.x + before.half);
          });
        }
      }
    }
  });
});

describe("hourTicks()", () => {
  const ticks = (day: string, zone: string, width: number) => {
    const [period] = localDays(day, day, zone);
    return hourTicks(period!, zone, width).map(({ at, label }) => (
      `${label} after ${(at - period!.start) / HOUR} h`
    ));
  };

  test("are full hours of the clock, also where the zone is off by half an hour", () => {
    expect(ticks("2025-06-01", "Asia/Kolkata", 400).slice(0, 2))
      .toEqual(["00:00 after 0 h", "03:00 after 3 h"]);
  });

  test("know that an hour comes twice", () => {
    expect(ticks("2025-10-26", "Europe/Berlin", 1600).slice(1, 5)).toEqual([
      "01:00 after 1 h",
      "02:00 after 2 h",
      "02:00 after 3 h",
      "03:00 after 4 h",
    ]);
  });

  test("know that the clock leaps over an hour", () => {
    expect(ticks("2025-03-30", "Europe/Berlin", 1600).slice(1, 3))
      .toEqual(["01:00 after 1 h", "03:00 after 2 h"]);
  });
});
