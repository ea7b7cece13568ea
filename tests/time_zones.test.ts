/**
 * Local days in every zone of the runtime, 2020 to 2030, around every change of the clocks.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registerEnergy } from "../src/energy/register_energy.ts";
import { repairCounter } from "../src/frames/counters.ts";
import { integrate } from "../src/frames/integrate.ts";
import { addDays, formatInstant, HOUR, hoursOf, localDay, localDays } from "../src/time.ts";

const ZONES = Intl.supportedValuesOf("timeZone");
const FIRST = Temporal.Instant.from("2020-01-01T00:00Z");
const LAST = Temporal.Instant.from("2030-12-31T00:00Z");

/** The instants at which the clocks of a zone change, told by Temporal. */
function* clockChanges(zone: string): Generator<Temporal.ZonedDateTime> {
  let at = FIRST.toZonedDateTimeISO(zone).getTimeZoneTransition("next");
  while (at && Temporal.Instant.compare(at.toInstant(), LAST) < 0) {
    yield at;
    at = at.getTimeZoneTransition("next");
  }
}

/** Length of a local day, told by Temporal. [h] */
function trueHours(day: string, zone: string): number {
  const date = Temporal.PlainDate.from(day);
  const start = (one: Temporal.PlainDate) =>
    one.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  return (start(date.add({ days: 1 })) - start(date)) / HOUR;
}

test("the runtime knows the zones of the world", () => {
  expect(ZONES.length).toBeGreaterThan(400);
});

test("around every clock change of every zone, days tile and have their true length", () => {
  let changes = 0;
  for (const zone of ZONES) {
    for (const change of clockChanges(zone)) {
      changes++;
      const day = change.toPlainDate().toString();
      const days = localDays(addDays(day, -2), addDays(day, 2), zone);
      days.forEach((one, i) => {
        const where = `${one.label} in ${zone}`;
        expect(hoursOf(one), where).toBe(trueHours(one.label, zone));
        expect(localDay(one.start, zone), where).toBe(one.label);
        expect(localDay(one.end - 1, zone), where).toBe(one.label);
        if (i > 0) expect(one.start, where).toBe(days[i - 1]!.end);
      });
    }
  }
  expect(changes).toBeGreaterThan(2000);
});

/** Zones whose clocks agree from 2020 to 2030, all of their names. */
function zonesAlike(): Map<string, { zones: string[]; odd: Map<string, number> }> {
  const alike = new Map<string, { zones: string[]; odd: Map<string, number> }>();
  for (const zone of ZONES) {
    const odd = new Map<string, number>();
    const changes = [...clockChanges(zone)].map((change) => {
      const date = change.toPlainDate();
      for (const day of [date.subtract({ days: 1 }), date, date.add({ days: 1 })].map(String)) {
        const hours = trueHours(day, zone);
        if (hours !== 24) odd.set(day, hours);
      }
      return `${change.epochMilliseconds} ${change.offset}`;
    });
    const key = [FIRST.toZonedDateTimeISO(zone).offset, ...changes].join();
    const group = alike.get(key);
    if (group) group.zones.push(zone);
    else alike.set(key, { zones: [zone], odd });
  }
  return alike;
}

test("over eleven years, all days of all zones have 24 hours but those on which clocks change", () => {
  const first = Temporal.PlainDate.from("2020-01-01"), last = Temporal.PlainDate.from("2030-12-31");
  let skipped = 0, doubled = 0;
  for (const { zones, odd } of zonesAlike().values()) {
    // What agrees in the years' transitions needs one look at all days, and a look at each name.
    for (const [index, zone] of zones.entries()) {
      const days = index === 0
        ? localDays(String(first), String(last), zone)
        : [...odd.keys()].flatMap((day) => localDays(day, day, zone));
      const found = days.filter((day) => hoursOf(day) !== 24)
        .map((day): [string, number] => [day.label, hoursOf(day)]);
      expect(new Map(found), zone).toEqual(odd);
      if (index > 0) continue;
      expect(days, zone).toHaveLength(4018);
      days.forEach((one, i) => {
        // No matcher: there are half a million of them.
        if (i > 0 && one.start !== days[i - 1]!.end) expect.fail(`${one.label} in ${zone}`);
      });
      const start = (date: Temporal.PlainDate) =>
        date.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
      expect([days[0]!.start, days.at(-1)!.end], zone)
        .toEqual([start(first), start(last.add({ days: 1 }))]);
      for (const day of days.filter(({ label }) => odd.has(label))) {
        if (!formatInstant(day.start, zone).includes("T00:00:00")) skipped++;
        const midnights = Array.from({ length: hoursOf(day) * 4 }, (_, i) => i / 4 * HOUR)
          .filter((after) => formatInstant(day.start + after, zone).includes("T00:00:00"));
        if (midnights.length > 1) doubled++;
      }
    }
  }
  // Both occur, or nothing is tested.
  expect(skipped).toBeGreaterThan(10);
  expect(doubled).toBeGreaterThan(10);
});

