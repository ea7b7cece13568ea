import { describe, expect, test } from "vitest";
import { judgeStep, takeStep } from "../../src/frames/counter_faults.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

test("takeStep() books every rise", () => {
  const readings = { time: Float64Array.of(0, 1), value: Float64Array.of(7, 8) };
  expect(takeStep({ readings, row: 1, kept: Uint32Array.of(0) })).toEqual({ booked: 1 });
});

test("judgeStep() leaves out a fall that is soon made up for", () => {
  const readings = { time: Float64Array.of(0, 1, 2), value: Float64Array.of(7, 0, 8) };
  const limits = { glitch: 9, stale: 0, maxGap: 5, perHour: Infinity, resolution: 1 };
  expect(judgeStep({ readings, row: 1, kept: Uint32Array.of(0) }, limits))
    .toEqual({ rule: "glitch", booked: 0, skipTo: 2, lost: 7 });
  // With a limit of 2 a unit of time, nothing but a glitch makes it leap by 8.
  expect(judgeStep(
    { readings, row: 1, kept: Uint32Array.of(0) },
    { ...limits, perHour: 2 * 3_600_000 },
  )).toEqual({ rule: "glitch", booked: 0, skipTo: 2, lost: 0 });
});

test("judgeStep() leaves out a fall that two leaps make up for, the first of them impossible", () => {
  const time = Float64Array.of(0, MINUTE, 2 * MINUTE, 32 * MINUTE);
  const readings = { time, value: Float64Array.of(100, 40, 70, 100) };
  const limits = { glitch: HOUR, stale: 0, maxGap: HOUR, perHour: 600, resolution: 0.1 };
  expect(judgeStep({ readings, row: 1, kept: Uint32Array.of(0) }, limits))
    .toEqual({ rule: "glitch", booked: 0, skipTo: 3, lost: 0 });
});

test("judgeStep() takes a leap that no time explains for another counter", () => {
  // 1000 units in a minute, of at most 2 an hour, in June 2025.
  const time = Float64Array.of(0, 60_000, 120_000).map((at) => Date.UTC(2025, 5, 1) + at);
  const readings = { time, value: Float64Array.of(7, 7, 1007) };
  const limits = { glitch: HOUR, stale: 5 * MINUTE, maxGap: HOUR, perHour: 2, resolution: 0.01 };
  expect(judgeStep({ readings, row: 2, kept: Uint32Array.of(0, 1) }, limits))
    .toEqual({ rule: "replaced", booked: 0 });
});

test("judgeStep() takes a counter that catches up with clearly more than flowed for another one", () => {
  // Silent for two hours; what cancels between samples may be 0.4 kWh.
  const time = Float64Array.of(0, 2 * HOUR);
  const limits = { glitch: HOUR, stale: 0, maxGap: MINUTE, perHour: 20, resolution: 0.01 };
  const judged = (by: number, most: number) =>
    judgeStep(
      { readings: { time, value: Float64Array.of(7, 7 + by) }, row: 1, kept: Uint32Array.of(0) },
      { ...limits, flow: () => ({ least: 0, most }) },
    ).rule;
  expect([judged(0.39, 0), judged(0.41, 0)]).toEqual(["catch_up", "replaced"]);
  expect([judged(3.39, 2), judged(3.41, 2)]).toEqual(["catch_up", "replaced"]);
  // Where nothing is known of the power, it may have flowed.
  expect(judged(30, NaN)).toBe("catch_up");
});

describe("judgeStep() of a counter that stood still although 10 units flowed", () => {
  const minutes = (...at: number[]) => Float64Array.from(at, (one) => one * MINUTE);
  const time = minutes(0, 60, 120, 121);
  const limits = {
    ...{ glitch: HOUR, stale: 5 * MINUTE, maxGap: 2 * HOUR, perHour: 100, resolution: 0.01 },
    flow: (start: number, end: number) => {
      const flowed = 5 * (end - start) / HOUR;
      return { least: flowed, most: flowed };
    },
  };
  const leap = (by: number) =>
    judgeStep({
      readings: { time, value: Float64Array.of(7, 7, 7, 7 + by) },
      row: 3,
      kept: Uint32Array.of(0, 1, 2),
    }, { ...limits, perHour: 1000 });

  test("was frozen if it leaps by more than half of that", () => {
    expect(leap(5.1)).toEqual({ rule: "catch_up", booked: 5.1, since: 0 });
  });

  test("was not if it leaps by less", () => {
    expect(leap(4.9).rule).toBeUndefined();
  });
});

test("judgeStep() takes readings back that a fall shows to be a spike", () => {
  const readings = { time: Float64Array.of(0, 1, 2, 3), value: Float64Array.of(80, 81, 500, 90) };
  const limits = { glitch: 9, stale: 0, maxGap: 5, perHour: Infinity, resolution: 0.1 };
  expect(judgeStep({ readings, row: 3, kept: Uint32Array.of(0, 1, 2) }, limits))
    .toEqual({ booked: 0, keep: 2 });
});

