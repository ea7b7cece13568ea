import { describe, expect, test } from "vitest";
import {
  checkName,
  checkOptions,
  type Moment,
  parseMoment,
  parseRange,
  parseStep,
} from "../../src/house/check_options.ts";

const ZONE = "Europe/Berlin";
const at = (moment: Moment, end = false) => new Date(parseMoment(moment, ZONE, end)).toISOString();

describe("parseStep()", () => {
  test.each([
    ["30s", 30_000],
    ["15m", 900_000],
    ["1h", 3_600_000],
    ["1h30m", 5_400_000],
    ["1d", 86_400_000],
    ["250ms", 250],
    [60_000, 60_000],
  ])("reads %s", (step, length) => {
    expect(parseStep(step)).toBe(length);
  });

  test.each(["", "15", "15 m", "m", "1.5h", "0m", "-1h", "1w", 0, -1, 1.5, NaN])(
    "refuses '%s', with what it may be",
    (step) => {
      expect(() => parseStep(step)).toThrow(
        expect.objectContaining({
          code: "BAD_STEP",
          message: `'${step}' is not a step`,
          hint: expect.stringContaining("15m"),
        }),
      );
    },
  );
});

describe("parseMoment()", () => {
  test.each<[string, Moment, string]>([
    ["a local day: its first instant", "2025-06-01", "2025-05-31T22:00:00.000Z"],
    ["a local time", "2025-06-01T13:15", "2025-06-01T11:15:00.000Z"],
    ["... with a space", "2025-06-01 13:15:30", "2025-06-01T11:15:30.000Z"],
    ["... with milliseconds, in winter", "2025-12-01T13:15:30.250", "2025-12-01T12:15:30.250Z"],
    ["a time with an offset", "2025-06-01T13:15+05:30", "2025-06-01T07:45:00.000Z"],
    ["a time of UTC", "2025-06-01T13:15Z", "2025-06-01T13:15:00.000Z"],
    ["the first of two", "2025-10-26T02:30", "2025-10-26T00:30:00.000Z"],
    ["an hour later what is skipped", "2025-03-30T02:30", "2025-03-30T01:30:00.000Z"],
    ["Unix time", 0, "1970-01-01T00:00:00.000Z"],
    ["a date", new Date(5), "1970-01-01T00:00:00.005Z"],
  ])("reads %s", (_, moment, instant) => {
    expect(at(moment)).toBe(instant);
  });

  test("takes a day for its last millisecond where it is an end", () => {
    expect(at("2025-10-26", true)).toBe("2025-10-26T22:59:59.999Z");
    expect(at("2025-10-26T12:00", true)).toBe("2025-10-26T11:00:00.000Z");
  });

  test.each<[Moment, string]>([
    ["2025-02-30", "BAD_DAY"],
    ["2025-02-30T12:00", "BAD_DAY"],
    ["yesterday", "BAD_TIME"],
    ["2025-06-01T25:00", "BAD_TIME"],
    ["2025-06-01T13", "BAD_TIME"],
    ["", "BAD_TIME"],
    [NaN, "BAD_TIME"],
    [new Date(NaN), "BAD_TIME"],
  ])("refuses '%s' with %s", (moment, code) => {
    expect(() => parseMoment(moment, ZONE)).toThrow(expect.objectContaining({ code }));
  });
});

test("parseRange() takes both ends, and refuses an end before the start", () => {
  expect(parseRange({ from: "2025-06-01", to: "2025-06-01" }, "UTC"))
    .toEqual({ start: Date.UTC(2025, 5, 1), end: Date.UTC(2025, 5, 2) - 1 });
  expect(() => parseRange({ from: "2025-06-02", to: "2025-06-01" }, "UTC"))
    .toThrow(expect.objectContaining({ code: "BAD_RANGE" }));
});

test("checkOptions() names an unknown option and the known ones", () => {
  expect(() => checkOptions("days()", { from: "2025-06-01" }, ["from", "to"])).not.toThrow();
  expect(() => checkOptions("days()", { form: "2025-06-01" }, ["from", "to"])).toThrow(
    expect.objectContaining({
      code: "BAD_OPTION",
      message: "days() has no option 'form'",
      hint: "Its options are from, to.",
    }),
  );
});

test("checkName() names what there is", () => {
  expect(checkName("picture", "sankey", ["energy", "sankey"])).toBe("sankey");
  expect(() => checkName("picture", "pie", ["energy", "sankey"])).toThrow(
    expect.objectContaining({ code: "BAD_OPTION", message: "There is no picture 'pie'" }),
  );
});
