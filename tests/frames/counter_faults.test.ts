import { expect, test } from "vitest";
import { judgeStep, takeStep } from "../../src/frames/counter_faults.ts";

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
