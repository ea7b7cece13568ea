import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Samples } from "../../src/columns.ts";
import { deadbandOf } from "../../src/frames/deadband.ts";
import { withHeldValues } from "../../src/frames/held.ts";
import { integrate, samplingError } from "../../src/frames/integrate.ts";
import { HOUR } from "../../src/time.ts";
import { random } from "../simulator/house/random.ts";
import { changes, onChange, sampled, watts } from "./on_change.ts";

/** A register in steps of 10 Wh that is written every two minutes. [kWh] */
function registerOf({ time, value }: Samples): Samples {
  let wattHours = 0;
  const reading = value.map((one) => Math.floor((wattHours += one / 360) / 10) / 100);
  const rows = [...time.keys()].filter((row) => row % 12 === 0);
  return {
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => reading[row]!),
  };
}

describe("withHeldValues()", () => {
  /** Energy and covered time of a day. */
  const sums = (samples: Samples) => {
    const { energy, covered } = integrate(samples, [0, 24 * HOUR]);
    return { energy: energy[0]!, hours: covered[0]! / HOUR };
  };
  const without = (
    { time, value }: Samples,
    isLost: (at: number) => boolean,
  ): Samples => ({
    time: time.filter((at) => !isLost(at)),
    value: value.filter((_, row) => !isLost(time[row]!)),
  });
  /** 900 W for as long as it is told, in the middle of the day. */
  const flat = (hours: number): Samples => ({
    ...sampled,
    value: watts.map((one, i) => i >= 3600 && i < 3600 + 360 * hours ? 900 : one),
  });

  test("does not touch samples at fixed times", () => {
    expect(withHeldValues(sampled, { positive: [registerOf(sampled)] })).toBe(
      sampled,
    );
  });

  test("holds a value until the device looks at it again, which its shortest steps tell", () => {
    // Three steps of 10 s among 149 are 2 %.
    const chance = random("looks"), time = [0], value = [500];
    for (let i = 0; i < 149; i++) {
      time.push(time[i]! + (i % 50 === 49 || i === 98 ? 10_000 : 60_000));
      value.push(value[i]! + (i % 2 === 0 ? 1 : -1) * Math.round(chance.between(1, 3)));
    }
    const { holds } = withHeldValues({
      time: Float64Array.from(time),
      value: Float64Array.from(value),
    });
    expect(holds?.[0]).toMatchObject({ start: 0, end: 50_000 });
  });

  test("holds a value while a counter is heard that agrees", () => {
    for (const hours of [0.1, 1, 3.5]) {
      const power = flat(hours), positive = [registerOf(power)];
      const held = withHeldValues(onChange(power), { positive });
      // The first and the last quarter of the day change nothing for longer than four hours.
      expect(sums(held).hours).toBeGreaterThan(13.9);
      const day = (one: Samples) => sums(without(one, (at) => at < 6.1 * HOUR || at > 19.9 * HOUR));
      expect(Math.abs(day(held).energy - day(power).energy)).toBeLessThan(10);
    }
  });

  test("does not hold it before samples that came late and all at once", () => {
    // A house without export register: the register stands still meanwhile, and proves nothing.
    const from = 10 * HOUR, until = 10.1 * HOUR, isLate = (at: number) => at > from && at < until;
    const count = changes.time.filter(isLate).length;
    let next = 0;
    const late = {
      ...changes,
      time: changes.time.map((at) => isLate(at) ? until - 10 * (count - next++) : at),
    };
    expect(count).toBeGreaterThan(3);
    const heard = [sampled],
      hasSilence = (samples: Samples) =>
        samples.time.filter((at) => at > from + HOUR / 40 && at < until - HOUR / 40).length === 0;
    expect(hasSilence(withHeldValues(late, { heard }))).toBe(true);
    expect(hasSilence(withHeldValues(without(changes, isLate), { heard }))).toBe(false);
  });

  test("does not hold it across an outage of the whole device", () => {
    const isLost = (at: number) => at > 10 * HOUR && at < 10.5 * HOUR;
    const positive = [without(registerOf(sampled), isLost)];
    const held = withHeldValues(without(changes, isLost), { positive });
    expect(held.time.some(isLost)).toBe(false);
    // Nor if nothing but the power tells.
    expect(withHeldValues(without(changes, isLost)).time.some(isLost)).toBe(
      false,
    );
  });

  test("does not hold it while nothing was collected, however short that is", () => {
    const start = 10 * HOUR, end = 10.05 * HOUR, isLost = (at: number) => at > start && at < end;
    const written = without(changes, isLost), others = [sampled];
    expect(withHeldValues(written, { others }).time.some(isLost)).toBe(true);
    const outages = [{ start, end }];
    expect(withHeldValues(written, { others, outages }).time.some(isLost)).toBe(false);
  });

  test("does not hold it while a counter shows that something else flowed", () => {
    const isLost = (at: number) => at > 10 * HOUR && at < 10.5 * HOUR;
    const kettle = {
      ...sampled,
      value: watts.map((one, i) => isLost(10_000 * i) ? 3000 : one),
    };
    const written = without(changes, isLost);
    const heldBy = (register: Samples) => withHeldValues(written, { positive: [register] });
    expect(heldBy(registerOf(kettle)).time.some(isLost)).toBe(false);
    expect(heldBy(registerOf(flat(0))).time.some(isLost)).toBe(true);
    // Of two tariffs each counts a part.
    const half = (samples: Samples) => ({
      ...samples,
      value: samples.value.map((one) => one / 2),
    });
    const halves = [half(registerOf(sampled)), half(registerOf(sampled))];
    expect(withHeldValues(written, { positive: halves }).time.some(isLost))
      .toBe(true);
  });

  test("holds it against a register that is frozen, as its leap shows", () => {
    // For two hours; the middle one has no change of the power.
    const from = 10 * HOUR, until = 12 * HOUR, isFlat = (at: number) => at > from && at < 11 * HOUR;
    const written = without(changes, isFlat), whole = registerOf(sampled);
    const readingAt = (at: number) => whole.value[whole.time.findLastIndex((time) => time <= at)]!;
    const register = (after: (kwh: number) => number) => ({
      time: whole.time,
      value: whole.value.map((kwh, row) =>
        whole.time[row]! < from ? kwh : whole.time[row]! < until ? readingAt(from) : after(kwh)
      ),
    });
    const isHeld = (positive: Samples) =>
      withHeldValues(written, { positive: [positive] }).time.some(isFlat);
    expect(isHeld(register((kwh) => kwh))).toBe(true);
    // One that goes on where it stood shows that nothing was drawn.
    const lost = readingAt(until) - readingAt(from);
    expect(isHeld(register((kwh) => kwh - lost))).toBe(false);
    // Nor is the leap what the power would have added.
    expect(isHeld(register((kwh) => kwh + 2 * lost))).toBe(false);
  });

  test("does not hold it for longer than four hours, unless another phase is heard", () => {
    const power = flat(4.5),
      isFlat = (at: number) => at > 10.1 * HOUR && at < 14.4 * HOUR;
    const positive = [registerOf(power)];
    expect(withHeldValues(onChange(power), { positive }).time.some(isFlat))
      .toBe(false);
    const others = [changes];
    expect(withHeldValues(onChange(power), { others }).time.some(isFlat)).toBe(
      true,
    );
  });

  test("doubts the limit of an inverter before a leap, unless a counter knows", () => {
    // Each hour a minute of clouds, from eight to sixteen o'clock.
    const power: Samples = {
      ...sampled,
      value: watts.map((_, i) => {
        const isDay = i >= 8 * 360 && i < 16 * 360, isCloud = i % 360 < 6;
        return isDay ? (isCloud ? 2000 + 30 * (i % 6) : 4000) : 30 * (i % 4);
      }),
    };
    const most = (witnesses: object) =>
      Math.max(
        ...withHeldValues(onChange(power, 20), witnesses).holds!.map(({ within }) => within),
      );
    // A tenth of the leap from 4000 W to the evening's 0 W, and a deadband.
    expect(most({})).toBeGreaterThan(400);
    expect(most({})).toBeLessThan(440);
    expect(most({ positive: [registerOf(power)] })).toBeLessThan(60);
  });

  test("holds the limit of an inverter for longer, but no other power", () => {
    // A clear day of seven hours at the limit; clouds at noon of six other days come down to it six times.
    const sun = (share: number) => (i: number) =>
      Math.max(0, Math.round(share * 4000 * Math.sin(Math.PI * (i - 1800) / 5040)));
    const clear = sun(1), cloudy = (i: number) => i % 700 < 60 ? sun(0.5)(i) : clear(i);
    const days = (limit: number) =>
      Float64Array.from(
        { length: 7 * 8640 },
        (_, i) => Math.min(limit, (i < 6 * 8640 ? cloudy : clear)(i % 8640)),
      );
    const withLimit = (limit: number) => {
      const value = days(limit),
        written = onChange({ time: value.map((_, i) => 10_000 * i), value }, 20);
      const last = 6 * 24 * HOUR,
        { energy, covered } = integrate(withHeldValues(written), [
          last + 6 * HOUR,
          last + 18 * HOUR,
        ]);
      const truth = value.subarray(6 * 8640 + 2160, 6 * 8640 + 6480).reduce(
        (a, b) => a + b / 360,
        0,
      );
      return { hours: covered[0]! / HOUR, error: energy[0]! / truth - 1, written };
    };
    const { hours, error, written } = withLimit(2500);
    expect(hours).toBeGreaterThan(11.9);
    expect(Math.abs(error)).toBeLessThan(0.01);
    // The same silence at a power that others exceed.
    const isSeventh = (at: number) => at >= 6 * 24 * HOUR;
    const exceeded = {
      ...written,
      value: written.value.map((one, row) => isSeventh(written.time[row]!) ? one * 0.9 : one),
    };
    const silent = (samples: Samples) =>
      samples.time.filter((at) => at > 6.4 * 24 * HOUR && at < 6.6 * 24 * HOUR).length;
    expect(silent(withHeldValues(written))).toBeGreaterThan(250);
    expect(silent(withHeldValues(exceeded))).toBe(0);
  });

  test("knows it no worse because a counter shows what the deadband hides", () => {
    // Power holds at 900 W; the register says that it was 940 W for three and a half hours.
    const isFlat = (i: number) => i >= 3600 && i < 3600 + 1260;
    const powerWith = (held: number): Samples => ({
      ...sampled,
      value: watts.map((one, i) => isFlat(i) ? held : 700 + one % 7 * 15),
    });
    const power = powerWith(900), truth = powerWith(940);
    const written = onChange(power, 50), deadband = deadbandOf(written)!;
    expect(deadband).toBeGreaterThan(50);
    const { holds } = withHeldValues(written, { positive: [registerOf(truth)] });
    const own = holds!.filter(({ start, end }) => end - start > 3 * HOUR && start > 9 * HOUR);
    expect(own.map(({ within }) => within)).toEqual([deadband]);
  });

  test("does not hold it where the whole device fails every night", () => {
    const isOff = (at: number) => at % (24 * HOUR) < 6 * HOUR;
    const week = (level: number): Samples => {
      const value = Float64Array.from(
        { length: 7 * 8640 },
        (_, i) => level + 100 * (i >> 7 & 3) + watts[3000 + i % 4000]! % 7,
      );
      return without(onChange({ time: value.map((_, i) => 10_000 * i), value }), isOff);
    };
    const held = withHeldValues(week(800), { others: [week(300)] });
    expect(held.time.some((at) => at > 24 * HOUR && isOff(at))).toBe(false);
  });

  test("holds it where the device is as silent again and again", () => {
    // A fridge: 9 minutes at 60 W more, 11 minutes without.
    const fridge = watts.map((one, i) => i % 120 < 54 ? 360 : i % 120 < 56 ? one : 300);
    const written = onChange({ ...sampled, value: fridge }, 20);
    const { energy, hours } = sums(withHeldValues(written));
    expect(hours).toBeGreaterThan(23.5);
    const truth = fridge.reduce((sum, one) => sum + one / 360, 0);
    expect(Math.abs(energy - truth)).toBeLessThan(120);
  });

  test("holds zero as it holds any other power", () => {
    // A pump: 6 minutes at 60 W, 30 minutes at rest.
    const pump = watts.map((one, i) => i % 216 < 34 ? 60 : i % 216 < 36 ? 10 + one % 10 : 0);
    const { energy, hours } = sums(withHeldValues(onChange({ ...sampled, value: pump }, 5)));
    expect(hours).toBeGreaterThan(23);
    expect(Math.abs(energy - pump.reduce((sum, one) => sum + one / 360, 0))).toBeLessThan(12);
  });

  test("knows a drift to half of the deadband, and says so", () => {
    // Three hours from 0 to 3000 W and back.
    const value = watts.map((_, i) => Math.round(3000 * Math.sin(Math.PI * i / 8640)));
    const { holds, time, value: shown } = withHeldValues(
      onChange({ ...sampled, value }, 50),
    );
    expect(new Set(holds!.map(({ within }) => Math.round(within)))).toEqual(
      new Set([26]),
    );
    const off = [...time.keys()].map((row) =>
      Math.abs(
        shown[row]! - 3000 * Math.sin(Math.PI * time[row]! / (24 * HOUR)),
      )
    );
    expect(Math.max(...off)).toBeLessThan(26);
  });

  test("takes no leap of one and a half deadbands for a drift", () => {
    // Twelve hours of drift, then a step of 75 W each four minutes.
    const value = watts.map((_, i) =>
      i < 4320 ? Math.round(1500 * Math.sin(Math.PI * i / 4320)) : 75 * Math.floor((i - 4320) / 24)
    );
    const { time, value: shown } = withHeldValues(onChange({ ...sampled, value }, 50));
    const off = [...time.keys()].filter((row) => time[row]! > 12.1 * HOUR)
      .map((row) => Math.abs(shown[row]! - value[time[row]! / 10_000]!));
    expect(off.length).toBeGreaterThan(500);
    expect(Math.max(...off)).toBe(0);
  });

  test("a phase that shows leaps only has the deadband of the others", () => {
    const value = watts.map((_, i) => i % 80 < 40 ? 50 : 2050 + 20 * (i / 80 % 3 | 0));
    const oven = onChange({ ...sampled, value }, 5);
    const { holds } = withHeldValues(oven, { others: [onChange(sampled, 2)] });
    expect(new Set(holds!.map(({ within }) => within))).toEqual(new Set([3]));
  });

  test("a phase without any small change is read as the others are", () => {
    const value = watts.map((_, i) => [100, 1300, 3700, 2150][i >> 8 & 3]! + 100 * (i >> 10));
    const oven = onChange({ ...sampled, value }, 5);
    expect(deadbandOf(oven)).toBeNull();
    expect(withHeldValues(oven)).toBe(oven);
    const { holds } = withHeldValues(oven, { others: [onChange(sampled, 2)] });
    expect(new Set(holds!.map(({ within }) => within))).toEqual(new Set([3]));
    expect(withHeldValues(oven, { others: [sampled] })).toBe(oven);
    // One that repeats its values is sampled at fixed times, whatever the others do.
    const even = { ...sampled, value };
    expect(withHeldValues(even, { others: [onChange(sampled, 2)] })).toBe(even);
  });

  test("the error of an integral is what it predicts, whatever the deadband", () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(2, 10, 50), (seed, deadband) => {
        const own = random(`held/${seed}`);
        // Load that switches and wanders, less PV that wanders.
        let base = 300, sun = 0, shade = 1;
        const value = Float64Array.from({ length: 8640 }, (_, i) => {
          if (own.chance(0.004)) base = own.between(80, 3000);
          if (own.chance(0.02)) shade = own.between(0.3, 1);
          sun = 5000 * Math.max(0, -Math.cos(2 * Math.PI * i / 8640)) * shade;
          return base + own.between(-3, 3) - sun;
        });
        const power = { ...sampled, value },
          held = withHeldValues(onChange(power, deadband));
        const borders = Array.from(
          { length: 9 },
          (_, slot) => (3 + 2 * slot) * HOUR,
        );
        const whole = integrate(held, borders).covered.map((known) => known / (2 * HOUR));
        // Where nothing else is heard, a silence that is not usual may be an outage.
        expect(whole.filter((share) => share > 0.999).length).toBeGreaterThanOrEqual(4);
        for (const part of ["positive", "negative"] as const) {
          const truth = integrate(power, borders, { part }).energy;
          const { energy } = integrate(held, borders, { part });
          const sigma = samplingError(held, borders, { part });
          for (const [slot, share] of whole.entries()) {
            if (share < 0.999) continue;
            expect(Math.abs(energy[slot]! - truth[slot]!)).toBeLessThan(
              4.5 * sigma[slot]! + 1,
            );
          }
        }
      }),
      { numRuns: 60, seed: 15 },
    );
  });
});

