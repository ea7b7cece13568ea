/**
 * The days of any range in any zone add up to the range, across every change of the clocks. The
 * energies of the range are computed here in another way: from the two readings of the register
 * around its ends, from one integral over all samples, and from the true generation.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { totalRow } from "../../src/energy/table.ts";
import { defaultHousehold } from "../../src/household.ts";
import { addDays, HOUR, MINUTE, SECOND } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

/** A sum of some days, of registers up to 5000 kWh: 1e-9 is a thousand times their binary noise. */
const NOISE = 1e-9;
const DAY = 24 * HOUR;

/** Every change of the clocks of every zone, 2020 to 2030, told by Temporal. */
const CHANGES = Intl.supportedValuesOf("timeZone").flatMap((zone) => {
  const found: { zone: string; day: string }[] = [];
  let at = Temporal.Instant.from("2020-01-02T00:00Z").toZonedDateTimeISO(zone)
    .getTimeZoneTransition("next");
  while (at && at.year <= 2030) {
    found.push({ zone, day: at.toPlainDate().toString() });
    at = at.getTimeZoneTransition("next");
  }
  return found;
});
const startOf = (day: string, zone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).epochMilliseconds;

/** Generated since 2019, by a sun that is up from 6 to 18 o'clock, at 3 kW. [kWh] */
function generated(sunTime: number): number {
  const days = Math.floor(sunTime / DAY), hour = (sunTime - days * DAY) / HOUR;
  const daily = 3 * 24 / Math.PI, up = Math.min(Math.max(hour - 6, 0), 12) / 12;
  return daily * (days - 18_000 + (1 - Math.cos(Math.PI * up)) / 2);
}
function generation(sunTime: number): number {
  return 3000 * Math.max(0, Math.sin((sunTime % DAY / HOUR - 6) / 12 * Math.PI));
}

/** Value at an instant, on the straight line between the samples around it. */
function at(instant: number, time: Float64Array, value: ArrayLike<number>): number {
  const next = time.findIndex((one) => one >= instant);
  const share = (instant - time[next - 1]!) / (time[next]! - time[next - 1]!);
  return value[next - 1]! + share * (value[next]! - value[next - 1]!);
}

/** Integral over [start, end] of a signal in W that runs straight between its samples. [kWh] */
function whole(time: Float64Array, value: Float64Array, start: number, end: number): number {
  const inner = [...time.keys()].filter((i) => time[i]! > start && time[i]! < end);
  const points = [
    [start, at(start, time, value)],
    ...inner.map((i) => [time[i]!, value[i]!]),
    [end, at(end, time, value)],
  ] as [number, number][];
  return points.slice(1).reduce((sum, [t, v], i) => {
    const [t0, v0] = points[i]!;
    return sum + (v0 + v) / 2 * (t - t0) / HOUR / 1000;
  }, 0);
}

test("import, export and yield of the days are those of the range", async () => {
  expect(CHANGES.length).toBeGreaterThan(2000);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CHANGES),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 5 * 60 - 1 }),
      fc.constantFrom(1, 2, 31),
      async ({ zone, day }, before, after, phase, stretch) => {
        const from = addDays(day, -1 - before), to = addDays(day, 1 + after);
        const start = startOf(from, zone), end = startOf(addDays(to, 1), zone);
        // The sun does not know of the clocks: its noon is at 12 before or after the change, and later
        // on the other side. (Troll's clocks change by two hours: nobody has noon at 10.)
        const offset = Math.min(
          Date.parse(`${from}T00:00Z`) - start,
          Date.parse(`${addDays(to, 1)}T00:00Z`) - end,
        );
        const sun = (time: number) => time + offset;
        const scrapes = (isHeard: (time: number) => boolean) => {
          const first = start - DAY + phase * SECOND,
            length = (end - start + 2 * DAY) / (5 * MINUTE);
          return Float64Array.from({ length }, (_, i) => first + i * 5 * MINUTE).filter(isHeard);
        };
        const meter = scrapes(() => true);
        // It sleeps at night, an hour after the sun is down.
        const inverter = scrapes((time) => Math.abs(sun(time) % DAY / HOUR - 12) < 7);
        const midnights = Array.from({ length: 12 }, (_, i) => startOf(addDays(from, i - 2), zone));
        const midnight = (time: number) => midnights.findLast((one) => one <= time)!;

        const grid = meter.map((time) =>
          700 + 500 * Math.sin(time / 2.3e6) - generation(sun(time))
        );
        let wh = 4_000_000;
        const register = grid.map((watts) => wh += Math.max(0, watts) / 12);
        const series = {
          gridbox_ha_multimeter_power_W: [meter, grid],
          gridbox_ha_multimeter_energy_Wh: [meter, register],
          inverter_ac_active_power_watts: [inverter, inverter.map((t) => generation(sun(t)))],
          inverter_production_today_kwh: [
            inverter,
            inverter.map((t) => generated(sun(t)) - generated(sun(midnight(t)))),
          ],
          inverter_production_total_kwh: [inverter, inverter.map((t) => generated(sun(t)))],
        } satisfies Record<string, [Float64Array, Float64Array]>;
        const source = memorySource(joinSeries(
          Object.entries(series).map(([name, [time, value]]) => (
            { labels: { __name__: name }, time, value }
          )),
        ));

        const { table } = await analyseDays(source, defaultHousehold({ zone }), {
          from,
          to,
          stretch,
          now: end + DAY,
        });
        const { rows } = table;
        const sum = (of: (row: typeof rows[number]) => number | null) =>
          rows.reduce((kwh, row) => kwh + of(row)!, 0);
        expect(rows[0]!.start).toBe(start);
        expect(rows.at(-1)!.end).toBe(end);
        expect(sum((row) => row.hours)).toBe((end - start) / HOUR);
        expect(rows.map((row) => [row.complete, row.flags])).toEqual(rows.map(() => [true, []]));

        const imported = (at(end, meter, register) - at(start, meter, register)) / 1000;
        expect(Math.abs(sum((row) => row.import_kwh) - imported)).toBeLessThan(NOISE);
        const fedIn = whole(meter, grid.map((watts) => Math.max(0, -watts)), start, end);
        expect(Math.abs(sum((row) => row.export_kwh) - fedIn)).toBeLessThan(NOISE);
        const yielded = generated(sun(end)) - generated(sun(start));
        expect(Math.abs(sum((row) => row.yield_kwh) - yielded)).toBeLessThan(NOISE);
        const total = totalRow(table)!;
        expect(Math.abs(total.consumption_kwh! - (imported + yielded - fedIn))).toBeLessThan(NOISE);
      },
    ),
    { numRuns: 60, examples: [[{ zone: "Antarctica/Troll", day: "2025-10-26" }, 0, 1, 1, 1]] },
  );
});
