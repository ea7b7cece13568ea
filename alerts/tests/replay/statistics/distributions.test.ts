import { describe, expect, it } from "vitest";
import {
  fairCoinCdf,
  normalQuantile,
  tQuantile,
} from "../../../replay/statistics/distributions.ts";

// Values of tables that are older than the library.
describe("tQuantile", () => {
  it.each([
    [0.975, 1, 12.7062047362],
    [0.975, 2, 4.3026527297],
    [0.975, 4, 2.7764451052],
    [0.975, 10, 2.2281388520],
    [0.975, 30, 2.0422724563],
    [0.975, 120, 1.9799304051],
    [0.8, 3, 0.9784723124],
    [0.995, 9, 3.2498355416],
  ])("at %f with %i degrees of freedom is %f", (p, df, expected) => {
    expect(Math.abs(tQuantile(p, df) - expected)).toBeLessThan(1e-6);
  });

  it("comes near the normal one with many degrees of freedom", () => {
    expect(tQuantile(0.975, 1e6)).toBeCloseTo(normalQuantile(0.975), 5);
  });
});

describe("fairCoinCdf", () => {
  it("adds up binomial coefficients", () => {
    for (const throws of [1, 2, 5, 20, 40]) {
      let sum = 0, ways = 1;
      for (let heads = 0; heads <= throws; heads++) {
        sum += ways;
        ways = ways * (throws - heads) / (heads + 1);
        expect(fairCoinCdf(heads, throws)).toBeCloseTo(sum / 2 ** throws, 10);
      }
    }
  });

  it("is 1 without throws", () => expect(fairCoinCdf(0, 0)).toBe(1));
});
