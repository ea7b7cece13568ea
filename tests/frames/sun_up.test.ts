import fc from "fast-check";
import { getPosition } from "suncalc";
import { describe, expect, test } from "vitest";
import { solarNoon, sunUp } from "../../src/frames/sun_up.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const day = (text: string) => ({ start: Date.parse(text), end: Date.parse(text) + 24 * HOUR });

describe("sunUp()", () => {
  // Almanac: sunrise and sunset in Berlin, UTC. suncalc counts the centre of the sun with
  // refraction, the almanac its upper edge, so that minutes of difference are its half diameter.
  test.each([
    ["2025-06-21T00:00Z", "02:43", "19:33"],
    ["2025-12-21T00:00Z", "07:15", "14:54"],
    ["2025-03-20T00:00Z", "05:09", "17:19"],
  ])("of %s in Berlin lies within minutes of the almanac", (text, rise, set) => {
    const [light] = sunUp(day(text), BERLIN);
    const at = (clock: string) => Date.parse(`${text.slice(0, 10)}T${clock}Z`);
    expect(Math.abs(light!.start - at(rise))).toBeLessThan(6 * MINUTE);
    expect(Math.abs(light!.end - at(set))).toBeLessThan(6 * MINUTE);
  });

  test("knows polar day and polar night", () => {
    const tromsoe = { latitude: 69.65, longitude: 18.96 };
    expect(sunUp(day("2025-06-21T00:00Z"), tromsoe)).toEqual([day("2025-06-21T00:00Z")]);
    expect(sunUp(day("2025-12-21T00:00Z"), tromsoe)).toEqual([]);
  });

  test.each([
    // the last sun before the polar night; the last dusk before the midnight sun
    ["up", { latitude: 67.3, longitude: 23.75 }, "2025-12-13T00:00Z", 13],
    ["down", { latitude: 66.2, longitude: 20 }, "2025-06-14T00:00Z", 13],
  ])("sees a sun that is %s for a few minutes", (what, place, text, expected) => {
    const range = day(text), found = sunUp(range, place);
    // Each minute asked by itself.
    const minutes = Array.from({ length: 1440 }, (_, i) => range.start + i * MINUTE);
    const isUp = (at: number) =>
      getPosition(new Date(at), place.latitude, place.longitude).altitude > 0;
    for (const at of minutes) {
      expect(found.some(({ start, end }) => start <= at && at < end)).toBe(isUp(at));
    }
    const few = minutes.filter((at) => isUp(at) === (what === "up"));
    expect(few).toHaveLength(expected);
    // A look every half an hour would miss it.
    expect(few.filter((at) => at % (30 * MINUTE) === 0)).toEqual([]);
  });

  test("is shorter above a higher elevation", () => {
    const [low] = sunUp(day("2025-06-21T00:00Z"), BERLIN);
    const [high] = sunUp(day("2025-06-21T00:00Z"), { ...BERLIN, elevation: 5 });
    expect(high!.start).toBeGreaterThan(low!.start + 20 * MINUTE);
    expect(high!.end).toBeLessThan(low!.end - 20 * MINUTE);
  });
});

test("sunUp() misses no rise or set of the sun, which moves fastest at the equator", () => {
  const latitude = fc.oneof(fc.constant(0), fc.integer({ min: -64, max: 64 }));
  const longitude = fc.integer({ min: -180, max: 180 }), day = fc.integer({ min: 0, max: 365 });
  fc.assert(
    fc.property(latitude, longitude, day, (latitude, longitude, day) => {
      const start = Date.UTC(2025, 0, 1 + day), end = start + 4 * 24 * HOUR;
      const stretches = sunUp({ start, end }, { latitude, longitude });
      for (let at = start; at < end; at += 10 * MINUTE) {
        const { altitude } = getPosition(new Date(at), latitude, longitude);
        // To the second, in which the sun moves by 0.005 degrees.
        if (Math.abs(altitude) < 0.01) continue;
        const isUp = stretches.some((one) => one.start <= at && at < one.end);
        expect(isUp, new Date(at).toISOString()).toBe(altitude > 0);
      }
    }),
    { numRuns: 60 },
  );
});

// Almanac: the sun passes the south of Berlin at these times, UTC; the season moves them by half an hour.
test.each([["2025-02-11", "11:21"], ["2025-06-21", "11:08"], ["2025-11-03", "10:50"]])(
  "solarNoon() of %s in Berlin is at %s",
  (date, noon) => {
    const off = solarNoon(Date.parse(`${date}T12:00Z`), BERLIN) - Date.parse(`${date}T${noon}Z`);
    expect(Math.abs(off)).toBeLessThanOrEqual(2 * MINUTE);
  },
);
