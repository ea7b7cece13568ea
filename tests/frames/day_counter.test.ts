import { describe, expect, test } from "vitest";
import {
  dayClock,
  type DayReset,
  dayResets,
  joinClocks,
  resetOffset,
} from "../../src/frames/day_counter.ts";
import { addDays, HOUR, localDays, MINUTE, startOfDay } from "../../src/time.ts";

/** A day counter from lines `MM-DDTHH:mm value`. */
function counter(...lines: string[]) {
  const rows = lines.map((line) => line.split(" "));
  return {
    time: Float64Array.from(rows, ([at]) => Date.parse(`2025-${at}:00Z`)),
    value: Float64Array.from(rows, ([, value]) => Number(value)),
  };
}
const told = (...lines: string[]) =>
  dayResets(counter(...lines)).map(({ from, at, isLate }) => {
    const text = (instant: number) => new Date(instant).toISOString().slice(8, 16);
    return `${text(from)} ${text(at)}${isLate ? " late" : ""}`;
  });

test("a reset that nobody saw lies in the night", () => {
  expect(told("06-01T21:30 40", "06-02T05:00 0", "06-02T21:30 35", "06-03T05:01 0.01"))
    .toEqual(["01T21:30 02T05:00", "02T21:30 03T05:01"]);
});

test("a reset that was seen lies between two scrapes", () => {
  expect(told("06-01T22:59 40", "06-01T23:00 0", "06-02T12:00 9")).toEqual(["01T22:59 01T23:00"]);
});

test("a late reset comes after the device woke up and showed the day before", () => {
  const night = ["06-01T21:29 39.99", "06-01T21:30 40", "06-02T05:00 40"];
  expect(told(...night, "06-02T05:20 40", "06-02T05:21 0")).toEqual(["02T05:20 02T05:21 late"]);
  // Twelve hours after it woke up is late enough, a minute more is not.
  const day = [...night, ...["07", "09", "11", "13", "15"].map((hour) => `06-02T${hour}:00 40`)];
  expect(told(...day, "06-02T16:59 40", "06-02T17:00 0")).toEqual(["02T16:59 02T17:00 late"]);
  expect(told(...day, "06-02T17:00 40", "06-02T17:01 0")).toEqual(["02T17:00 02T17:01"]);
  // A few hundredths more than at nightfall were not counted unseen, by a counter of hundredths.
  expect(told(...night, "06-02T05:20 40.05", "06-02T05:21 0")).toEqual(["02T05:20 02T05:21"]);
  // It counts on from the day before: its day is not over, its clock is behind.
  expect(told(...night, "06-02T06:59 41.2", "06-02T07:00 0")).toEqual(["02T06:59 02T07:00"]);
});

test("a restart in the middle of the day is none, though the day before was longer", () => {
  const night = ["06-01T21:29 39.99", "06-01T21:30 40", "06-02T05:00 0"];
  expect(told(...night, "06-02T06:30 5", "06-02T08:00 16", "06-02T08:01 0"))
    .toEqual(["01T21:30 02T05:00", "02T08:00 02T08:01"]);
});

test("a counter that rises, rests or has counted next to nothing has no reset", () => {
  expect(told("06-01T10:00 3", "06-01T11:00 3", "06-01T12:00 7")).toEqual([]);
  expect(told("06-01T10:00 0.05", "06-02T10:00 0")).toEqual([]);
  expect(dayResets({ time: new Float64Array(), value: new Float64Array() })).toEqual([]);
});

const zone = "Europe/Berlin";
const days = localDays("2025-06-01", "2025-06-14", zone);

/** A reset per day, within so many hours after midnight. */
const daily = (from: number, to: number, among = days): DayReset[] =>
  among.map(({ start }) => (
    { from: start + from * HOUR, at: start + to * HOUR, before: 20, after: 0, isLate: false }
  ));
const clock = (resets: readonly DayReset[], of = days, where = zone) =>
  dayClock([...resets].sort((a, b) => a.at - b.at), of, { zone: where });