describe("days whose midnight is skipped or comes twice", () => {
  test.each([
    // 00:00 becomes 01:00: the day starts at 01:00 and has 23 hours
    ["skipped", "America/Asuncion", "2023-10-01", "2023-10-01T01:00:00-03:00", 23],
    ["skipped", "Africa/Cairo", "2024-04-26", "2024-04-26T01:00:00+03:00", 23],
    ["skipped", "Asia/Beirut", "2025-03-30", "2025-03-30T01:00:00+03:00", 23],
    ["skipped", "America/Santiago", "2023-09-03", "2023-09-03T01:00:00-03:00", 23],
    ["skipped", "America/Havana", "2024-03-10", "2024-03-10T01:00:00-04:00", 23],
    ["skipped", "America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00", 23],
    ["skipped", "Atlantic/Azores", "2024-03-31", "2024-03-31T01:00:00+00:00", 23],
    // 01:00 becomes 00:00: the first midnight begins the day, which has 25 hours
    ["doubled", "America/Havana", "2024-11-03", "2024-11-03T00:00:00-04:00", 25],
    ["doubled", "Atlantic/Azores", "2024-10-27", "2024-10-27T00:00:00+00:00", 25],
    // 00:00 becomes 23:00: the day before has 25 hours, and this one starts at its one midnight
    ["after a long day", "America/Asuncion", "2024-03-24", "2024-03-24T00:00:00-04:00", 24],
    ["a long day", "America/Asuncion", "2024-03-23", "2024-03-23T00:00:00-03:00", 25],
    ["a long day", "Africa/Cairo", "2024-10-31", "2024-10-31T00:00:00+03:00", 25],
    ["a long day", "America/Santiago", "2024-04-06", "2024-04-06T00:00:00-03:00", 25],
    ["a long day", "Asia/Beirut", "2024-10-26", "2024-10-26T00:00:00+03:00", 25],
  ])("%s: %s on %s", (_, zone, day, start, hours) => {
    const [before, one, after] = localDays(addDays(day, -1), addDays(day, 1), zone);
    expect(formatInstant(one!.start, zone).replace(/Z$/, "+00:00")).toBe(start);
    expect(hoursOf(one!)).toBe(hours);
    expect([before!.end, one!.end]).toEqual([one!.start, after!.start]);
    expect(hoursOf(one!)).toBe(trueHours(day, zone));
  });

  test("a day that a zone skipped as a whole is none: Samoa on 30 December 2011", () => {
    const days = localDays("2011-12-28", "2012-01-01", "Pacific/Apia");
    expect(days.map(({ label }) => label.slice(-2))).toEqual(["28", "29", "31", "01"]);
    expect(days.map(hoursOf)).toEqual([24, 24, 24, 24]);
    days.slice(1).forEach((one, i) => expect(one.start).toBe(days[i]!.end));
  });
});

const anyZone = fc.constantFrom(...ZONES);
const anyRange = fc.tuple(fc.integer({ min: 0, max: 3990 }), fc.integer({ min: 0, max: 20 }))
  .map(([first, more]) => {
    const from = addDays("2020-01-01", first);
    return { from, to: addDays(from, more) };
  });

describe("in any zone and any range", () => {
  test("days tile from the first to the last instant", () => {
    fc.assert(
      fc.property(anyZone, anyRange, (zone, { from, to }) => {
        const days = localDays(from, to, zone);
        expect(days.map(({ label }) => label)).toContain(from);
        days.forEach((one, i) => {
          expect(hoursOf(one)).toBe(trueHours(one.label, zone));
          if (i > 0) expect(one.start).toBe(days[i - 1]!.end);
        });
      }),
      { numRuns: 400 },
    );
  });

  test("energies of days sum to the energy of the range, by register and by integration", () => {
    fc.assert(
      fc.property(anyZone, anyRange, fc.integer({ min: 1, max: 4000 }), (zone, range, wh) => {
        const days = localDays(range.from, range.to, zone);
        const borders = [...days.map(({ start }) => start), days.at(-1)!.end];
        const ends = [borders[0]!, borders.at(-1)!];
        // A quarter of an hour between samples, which do not lie on midnight.
        const step = 15 * 60_000, first = ends[0]! - step / 3;
        const length = Math.ceil((ends[1]! - first) / step) + 2;
        const time = Float64Array.from({ length }, (_, i) => first + i * step);
        const power = time.map((at) => 500 + 400 * Math.sin(at / 3e6));
        const register = time.map((_, i) => 5000 + i * wh / 1000);
        const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
        const counter = repairCounter({ time, value: register });
        const daily = registerEnergy(counter, borders).map(({ kwh }) => kwh!);
        const [whole] = registerEnergy(counter, ends);
        expect(sum(daily)).toBeCloseTo(whole!.kwh!, 6);
        const signal = { time, value: power };
        const integral = integrate(signal, ends, { maxGap: step }).energy[0]!;
        expect(sum(integrate(signal, borders, { maxGap: step }).energy)).toBeCloseTo(integral, 5);
      }),
      { numRuns: 200 },
    );
  });
});
