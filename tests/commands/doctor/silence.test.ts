import { describe, expect, test } from "vitest";
import { judgeSilence, loggerOnline } from "../../../src/commands/doctor/silence.ts";
import { HOUR, MINUTE } from "../../../src/time.ts";
import { minutely, NOW, surveyOf } from "./fakes.ts";

const GERMANY = { latitude: 51, longitude: 10 };
const LOGGER = "inverter_logger_online";
const logger = (value: number) => surveyOf({ [LOGGER]: { series: [minutely({}, [value])] } });

describe("judgeSilence() by the sun", () => {
  // Sunset is at about 19:35 UTC, sunrise at about 03:05 UTC.
  test.each([
    ["at midnight, since dusk", "2025-06-14T19:10Z", "2025-06-15T00:00Z", "asleep"],
    ["in the early morning", "2025-06-14T19:10Z", "2025-06-15T04:00Z", "asleep"],
    ["at noon, since dusk", "2025-06-14T19:10Z", "2025-06-15T10:00Z", "broken"],
    ["at noon, since two hours", "2025-06-15T08:00Z", "2025-06-15T10:00Z", "broken"],
    ["at noon, since ten minutes", "2025-06-15T09:50Z", "2025-06-15T10:00Z", "broken"],
    ["in the evening, since ten minutes", "2025-06-15T18:50Z", "2025-06-15T19:00Z", "asleep"],
    ["at night, since noon", "2025-06-14T12:00Z", "2025-06-15T00:00Z", "broken"],
    ["at midnight, since the day before", "2025-06-13T19:10Z", "2025-06-15T00:00Z", "broken"],
  ])("%s", (_, last, at, verdict) => {
    const survey = { ...surveyOf({}), at: Date.parse(at) };
    const silence = judgeSilence({ last: Date.parse(last), series: [] }, {
      survey,
      household: GERMANY,
    });
    expect(silence.verdict).toBe(verdict);
  });

  test("a polar night may be long", () => {
    const survey = { ...surveyOf({}), at: Date.parse("2025-12-20T12:00Z") };
    const last = Date.parse("2025-12-01T10:00Z");
    const household = { latitude: 75, longitude: 20 };
    expect(judgeSilence({ last, series: [] }, { survey, household }).verdict).toBe("asleep");
  });
});

describe("judgeSilence() without coordinates", () => {
  const household = {};
  const samples = minutely({}, Array(600).fill(1), NOW - 8 * HOUR);
  const asleep = { last: samples.time.at(-1)!, series: [samples] };
  const yesterday = minutely({}, Array(60).fill(1), NOW - 23.5 * HOUR);

  test("as yesterday at this time", () => {
    const survey = surveyOf({});
    expect(judgeSilence(asleep, { survey, household }).verdict).toBe("asleep");
  });

  test("is in doubt if it was awake yesterday at this time", () => {
    const one = { last: asleep.last, series: [yesterday] };
    expect(judgeSilence(one, { survey: surveyOf({}), household }).verdict).toBe("doubtful");
  });

  test("is broken if the logger answers", () => {
    expect(judgeSilence(asleep, { survey: logger(1), household }).verdict).toBe("broken");
    expect(judgeSilence(asleep, { survey: logger(0), household }).verdict).toBe("asleep");
  });

  test("is broken after more than a night", () => {
    const one = { last: NOW - 27 * HOUR, series: [] };
    expect(judgeSilence(one, { survey: surveyOf({}), household }).verdict).toBe("broken");
  });

  test("was never there", () => {
    const one = { last: null, series: [] };
    expect(judgeSilence(one, { survey: surveyOf({}), household }).verdict).toBe("broken");
  });
});

test.each([[1, true], [0, false]])("loggerOnline() of %d", (value, online) => {
  expect(loggerOnline(logger(value))).toBe(online);
});

test("loggerOnline() does not believe old samples", () => {
  const old = minutely({}, [1], NOW - 6 * MINUTE);
  expect(loggerOnline(surveyOf({ [LOGGER]: { series: [old] } }))).toBeNull();
});
