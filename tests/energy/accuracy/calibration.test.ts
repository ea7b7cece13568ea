import { describe, expect, test } from "vitest";
import { calibrate, calibrated } from "../../../src/energy/accuracy/calibration.ts";

/** Days whose integral is off by so many predicted standard deviations of 0.1 kWh. */
const days = (offs: readonly number[], resolution = 0.001) =>
  offs.map((off) => ({ counter: 5, resolution, integral: 5 + 0.1 * off, sigma: 0.1 }));

const ALIKE = [-2, -1.2, -0.8, -0.3, 0.1, 0.5, 0.9, 1.3, 1.6, -0.6];

describe("calibrate()", () => {
  test("finds how much wider residuals scatter than predicted", () => {
    const { scale } = calibrate(days(ALIKE)),
      { scale: twice } = calibrate(
        days(ALIKE.map((one) => 2 * one)),
      );
    expect(scale).toBeGreaterThan(1);
    expect(twice).toBeCloseTo(2 * scale, 9);
  });

  test("is surer of the same scatter with more days", () => {
    expect(calibrate(days([...ALIKE, ...ALIKE, ...ALIKE])).scale)
      .toBeLessThan(calibrate(days(ALIKE)).scale);
  });

  test("takes no day's fault for scatter", () => {
    const { scale } = calibrate(days(ALIKE));
    expect(calibrate(days([...ALIKE, 500])).scale).toBeLessThan(1.5 * scale);
  });

  test("guesses with few days, and where the counter is too coarse to tell", () => {
    expect(calibrate(days([5, -5]))).toEqual({ scale: 2, shortfall: 0, days: 2 });
    expect(calibrate(days(ALIKE, 0.5))).toEqual({ scale: 2, shortfall: 0, days: 0 });
  });

  test("learns nothing from an export register of a house that never feeds in", () => {
    const nothing = Array.from({ length: 31 }, () => (
      { counter: 0, resolution: 0.001, integral: 0, sigma: 0 }
    ));
    expect(calibrate(nothing)).toEqual({ scale: 2, shortfall: 0, days: 0 });
    expect(calibrate([...nothing, ...days(ALIKE)])).toEqual(calibrate(days(ALIKE)));
  });

  test("knows a meter that reports means by integrals that fall short on nearly all days", () => {
    const short = calibrate(days(ALIKE.map((one) => one - 6)));
    expect(short.shortfall).toBeCloseTo(6, 0);
    expect(short.scale).toBeCloseTo(calibrate(days(ALIKE)).scale, 0);
    expect(calibrate(days(ALIKE)).shortfall).toBe(0);
  });
});

test("no integral is taken for better than what leaves no trace in it", () => {
  expect(calibrated(0, { scale: 1.5, shortfall: 0, days: 30 })).toBe(0.003);
});

test("calibrate(): the scatter of the residuals widens the band", () => {
  const days = [-3, -2, -1, 0, 0, 1, 2, 3].map((off) => (
    { counter: 5, resolution: 0.001, integral: 5 + off * 0.1, sigma: 0.1 }
  ));
  expect(calibrate(days).scale).toBeGreaterThan(2);
  expect(calibrate(days).shortfall).toBe(0);
});

test("calibrated(): the predicted error is scaled", () => {
  expect(calibrated(0.1, { scale: 2, shortfall: 0, days: 30 })).toBe(0.2);
});