test("zero holds for hours while a battery that regulates to zero works", () => {
  const isNight = (at: number) => at < 7 * HOUR;
  const regulated = { ...sampled, value: watts.map((one, i) => isNight(10_000 * i) ? 4 : one) };
  const battery = { ...sampled, value: watts.map((_, i) => isNight(10_000 * i) ? 300 : 0) };
  const written = onChange(regulated), night = (one: Samples) => integrate(one, [0, 7 * HOUR]);
  const held = withHeldValues(written, { regulator: battery });
  expect(night(held).covered[0]! / HOUR).toBeGreaterThan(6.9);
  // Until it wakes up in the morning.
  expect(night(held).energy[0]).toBeLessThan(35);
  // Not without it, nor while it was silent or idle, nor if the value is not near zero.
  const isHeld = (one: Samples, regulator?: Samples) =>
    night(withHeldValues(one, { regulator })).covered[0]! > HOUR;
  const hourly = (row: number) => row % 360 === 0;
  const rare = {
    time: battery.time.filter((_, row) => hourly(row)),
    value: battery.value.filter((_, row) => hourly(row)),
  };
  const idle = { ...battery, value: battery.value.map(() => 0) };
  const far = { ...regulated, value: regulated.value.map((one) => one === 4 ? 200 : one) };
  expect(isHeld(written)).toBe(false);
  expect(isHeld(written, rare)).toBe(false);
  expect(isHeld(written, idle)).toBe(false);
  expect(isHeld(onChange(far), battery)).toBe(false);
});
