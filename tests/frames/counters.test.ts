import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readingsAt, repairCounter, resolutionOf } from "../../src/frames/counters.ts";
import { load } from "../notation.ts";

describe("repairCounter()", () => {
  test.each([
    // goes on
    ["kwh 5 6 7", [5, 6, 7], []],
    // starts again at zero
    ["kwh 5 6 0 1 2", [5, 6, 6, 7, 8], ["reset"]],
    // starts again, and the first reading already counts
    ["kwh 5 6 0.5 1", [5, 6, 6.5, 7], ["reset"]],
    // a glitch to zero books nothing
    ["kwh 5000 5001 0 5002", [5000, 5001, 5002], ["glitch"]],
    // a dip of a tenth books nothing
    ["kwh 215.5 215.6 215.5 215.6 215.7", [215.5, 215.6, 215.6, 215.7], ["glitch"]],
    // absent values are passed over
    ["kwh 5 NaN 6", [5, 6], []],
    ["kwh", [], []],
  ])("of '%s' is %j", (text, values, rules) => {
    const repaired = repairCounter(load(text));
    expect([...repaired.value]).toEqual(values);
    expect(repaired.repairs.map(({ rule }) => rule)).toEqual(rules);
  });

  test("a drop that takes longer than the limit to recover is a reset", () => {
    const repaired = repairCounter(load("kwh 10 0x61 11"));
    expect(repaired.repairs).toEqual([{ time: 60_000, rule: "reset", before: 10, after: 0 }]);
    expect(repaired.value.at(-1)).toBe(21);
  });

  test("never falls, whatever comes in", () => {
    fc.assert(fc.property(fc.array(fc.nat(50)), (values) => {
      const { value } = repairCounter(load(`kwh ${values.join(" ")}`));
      for (let i = 1; i < value.length; i++) expect(value[i]).toBeGreaterThanOrEqual(value[i - 1]!);
    }));
  });
});

describe("readingsAt()", () => {
  test("interpolates at borders, and adjacent periods add up", () => {
    fc.assert(fc.property(
      fc.array(fc.nat(1000), { minLength: 2, maxLength: 50 }),
      fc.array(fc.nat(2_000_000), { minLength: 1, maxLength: 6 }),
      (steps, inner) => {
        let at = 0;
        const value = Float64Array.from(steps, (step) => at += step);
        const counter = { time: Float64Array.from(steps, (_, i) => i * 60_000), value };
        const end = (steps.length - 1) * 60_000;
        const borders = [0, ...inner.map((x) => x % end).sort((a, b) => a - b), end];
        const { reading } = readingsAt(counter, borders);
        const sum = borders.slice(1).reduce((s, _, i) => s + reading[i + 1]! - reading[i]!, 0);
        expect(sum).toBeCloseTo(value.at(-1)! - value[0]!, 6);
      },
    ));
  });

  test("says how far the samples around a border are apart", () => {
    const { reading, gap } = readingsAt(load("kwh 10 _x9 20"), [-1, 0, 300_000, 600_000, 600_001]);
    expect([...reading]).toEqual([NaN, 10, 15, 20, NaN]);
    expect([...gap]).toEqual([Infinity, 0, 600_000, 0, Infinity]);
  });
});

test.each([
  ["kwh 1 1.1 1.2 5 5.3", 0.1],
  ["kwh 5 5 5", 0],
  ["kwh 9 0 0.5", 0.5],
])("resolutionOf('%s') is %d", (text, resolution) => {
  expect(resolutionOf(load(text))).toBeCloseTo(resolution, 9);
});
