import { describe, expect, test } from "vitest";
import { usualHours } from "../../src/frames/daylight.ts";
import { HOUR, localDays } from "../../src/time.ts";
import { daylightByHabit, daylightBySun } from "../../src/frames/daylight.ts";

describe("usualHours()", () => {
  const days = localDays("2025-06-01", "2025-06-05", "Europe/Berlin");
  const at = (d: number, hour: number) => Date.parse(`2025-06-0${d}T00:00Z`) + hour * HOUR;
  const generation = {
    time: Float64Array.of(at(1, 5), at(1, 18), at(2, 4), at(2, 17), at(4, 3), at(4, 20)),
    value: Float64Array.of(10, 10, 10, 10, 0, 10),
  };

  test("spans the earliest to the latest generation of a day and its neighbours", () => {
    const hours = usualHours(days, generation, { neighbours: 1 });
    expect(hours).toEqual([
      { start: at(1, 4), end: at(1, 18) },
      { start: at(2, 4), end: at(2, 18) },
      { start: at(3, 4), end: at(3, 20) },
    ]);
  });

  test("proves nothing where no neighbour generated", () => {
    expect(usualHours(days, { time: new Float64Array(), value: new Float64Array() })).toEqual([]);
  });
});

test("a day that begins in the light has no dark before it", () => {
  // The inverter runs on another clock: it generates from midnight on.
  const day = localDays("2025-06-01", "2025-06-01", "UTC"), { start, end } = day[0]!;
  const generation = {
    time: Float64Array.of(start, start + 6 * HOUR),
    value: Float64Array.of(5, 5),
  };
  const { light, dark } = daylightByHabit(day, generation);
  expect(light[0]!.start).toBe(start);
  expect(dark).toEqual([{ start: light[0]!.end, end }]);
});

test("a polar night is dark; without samples nothing is known of the light", () => {
  const start = Date.UTC(2025, 11, 21), end = start + 86_400_000;
  expect(daylightBySun({ start, end }, { latitude: 69.6, longitude: 19 }))
    .toMatchObject({ light: [], dark: [{ start, end }] });
  const none = { time: new Float64Array(), value: new Float64Array() };
  expect(daylightByHabit(localDays("2025-06-01", "2025-06-02", "UTC"), none))
    .toMatchObject({ light: [], dark: [] });
});
