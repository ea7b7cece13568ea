import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seriesAt } from "../../src/columns.ts";
import { MINUTE } from "../../src/time.ts";
import {
  countedUp,
  type Dialect,
  DIALECTS,
  increase,
  sampledExport,
  samplesIn,
} from "../../src/verify/dialects.ts";
import { load } from "../notation.ts";

const dialect = (name: string): Dialect => DIALECTS.find((one) => one.name === name)!;
const OLD = dialect("Prometheus before 3.0"), NEW = dialect("Prometheus 3");
const BACKFILLED = dialect("Prometheus before 3.0 with backfilled samples");
const VICTORIA = dialect("VictoriaMetrics");
/** Series, the first value at the minute 0. */
const series = (text: string, start = 0) => seriesAt(load(text, { start }), 0);
const minutes = (start: number, end: number) => ({ start: start * MINUTE, end: end * MINUTE });

describe("increase()", () => {
  // Worked out by hand after the servers' own sources.
  test.each([
    ["to near ends of the window", "x 100+10x10", [-0.5, 10.5], OLD, 110],
    ["half a step where an end is far away", "x 100+10x10", [-5, 15], OLD, 110],
    ["never below zero at the start", "x 2+10x10", [-0.9, 10], OLD, 102],
    ["over a reset", "x 100 110 5 15", [0, 3], OLD, 25],
    ["of a closed window", "x 100+10x10", [0, 10], OLD, 100],
    // The sample at the start is not in the window; its step is extrapolated.
    ["of a half-open window", "x 100+10x10", [0, 10], NEW, 100],
    ["of one sample: nothing", "x 100", [-5, 5], OLD, NaN],
    ["of no sample: nothing", "x 100", [5, 9], VICTORIA, NaN],
    ["from the sample before", "x 100+10x10", [4.5, 10], VICTORIA, 60],
    ["from the first sample, if there is none before", "x 5000+10x10", [-5, 10], VICTORIA, 100],
    ["from the sample before, over a reset", "x 100 110 5 15", [0.5, 3], VICTORIA, 25],
  ])("%s: %s", (_, text, [start, end], server, expected) => {
    const found = increase(series(text), minutes(start!, end!), server);
    if (Number.isNaN(expected)) expect(found).toBeNaN();
    else expect(found).toBeCloseTo(expected, 9);
  });

  test("of any rising counter is at least what its samples show", () => {
    fc.assert(fc.property(
      fc.array(fc.nat(50), { minLength: 3, maxLength: 30 }),
      fc.constantFrom(...DIALECTS),
      (steps, server) => {
        let sum = 1000;
        const value = Float64Array.from(steps, (step) => sum += step);
        const time = Float64Array.from(steps, (_, i) => i * MINUTE);
        const window = minutes(-1, steps.length);
        expect(increase({ time, value }, window, server))
          .toBeGreaterThanOrEqual(countedUp({ time, value }) - 1e-9);
      },
    ));
  });
});

describe("sampledExport()", () => {
  const kwh = (wattMinutes: number) => wattMinutes / 60 / 1000;

  test("takes each minute's power, exports only", () => {
    const grid = series("x -600 300 -1200 0");
    expect(sampledExport([[grid]], minutes(0, 3), OLD)).toBeCloseTo(kwh(1800), 12);
    expect(sampledExport([[grid]], minutes(0, 3), NEW)).toBeCloseTo(kwh(1200), 12);
  });

  test("does not see what happens between two minutes", () => {
    const grid = {
      time: Float64Array.of(0, 0.1, 0.9, 1).map((one) => one * MINUTE),
      value: Float64Array.of(-600, -6000, -6000, -600),
    };
    expect(sampledExport([[grid]], minutes(0, 1), OLD)).toBeCloseTo(kwh(1200), 12);
  });

  test("takes the greatest of overlapping pods, and one alone where the other ended", () => {
    const a = series("x -900x3"), b = series("x -600x3", 2 * MINUTE);
    expect(sampledExport([[a, b]], minutes(0, 5), OLD)).toBeCloseTo(kwh(900 * 2 + 600 * 4), 12);
    // Without a mark of its end, the old pod's last value stays for five minutes.
    const c = series("x -300x3");
    expect(sampledExport([[c, b]], minutes(0, 5), BACKFILLED)).toBeCloseTo(kwh(300 * 6), 12);
    expect(sampledExport([[c, b]], minutes(0, 5), OLD)).toBeCloseTo(kwh(300 * 5 + 600), 12);
  });

  test("adds meters, and knows nothing where one of them is silent", () => {
    const one = series("x -600x3"), other = series("x -400x1");
    expect(sampledExport([[one], [other]], minutes(0, 3), OLD)).toBeCloseTo(kwh(3000), 12);
  });

  test("is not zero but nothing without samples", () => {
    expect(sampledExport([[]], minutes(0, 3), OLD)).toBeNaN();
    expect(sampledExport([[series("x -600")]], minutes(60, 70), OLD)).toBeNaN();
  });
});

test("samplesIn(): an open window leaves out its start", () => {
  const samples = { time: Float64Array.of(0, 5, 10), value: Float64Array.of(1, 2, 3) };
  expect(samplesIn(samples, { start: 0, end: 10 }, false).value.join()).toBe("2,3");
});

test("countedUp(): a fall is a reset", () => {
  expect(countedUp({ time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, 7, 1) })).toBe(3);
});

test("increase(): Prometheus goes on to the ends of the window", () => {
  // Half a step is missing at each end of the window; Prometheus goes on straight.
  const time = Float64Array.of(5, 15, 25, 35), value = Float64Array.of(100, 101, 102, 103);
  expect(increase({ time, value }, { start: 0, end: 40 }, DIALECTS[0]!)).toBe(4);
});

test("sampledExport(): a server looks at the grid once a minute", () => {
  const time = Float64Array.of(0, 60_000, 120_000), value = Float64Array.of(-60_000, 5, -60_000);
  const window = { start: -1, end: 120_000 };
  expect(sampledExport([[{ time, value }]], window, DIALECTS[0]!)).toBe(2);
});
