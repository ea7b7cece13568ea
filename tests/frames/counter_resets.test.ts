/**
 * Thousands of random counters with resets and glitches, whose truth is known. The register of a house
 * is computed here from random loads, by nothing of the product.
 */
import { describe, expect, test } from "vitest";
import { repairCounter } from "../../src/frames/counters.ts";
import { random } from "../simulator/house/random.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE;
/** What a fuse of 63 A on three phases allows. [kWh per hour] */
const FUSE = 43.47;

interface Case {
  /** What the meter shows. */
  readonly samples: { time: Float64Array; value: Float64Array };
  /** What flowed from the first to the last sample. [kWh] */
  readonly truth: number;
  readonly step: number;
}

/** A house with loads that last for several samples, and a register that starts at a few kWh. */
function randomCase(seed: number, fault: "reset" | "two resets" | "glitch"): Case {
  const chance = random(`resets/${fault}/${seed}`);
  const between = (low: number, high: number) => chance.between(low, high);
  const cadence = [10_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE][Math.floor(between(0, 5))]!;
  const step = [0.001, 0.01, 0.1][Math.floor(between(0, 3))]!;
  const end = 6 * HOUR, rows = Math.floor(end / cadence);
  const loads = Array.from({ length: 12 }, () => {
    const from = between(-HOUR, end);
    return { from, to: from + between(3 * cadence, 2 * HOUR), power: between(0.05, 4) };
  });
  const base = between(0.05, 0.5);
  /** What flowed until an instant. [kWh] */
  const flowed = (at: number) =>
    loads.reduce(
      (sum, { from, to, power }) =>
        sum + power * Math.max(0, Math.min(at, to) - Math.max(0, from)) / HOUR,
      base * at / HOUR,
    );
  const opening = between(0.2, 4), at = between(2 * HOUR, 4 * HOUR);
  const resets = fault === "glitch" ? [] : [at];
  if (fault === "two resets") resets.push(at + between(5 * MINUTE, 50 * MINUTE));
  const shown = (now: number) => {
    const reset = resets.findLast((one) => one <= now);
    const reading = reset === undefined ? opening + flowed(now) : flowed(now) - flowed(reset);
    return Math.floor(reading / step + 1e-9) * step;
  };
  const length = between(1, Math.min(20, HOUR / cadence - 1)) * cadence;
  // Some devices count from zero while their memory is not read yet.
  const counts = chance.chance(0.3);
  const isWrong = (now: number) => fault === "glitch" && now >= at && now < at + length;
  const time = Float64Array.from({ length: rows }, (_, row) => row * cadence);
  const value = time.map((now) =>
    !isWrong(now) ? shown(now) : counts ? Math.floor((flowed(now) - flowed(at)) / step) * step : 0
  );
  return { samples: { time, value }, truth: flowed(time.at(-1)!) - flowed(0), step };
}

/** How far the truth lies outside of what was booked and what may be lost; 0 if within. [kWh] */
function outside({ samples, truth, step }: Case): number {
  const { value, repairs } = repairCounter(samples, { perHour: FUSE });
  const booked = value.at(-1)! - value[0]!;
  const lost = repairs.reduce((sum, repair) => sum + (repair.lost ?? 0), 0);
  // A register truncates at both ends, and once more at each reset.
  const truncated = 2.001 * step;
  return Math.max(0, booked - truncated - truth, truth - booked - lost - truncated);
}

describe.each(["reset", "two resets", "glitch"] as const)("a counter with %s", (fault) => {
  test("is right within what it says to be lost, 1,500 times", () => {
    const wrong = Array.from({ length: 1500 }, (_, seed) => ({
      seed,
      kwh: outside(randomCase(seed, fault)),
    })).filter(({ kwh }) => kwh > 0);
    expect(wrong).toEqual([]);
  });

  test("loses little of what flowed", () => {
    const shares = Array.from({ length: 300 }, (_, seed) => {
      const { samples, truth } = randomCase(seed, fault);
      const { repairs } = repairCounter(samples, { perHour: FUSE });
      return repairs.reduce((sum, { lost = 0 }) => sum + lost, 0) / truth;
    }).sort((a, b) => a - b);
    expect(shares[150]).toBeLessThan(0.03);
  });
});

describe("the time of a glitch", () => {
  /** 100 kWh, zero for some minutes, then 100 kWh and what was counted meanwhile. */
  const fallFor = (minutes: number) => ({
    time: Float64Array.from({ length: 200 }, (_, row) => row * MINUTE),
    value: Float64Array.from(
      { length: 200 },
      (_, row) => row >= 20 && row < 20 + minutes ? 0 : 100 + row / 100,
    ),
  });
  const rules = (minutes: number, options = {}) =>
    repairCounter(fallFor(minutes), { perHour: FUSE, ...options }).repairs.map(({ rule }) => rule);

  test("is an hour, and no longer", () => {
    expect(rules(1)).toEqual(["glitch"]);
    expect(rules(60)).toEqual(["glitch"]);
    expect(rules(61)[0]).toBe("reset");
    expect(rules(90)[0]).toBe("reset");
  });

  test("can be another", () => {
    expect(rules(10, { glitch: 10 * MINUTE })).toEqual(["glitch"]);
    expect(rules(11, { glitch: 10 * MINUTE })[0]).toBe("reset");
  });
});
