/**
 * Local days in every zone of the runtime, 2020 to 2030, around every change of the clocks.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registerEnergy } from "../src/energy/register.ts";
import { integrate } from "../src/frames/integrate.ts";
import { addDays, HOUR, hoursOf, localDay, localDays } from "../src/time.ts";

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
        const daily = registerEnergy({ time, value: register }, borders).map(({ kwh }) => kwh!);
        const [whole] = registerEnergy({ time, value: register }, ends);
        expect(sum(daily)).toBeCloseTo(whole!.kwh!, 6);
        const signal = { time, value: power };
        const integral = integrate(signal, ends, { maxGap: step }).energy[0]!;
        expect(sum(integrate(signal, borders, { maxGap: step }).energy)).toBeCloseTo(integral, 5);
      }),
      { numRuns: 200 },
    );
  });
});
