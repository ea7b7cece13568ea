import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  bordersOf,
  checkDay,
  checkZone,
  clockChange,
  formatInstant,
  HOUR,
  hoursOf,
  localDay,
  localDays,
  periodLabel,
  startOfDay,
} from "../src/time.ts";
import { offsetAt } from "../src/time.ts";

/** The same question put to Temporal, which shares no code with luxon. */
function temporalStart(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
}

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns", // −03:30 and −02:30
  "Asia/Kolkata", // +05:30
  "Australia/Lord_Howe", // clocks change by half an hour
  "Asia/Kathmandu", // +05:45
  "Pacific/Apia",
  "Asia/Beirut", // midnight is skipped in spring
  "Africa/Cairo",
  "America/Asuncion",
  "America/Havana", // midnight is skipped in spring, comes twice around in autumn
  "Atlantic/Azores",
  "Pacific/Chatham", // +12:45 and +13:45
];
const zone = fc.constantFrom(...ZONES);
const day = fc.integer({ min: 0, max: 4017 }).map((n) => addDays("2020-01-01", n));

describe("startOfDay()", () => {
  test("agrees with Temporal in many zones", () => {
    fc.assert(
      fc.property(day, zone, (day, zone) => {
        expect(startOfDay(day, zone)).toBe(temporalStart(day, zone));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    // clocks go from 00:00 to 01:00: the day starts at 01:00
    ["2025-03-30", "Asia/Beirut", "2025-03-30T01:00:00+03:00"],
    ["2023-03-12", "America/Havana", "2023-03-12T01:00:00-04:00"],
    // clocks go from 01:00 back to 00:00: midnight comes twice, the first one counts
    ["2023-11-05", "America/Havana", "2023-11-05T00:00:00-04:00"],
    // clocks go from 24:00 back to 23:00: the day before lasts 25 hours
    ["2023-10-29", "Asia/Beirut", "2023-10-29T00:00:00+02:00"],
  ])("starts %s in %s at its first instant", (day, zone, expected) => {
    expect(formatInstant(startOfDay(day, zone), zone)).toBe(expected);
  });
});

describe("localDays()", () => {
  test("tile a range without gap or overlap, and each instant is on its day", () => {
    fc.assert(
      fc.property(day, fc.nat(40), zone, (from, count, zone) => {
        const to = addDays(from, count);
        const days = localDays(from, to, zone);
        expect(days[0]!.start).toBe(temporalStart(from, zone));
        expect(days.at(-1)!.end).toBe(temporalStart(addDays(to, 1), zone));
        days.forEach((one, i) => {
          if (i > 0) expect(one.start).toBe(days[i - 1]!.end);
          expect(localDay(one.start, zone)).toBe(one.label);
          expect(localDay(one.end - 1, zone)).toBe(one.label);
        });
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["Europe/Berlin", "2025-03-30", 23],
    ["Europe/Berlin", "2025-10-26", 25],
    ["Australia/Lord_Howe", "2025-04-06", 24.5],
    ["Australia/Lord_Howe", "2025-10-05", 23.5],
    ["Asia/Kolkata", "2025-03-30", 24],
    ["Asia/Beirut", "2025-03-30", 23],
  ])("in %s, %s has %d hours", (zone, day, hours) => {
    expect(localDays(day, day, zone).map(hoursOf)).toEqual([hours]);
  });

  test("leave out the day that Samoa skipped", () => {
    const days = localDays("2011-12-29", "2011-12-31", "Pacific/Apia");
    expect(days.map(({ label }) => label)).toEqual(["2011-12-29", "2011-12-31"]);
    expect(days.map(hoursOf)).toEqual([24, 24]);
  });

  test.each([
    [["2025-01-02", "2025-01-01", "UTC"], "BAD_RANGE"],
    [["0001-01-01", "9999-12-31", "UTC"], "BAD_RANGE"],
    [["2025-02-30", "2025-03-01", "UTC"], "BAD_DAY"],
    [["2025-1-1", "2025-03-01", "UTC"], "BAD_DAY"],
    [["2025-01-01", "2025-01-01", "Mars/Olympus"], "BAD_ZONE"],
  ])("refuses %j with %s", (args, code) => {
    expect(() => localDays(...args as [string, string, string])).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

test("checkDay() and checkZone() return what they accept", () => {
  expect(checkDay("2024-02-29")).toBe("2024-02-29");
  expect(checkZone("Asia/Kolkata")).toBe("Asia/Kolkata");
  expect(() => checkDay("2023-02-29")).toThrow("'2023-02-29' is not a day");
});

test.each(
  [
    ["2024-12-30", "week", "2025-W01"],
    ["2021-01-03", "week", "2020-W53"],
    ["2025-03-30", "month", "2025-03"],
    ["2025-03-30", "year", "2025"],
    ["2025-03-30", "day", "2025-03-30"],
  ] as const,
)("periodLabel() of %s by %s is %s", (day, kind, label) => {
  expect(periodLabel(day, kind)).toBe(label);
});

test("formatInstant() carries the offset of both 02:30 of a long day", () => {
  const first = startOfDay("2025-10-26", "Europe/Berlin") + 2.5 * HOUR;
  expect(formatInstant(first, "Europe/Berlin")).toBe("2025-10-26T02:30:00+02:00");
  expect(formatInstant(first + HOUR, "Europe/Berlin")).toBe("2025-10-26T02:30:00+01:00");
});

describe("clockChange()", () => {
  test.each([
    ["2025-03-30", "Europe/Berlin", "2025-03-30T01:00:00Z", 1],
    ["2025-10-26", "Europe/Berlin", "2025-10-26T01:00:00Z", -1],
    ["2025-10-05", "Australia/Lord_Howe", "2025-10-04T15:30:00Z", 0.5],
    // The clock is put back from midnight to 23:00 of the same day.
    ["2025-10-25", "Asia/Beirut", "2025-10-25T21:00:00Z", -1],
  ])("of %s in %s is at %s, by %d h", (label, zone, at, hours) => {
    const [day] = localDays(label, label, zone);
    const change = clockChange(day!, zone)!;
    expect(new Date(change.at).toISOString()).toBe(at.replace("Z", ".000Z"));
    expect((change.after - change.before) / HOUR).toBe(hours);
  });

  test.each([["2025-06-01", "Europe/Berlin"], ["2025-03-30", "Asia/Kolkata"]])(
    "is none on %s in %s",
    (label, zone) => {
      expect(clockChange(localDays(label, label, zone)[0]!, zone)).toBeNull();
    },
  );

  test.each([[0, Infinity], [-Infinity, 0], [0, NaN], [0, 366 * 24 * HOUR]])(
    "refuses %d to %d, which is no day",
    (start, end) => {
      expect(() => clockChange({ start, end }, "Europe/Berlin")).toThrow(RangeError);
    },
  );
});

test("days, zones and instants in plain cases", () => {
  expect(checkZone("Europe/Berlin")).toBe("Europe/Berlin");
  expect(checkDay("2024-02-29")).toBe("2024-02-29");
  expect(localDay(Date.UTC(2025, 5, 1, 23), "Europe/Berlin")).toBe("2025-06-02");
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(periodLabel("2024-12-30", "week")).toBe("2025-W01");
  expect(hoursOf({ start: 0, end: 5_400_000 })).toBe(1.5);
  expect(formatInstant(0, "Asia/Kolkata")).toBe("1970-01-01T05:30:00+05:30");
  expect(offsetAt(Date.UTC(2025, 5, 1), "Europe/Berlin")).toBe(2 * 3_600_000);
});

test("bordersOf(): the midnights of adjoining days and the end of the last, with their real lengths", () => {
  const borders = bordersOf(localDays("2025-10-25", "2025-10-26", "Europe/Berlin"));
  expect(borders.slice(1).map((at, day) => (at - borders[day]!) / HOUR)).toEqual([24, 25]);
  expect(bordersOf([])).toEqual([]);
});
