import { describe, expect, test } from "vitest";
import { dayClock, resetOffset } from "../../src/frames/day_clock.ts";
import { type DayReset, dayResets } from "../../src/frames/day_resets.ts";
import { addDays, HOUR, localDays, MINUTE, startOfDay } from "../../src/time.ts";

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
