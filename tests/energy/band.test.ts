import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { autarkyBand, type Band, selfConsumptionBand } from "../../src/energy/bands.ts";

const kwh = fc.integer({ min: 0, max: 50_000 }).map((wh) => wh / 1000);
const share = fc.integer({ min: 0, max: 1000 }).map((one) => one / 1000);
/** A band and a truth in it. */
const measured = fc.tuple(kwh, kwh, share).map(([a, b, at]): { band: Band; is: number } => {
  const low = Math.min(a, b), high = Math.max(a, b);
  return { band: { low, high }, is: low + at * (high - low) };
});

function expectHeld(band: Band | null, is: number) {
  expect(band!.low).toBeLessThanOrEqual(is + 1e-12);
  expect(band!.high).toBeGreaterThanOrEqual(is - 1e-12);
  expect(band!.low).toBeGreaterThanOrEqual(0);
  expect(band!.high).toBeLessThanOrEqual(1);
}

describe("autarkyBand()", () => {
  test("holds the autarky of every self-consumption and import within their bands", () => {
    fc.assert(fc.property(measured, measured, (own, imported) => {
      fc.pre(own.is + imported.is > 0);
      expectHeld(autarkyBand(own.band, imported.band), own.is / (own.is + imported.is));
    }));
  });

  test("is null where nothing was consumed", () => {
    expect(autarkyBand({ low: 0, high: 0 }, { low: 0, high: 0 })).toBe(null);
  });
});

describe("selfConsumptionBand()", () => {
  test("holds the rate of every export up to the yield, within their bands", () => {
    fc.assert(fc.property(measured, measured, (exported, generated) => {
      fc.pre(generated.is > 0 && exported.is <= generated.is);
      expectHeld(
        selfConsumptionBand(exported.band, generated.band),
        1 - exported.is / generated.is,
      );
    }));
  });

  test("stays within 0 and 1 where export and yield overlap, and is null without a yield", () => {
    expect(selfConsumptionBand({ low: 4, high: 9 }, { low: 0, high: 5 }))
      .toEqual({ low: 0, high: expect.closeTo(0.2, 12) });
    expect(selfConsumptionBand({ low: 0, high: 1 }, { low: 0, high: 0 })).toBe(null);
  });
});