describe("dayClock()", () => {
  test.each([
    // seen at midnight, by an inverter that never sleeps
    ["right", -0.01, 0.01],
    // not seen: the inverter sleeps from 21:00 to 5:00
    ["right, as far as one can see", -3, 5],
    ["right by a quarter of an hour", 0.2, 0.22],
  ])("is null where the clock is %s", (_, from, to) => expect(clock(daily(from, to))).toBeNull());

  test.each([
    ["an hour late", 0.99, 1.01],
    ["an hour early", -1.01, -0.99],
    ["on UTC", 1.98, 2],
    ["seven hours late", 6.99, 7.01],
    ["eleven hours early", -11.01, -11],
    ["half a day late", 11.99, 12],
    ["late by something between one and eight hours", 1, 8],
    ["early by something between eight hours and one", -8, -1],
  ])("finds a clock that is %s", (_, from, to) => {
    const found = clock(daily(from, to))!;
    expect(found.isOff).toEqual(days.map(() => true));
    expect(found.earliest / HOUR).toBeCloseTo(from, 6);
    expect(found.latest / HOUR).toBeCloseTo(to, 6);
    expect(found.first.at).toBe(days[0]!.start + to * HOUR);
  });

  test("finds what all resets allow", () => {
    const [some, more] = [daily(1, 8, days.slice(0, 7)), daily(2, 9, days.slice(7))];
    expect(clock([...some, ...more])).toMatchObject({ earliest: 2 * HOUR, latest: 8 * HOUR });
  });

  test("finds a clock that drifts", () => {
    const drifting = days.map(({ start }, d) => (
      { from: start + HOUR + d * MINUTE, at: start + HOUR + (d + 1) * MINUTE, before: 9, after: 0 }
    ));
    const found = clock(drifting.map((reset) => ({ ...reset, isLate: false })))!;
    expect(found.isOff).not.toContain(false);
    expect(found.earliest).toBe(HOUR);
  });

  test("needs three resets against midnight", () => {
    const right = daily(-3, 5, days.slice(3));
    expect(clock([...daily(1, 8, days.slice(0, 2)), ...right])).toBeNull();
    expect(clock([...daily(1, 8, days.slice(0, 3)), ...right])).not.toBeNull();
  });

  test("does not take mornings on which the device was slow for its clock", () => {
    const slow = daily(5.3, 5.35).map((reset) => ({ ...reset, isLate: true }));
    expect(clock(slow)).toBeNull();
    // Restarts now and then, at other hours, of a clock that is right.
    const restarts = [9, 13, 17].flatMap((hour, i) => daily(hour, hour + 0.02, [days[3 * i]!]));
    expect(clock([...daily(-3, 5), ...restarts])).toBeNull();
  });

  test("says of each day whether the resets around it show it", () => {
    const year = localDays("2025-03-01", "2025-06-30", zone);
    const late = daily(1, 8, year.filter(({ label }) => label >= "2025-05-01"));
    const right = daily(-3, 5, year.filter(({ label }) => label < "2025-05-01"));
    const { isOff } = clock([...right, ...late], year)!;
    const first = year[isOff.indexOf(true)]!.label;
    expect(first >= "2025-04-20" && first <= "2025-05-01").toBe(true);
    expect(isOff.slice(isOff.indexOf(true))).not.toContain(false);
    // One day says the same, whatever else is asked for.
    for (const day of ["2025-04-01", "2025-06-01"]) {
      const alone = clock([...right, ...late], localDays(day, day, zone));
      expect(alone?.isOff[0] ?? false).toBe(day > "2025-05");
    }
  });

  test("takes a single day that shows it if two weeks on either side do", () => {
    const month = localDays("2025-04-01", "2025-04-30", zone);
    const shows = ["2025-04-04", "2025-04-14", "2025-04-22"];
    const found = clock([
      ...daily(-3, 5, month.filter(({ label }) => !shows.includes(label))),
      ...daily(1, 5, month.filter(({ label }) => shows.includes(label))),
    ], month)!;
    expect(month.filter((_, d) => found.isOff[d]).map(({ label }) => label)).toEqual([
      "2025-04-14",
    ]);
  });

  test("goes by the house's midnights, across a change of its clocks", () => {
    const spring = localDays("2025-03-24", "2025-04-05", zone);
    expect(clock(daily(-0.01, 0.01, spring), spring)).toBeNull();
    // An inverter that knows no daylight saving: at midnight, then at one o'clock.
    const winter = spring.map(({ label }, d) => {
      const at = startOfDay("2025-03-24", zone) + d * 24 * HOUR;
      return { label, from: at - MINUTE, at, before: 9, after: 0, isLate: false };
    });
    const { isOff, latest } = clock(winter, spring)!;
    expect(latest).toBe(HOUR);
    expect(isOff.at(-1)).toBe(true);
  });
});

test("a wrong zone is found by the silence in which the counter is reset", () => {
  // A house in Berlin, awake from 5 to 21:30, taken for one in Kolkata, where it is midnight then.
  const start = startOfDay("2025-06-01", zone);
  const rows = Array.from({ length: 14 }, (_, d) =>
    [5, 12, 20, 20.5, 21.5].map((hour) => ({
      time: start + (24 * d + hour) * HOUR,
      value: hour === 5 ? 0 : hour,
    }))).flat();
  const resets = dayResets({
    time: Float64Array.from(rows, ({ time }) => time),
    value: Float64Array.from(rows, ({ value }) => value),
  });
  const kolkata = "Asia/Kolkata", asked = localDays("2025-06-03", "2025-06-12", kolkata);
  const found = clock(resets, asked, kolkata)!;
  expect(found.isOff).not.toContain(false);
  expect([found.earliest / HOUR, found.latest / HOUR]).toEqual([1, 8.5]);
  expect(clock(resets, localDays("2025-06-03", addDays("2025-06-03", 5), zone))).toBeNull();
});

test.each([
  [-0.5, 0.5, 0, 0],
  [0.1, 0.2, 0, 0],
  [1, 2, 1, 2],
  [-2, -1, -2, -1],
  [13, 14, -11, -10],
])("resetOffset() of a reset %d to %d h after midnight", (from, to, earliest, latest) => {
  const [reset] = daily(from, to, days.slice(1, 2));
  expect(resetOffset(reset!, zone)).toEqual({ earliest: earliest * HOUR, latest: latest * HOUR });
});

test("joinClocks() narrows the offset with every stretch of days", () => {
  const first = { from: 0, at: 5, before: 20, after: 0, isLate: false };
  const joined = joinClocks([
    { first, isOff: [true], earliest: 1, latest: 8 },
    { first, isOff: [false], earliest: 2, latest: 9 },
  ]);
  expect(joined).toEqual({ first, isOff: [true, false], earliest: 2, latest: 8 });
});
