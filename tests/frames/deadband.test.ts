import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deadbandOf } from "../../src/frames/deadband.ts";
import { random } from "../simulator/house/random.ts";
import { changes, onChange, sampled, watts } from "./on_change.ts";

const chance = random("deadband");

describe("deadbandOf()", () => {
  test("is the least change of a device that writes changes only", () => {
    expect(deadbandOf(changes)).toBe(1);
    expect(deadbandOf(onChange(sampled, 2))).toBe(3);
  });

  test("is none of samples at fixed times", () => {
    expect(deadbandOf(sampled)).toBeNull();
    // Where the values are fine, none repeats the one before, and none is about the smallest change.
    const fine = {
      ...sampled,
      value: watts.map(() => chance.between(-500, 500)),
    };
    expect(deadbandOf(fine)).toBeNull();
  });

  test("is found where an appliance switches all the time, and few changes are small", () => {
    // Three of four changes are those of an oven; one in a hundred is hardly more than the deadband.
    let oven = 0, rest = 300;
    const value = Float64Array.from({ length: 3000 }, (_, i) => {
      if (i % 4 > 0) oven = 1800 - oven;
      else rest += (i % 100 > 0 ? 80 : 20) * (chance.chance(0.5) ? 1 : -1);
      return oven + rest;
    });
    const time = value.map((_, i) => 10_000 * i);
    expect(deadbandOf({ time, value })).toBe(20);
  });

  test("is none of whole watts every five minutes, which hardly ever repeat", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 25, max: 800 }), (seed, spread) => {
        const own = random(`watts/${seed}`);
        let base = 300;
        const value = Float64Array.from({ length: 8640 }, () => {
          if (own.chance(0.3)) base = own.between(80, 3000);
          return Math.round(base + own.between(-spread, spread));
        });
        expect(deadbandOf({ time: value.map((_, i) => 300_000 * i), value })).toBeNull();
      }),
      { numRuns: 40, seed: 15 },
    );
  });

  test("is none of a few samples", () => {
    const few = {
      time: changes.time.subarray(0, 50),
      value: changes.value.subarray(0, 50),
    };
    expect(deadbandOf(few)).toBeNull();
  });
});