test("judgeStep() takes a counter that begins with more than flowed for another one", () => {
  const readings = { time: Float64Array.of(0, 1, 2), value: Float64Array.of(900, 2, 2) };
  const limits = { glitch: 9, stale: 0, maxGap: 5, perHour: Infinity, resolution: 0.01 };
  const judged = (most: number) =>
    judgeStep({ readings, row: 1, kept: Uint32Array.of(0) }, {
      ...limits,
      flow: () => ({ least: 0, most }),
    });
  expect(judged(0.1)).toEqual({ rule: "replaced", booked: 0 });
  expect(judged(2.1)).toMatchObject({ rule: "reset", booked: 2 });
  // Where nothing is known of the power, it is a reset.
  expect(judged(NaN)).toMatchObject({ rule: "reset", booked: 2 });
});

describe("judgeStep() of a counter that stood still while little is known to have flowed", () => {
  const time = Float64Array.of(0, 60 * MINUTE, 61 * MINUTE);
  const leap = (by: number, flowed: { least: number; most: number }) =>
    judgeStep({
      readings: { time, value: Float64Array.of(7, 7, 7 + by) },
      row: 2,
      kept: Uint32Array.of(0, 1),
    }, {
      ...{ glitch: HOUR, stale: 5 * MINUTE, maxGap: 2 * HOUR, perHour: 1000, resolution: 0.1 },
      flow: (start) => start === 0 ? flowed : { least: 0, most: 0 },
    }).rule;

  test.each([
    [0.9, undefined],
    [1.1, "catch_up"],
    [3.9, "catch_up"],
    [4.1, undefined],
  ])("between 0.1 and 3.9 units flowed, and it leaps by %d: %s", (by, rule) => {
    expect(leap(by, { least: 0.1, most: 3.9 })).toBe(rule);
  });

  test("if perhaps nothing flowed, it was not frozen", () => {
    expect(leap(2, { least: 0, most: 4 })).toBeUndefined();
  });

  test("if less than its steps flowed, it was not frozen", () => {
    expect(leap(0.21, { least: 0.01, most: 0.35 })).toBeUndefined();
  });
});

test("judgeStep() takes a leap back if it returns exactly as far as it may have counted", () => {
  const readings = {
    time: Float64Array.of(0, MINUTE, 2 * MINUTE),
    value: Float64Array.of(7, 1007, 11),
  };
  // Two units in two minutes, and a step of rounding at both ends.
  const limits = { glitch: HOUR, stale: 0, maxGap: HOUR, perHour: 60, resolution: 1 };
  expect(judgeStep({ readings, row: 1, kept: Uint32Array.of(0) }, limits))
    .toEqual({ rule: "spike", booked: 0, skipTo: 2 });
});

test("judgeStep() believes the more readings of a counter that leaps up, falls and leaps up", () => {
  const readings = {
    time: Float64Array.of(0, 1, 2, 3, 4, 5, 6),
    value: Float64Array.of(79, 80, 500, 90, 95, 96, 520),
  };
  const limits = { glitch: 9, stale: 0, maxGap: 5, perHour: Infinity, resolution: 1 };
  expect(judgeStep({ readings, row: 3, kept: Uint32Array.of(0, 1, 2) }, limits))
    .toEqual({ booked: 0, keep: 2 });
});

test("judgeStep() says how much a reset may have lost, at one and a half times the rate before", () => {
  const minutes = Float64Array.of(0, 1, 2, 3, 4).map((at) => at * MINUTE);
  const readings = { time: minutes, value: Float64Array.of(100, 110, 120, 2, 3) };
  const limits = { glitch: HOUR, stale: 0, maxGap: HOUR, perHour: 6000, resolution: 1 };
  // In a minute 15 units and a step, of which it shows two.
  expect(judgeStep({ readings, row: 3, kept: Uint32Array.of(0, 1, 2) }, limits))
    .toEqual({ rule: "reset", booked: 2, lost: 14 });
});

test("judgeStep() allows for any appliance of the day in the last step before a reset", () => {
  // Eight hours before, 40 units flowed in a quarter of an hour; just before the reset two.
  const time = Float64Array.from({ length: 40 }, (_, i) => i * 15 * MINUTE);
  const value = time.map((_, i) => i < 38 ? 100 + 2 * i + (i > 5 ? 38 : 0) : 1);
  const limits = { glitch: HOUR, stale: 0, maxGap: HOUR, perHour: 1000, resolution: 1 };
  const kept = Uint32Array.from({ length: 38 }, (_, i) => i);
  expect(judgeStep({ readings: { time, value }, row: 38, kept }, limits))
    .toEqual({ rule: "reset", booked: 1, lost: 1.5 * 40 });
});
