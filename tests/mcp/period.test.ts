import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { PERIOD_WORDS, resolvePeriod, yearBefore } from "../../src/mcp/period.ts";

const on = (today: string, first: string | null = "2020-01-01") => ({ today, first });
const range = (period: string, today: string) => {
  const { from, to } = resolvePeriod({ period }, on(today));
  return [from, to];
};
const day = fc.integer({ min: 0, max: 20_000 })
  .map((count) => DateTime.fromISO("1995-01-01", { zone: "utc" }).plus({ days: count }));

describe("resolvePeriod()", () => {
  test("knows the words, by the calendar of another library", () => {
    fc.assert(fc.property(day, (now) => {
      const today = now.toISODate()!, yesterday = now.minus({ days: 1 });
      const span = (kind: "week" | "month" | "year", back: number) => {
        const start = now.minus({ [`${kind}s`]: back }).startOf(kind);
        const end = start.endOf(kind), last = end < yesterday ? end : yesterday;
        const isFirst = start.hasSame(now, "day");
        return [start.toISODate(), isFirst ? today : last.toISODate()];
      };
      expect(range("today", today)).toEqual([today, today]);
      expect(range("yesterday", today)).toEqual([yesterday.toISODate(), yesterday.toISODate()]);
      for (const kind of ["week", "month", "year"] as const) {
        expect(range(`this_${kind}`, today)).toEqual(span(kind, 0));
        expect(range(`last_${kind}`, today)).toEqual(span(kind, 1));
      }
      expect(range("same_month_last_year", today)).toEqual([
        now.minus({ years: 1 }).startOf("month").toISODate(),
        now.minus({ years: 1 }).endOf("month").toISODate(),
      ]);
      expect(range("last_7_days", today)[0]).toBe(now.minus({ days: 7 }).toISODate());
    }));
  });

  test("every word ends today at the latest and begins before it ends", () => {
    fc.assert(fc.property(day, fc.constantFrom(...PERIOD_WORDS), (now, word) => {
      const today = now.toISODate()!;
      const { from, to, asked } = resolvePeriod({ period: word }, on(today, "1994-01-01"));
      expect([from <= to, to <= today, asked]).toEqual([true, true, word]);
    }));
  });

  test("labels are whole periods", () => {
    expect(range("2024", "2026-01-01")).toEqual(["2024-01-01", "2024-12-31"]);
    expect(range("2024-02", "2026-01-01")).toEqual(["2024-02-01", "2024-02-29"]);
    expect(range("2020-W53", "2026-01-01")).toEqual(["2020-12-28", "2021-01-03"]);
    expect(range("2025-06-01", "2026-01-01")).toEqual(["2025-06-01", "2025-06-01"]);
  });

  test.each([
    ["2025-W53", "BAD_RANGE"],
    ["2025-13", "BAD_RANGE"],
    ["2025-02-30", "BAD_DAY"],
    ["now-1h", "BAD_RANGE"],
    ["constructor", "BAD_RANGE"],
    ["2027", "BAD_RANGE"],
  ])("refuses %s", (period, code) => {
    expect(() => resolvePeriod({ period }, on("2026-01-01"))).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test("the heating season is the running one, or the last one in summer", () => {
    expect(range("heating_season", "2025-11-05")).toEqual(["2025-10-01", "2025-11-04"]);
    expect(range("heating_season", "2025-02-05")).toEqual(["2024-10-01", "2025-02-04"]);
    expect(range("heating_season", "2025-07-01")).toEqual(["2024-10-01", "2025-04-30"]);
    expect(range("last_heating_season", "2025-11-05")).toEqual(["2024-10-01", "2025-04-30"]);
  });

  test("empty arguments are as good as none", () => {
    const { from, to, asked } = resolvePeriod(
      { period: "", from: "", to: "" },
      on("2025-03-31"),
    );
    expect([from, to, asked]).toEqual(["2025-03-01", "2025-03-30", "last_30_days"]);
  });

  test("days to come are cut off, and said so", () => {
    expect(resolvePeriod({ from: "2025-12-30", to: "2026-02-01" }, on("2026-01-01"))).toEqual({
      from: "2025-12-30",
      to: "2026-01-01",
      asked: "2025-12-30 to 2026-02-01",
      isCut: true,
    });
  });
});

test("a year before is the same days of the calendar", () => {
  expect(yearBefore({ from: "2024-02-01", to: "2024-02-29" })).toEqual({
    from: "2023-02-01",
    to: "2023-02-28",
  });
  expect(yearBefore({ from: "2025-02-01", to: "2025-02-28" }).to).toBe("2024-02-28");
});
