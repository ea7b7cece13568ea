import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreement, chargingOf, dayShape, isSolar, responseTo } from "../../src/setup/physics.ts";
import { random } from "../simulator/house/random.ts";

const DAY_SLOTS = 288, DAYS = 6, SLOTS = DAYS * DAY_SLOTS;
const START = Date.parse("2025-06-01T00:00:00Z");

/** A bell between two hours of UTC, with clouds. */
function sun(seed: string, from = 5, to = 19): Float64Array {
  const chance = random(seed);
  return Float64Array.from({ length: SLOTS }, (_, slot) => {
    const x = (slot % DAY_SLOTS / 12 - from) / (to - from);
    return x <= 0 || x >= 1 ? 0 : 5000 * Math.sin(Math.PI * x) * chance.between(0.4, 1);
  });
}

describe("agreement", () => {
  test("finds the ratio of the units, whatever the resolution of the counter", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 10, 100),
        fc.constantFrom(1, 0.001),
        fc.string(),
        (stepWh, unit, seed) => {
          const power = sun(`agreement/${seed}`);
          let wh = 0, shown = 0;
          const rise = power.map((watts) => {
            wh += watts / 12;
            const now = Math.floor(wh / stepWh) * stepWh, before = shown;
            shown = now;
            return (now - before) * unit;
          });
          const found = agreement(power, rise, stepWh * unit)!;
          expect(found.ratio / unit).toBeCloseTo(1, 1);
          expect(found.deviation).toBeLessThan(0.05);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("sees that a counter counts something else", () => {
    const other = agreement(sun("a"), Float64Array.from(sun("b", 17, 23)), 0.001);
    expect(other === null || other.deviation > 0.5).toBe(true);
  });

  test("says nothing about a counter that does not move", () => {
    expect(agreement(sun("a"), new Float64Array(SLOTS), 1)).toBeNull();
  });
});

describe("responseTo", () => {
  test("a grid falls by what the sun brings, in its own unit and sign", () => {
    fc.assert(
      fc.property(fc.constantFrom(1, -1, 0.001, -0.001), fc.string(), (factor, seed) => {
        const chance = random(`load/${seed}`), generation = sun(`response/${seed}`);
        const grid = generation.map((watts) => factor * (400 + chance.between(0, 300) - watts));
        const { slope, error } = responseTo(grid, generation)!;
        expect(Math.abs(slope + factor)).toBeLessThan(5 * error + 0.1 * Math.abs(factor));
      }),
      { numRuns: 40 },
    );
  });

  test("a consumer does not care", () => {
    const chance = random("consumer");
    const load = Float64Array.from({ length: SLOTS }, () => chance.between(0, 3000));
    const { slope, error } = responseTo(load, sun("consumer"))!;
    expect(Math.abs(slope)).toBeLessThan(4 * error);
  });
});

describe("dayShape", () => {
  test("the sun is solar in every zone, and a wallbox in the evening is not", () => {
    const here = sun("zone");
    for (let shift = 0; shift < DAY_SLOTS; shift += 24) {
      const moved = here.map((_, slot) => here[(slot + shift) % SLOTS]!);
      expect(isSolar(dayShape(moved, START))).toBe(true);
    }
    const evening = Float64Array.from({ length: SLOTS }, (_, slot) => {
      const hour = slot % DAY_SLOTS / 12, day = Math.floor(slot / DAY_SLOTS);
      return day % 3 === 0 && hour > 18 && hour < 22 ? 11_000 : 0;
    });
    expect(isSolar(dayShape(evening, START))).toBe(false);
  });

  test("tells when it is noon", () => {
    expect(dayShape(sun("noon", 6, 16), START)!.centre).toBeCloseTo(11, 0);
  });
});

test("a charge level follows the battery's power with its sign and capacity", () => {
  const chance = random("battery");
  const power = Float64Array.from({ length: SLOTS }, (_, slot) => (
    Math.sin(slot / 40) * 2000 + chance.between(-200, 200)
  ));
  let stored = 5000;
  const level = power.map((watts) => (stored += watts / 12) / 100);
  const charging = chargingOf(level, power)!;
  expect(charging.correlation).toBeGreaterThan(0.99);
  expect(charging.perUnit * 100 / 1000).toBeCloseTo(10, 0);
  expect(chargingOf(level, power.map((watts) => -watts))!.correlation).toBeLessThan(-0.99);
});
