import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairCounter, resolutionOf } from "../../src/frames/counters.ts";
import { readingsAt } from "../../src/frames/counter_readings.ts";
import { load } from "../notation.ts";

describe("repairCounter()", () => {
  test.each([
    // goes on
    ["kwh 50 51 53", [50, 51, 53], []],
    // starts again at zero
    ["kwh 50 51 0 1 2", [50, 51, 51, 52, 53], ["reset 0"]],
    // starts again, and what it has counted until it is heard is booked
    ["kwh 50 51 0.5 1", [50, 51, 51.5, 52], ["reset 0.5"]],
    // a glitch to zero books nothing; a sum of increments would book the whole meter
    ["kwh 5000 5001 0 5002", [5000, 5001, 5002], ["glitch 0"]],
    ["kwh 5000 5001 0 3 4999 5002", [5000, 5001, 5002], ["glitch 0"]],
    // a dip of one step books nothing
    ["kwh 215.5 215.6 215.5 215.6 215.7", [215.5, 215.6, 215.6, 215.7], ["dip 0"]],
    ["kwh 215.5 215.6 215.5 215.5 215.7", [215.5, 215.6, 215.7], ["dip 0"]],
    // a replayed row: up and back where it was; that it is there again later is no glitch
    ["kwh 50 51 59 51 52 53x9 60", [50, 51, 51, 52, ...Array(10).fill(53), 60], ["spike 0"]],
    // two rows of it, before a rise that would be their recovery
    ["kwh 50 51 59 59.5 51.5 52 53 60", [50, 51, 51.5, 52, 53, 60], ["spike 0"]],
    // a dip that was left out is nothing to go back to
    ["kwh 50 51 52 51 58 52 53 54 55", [50, 51, 52, 52, 53, 54, 55], ["dip 0", "spike 0"]],
    // fewer samples are left out if it is taken for a glitch
    ["kwh 50 51 58 59 60 51 62", [50, 51, 58, 59, 60, 62], ["glitch 0"]],
    // another meter, with a reading of its own
    ["kwh 5000 5001 1234 1235x61", [5000, 5001, 5001, ...Array(62).fill(5002)], ["replaced 0"]],
    // absent values are passed over
    ["kwh 50 NaN 51", [50, 51], []],
    ["kwh", [], []],
  ])("of '%s'", (text, values, repairs) => {
    const repaired = repairCounter(load(text));
    expect([...repaired.value]).toEqual(values);
    expect(repaired.repairs.map(({ rule, booked }) => `${rule} ${booked}`)).toEqual(repairs);
  });

  test.each([
    // 20 kWh in a minute: back a moment later
    ["kwh 50 50.1 70 50.2", [50, 50.1, 50.2], ["spike 0"]],
    // 20 kWh in a minute, and it stays: another meter, or nonsense, but never energy
    ["kwh 50 50.1 70x61 70.1", [50, ...Array(63).fill(50.1), 50.2], ["replaced 0"]],
    // 3 kWh in a minute, and it stays: a reading that was ten minutes old
    ["kwh 50 50.1x5 53x61 53.1", [50, ...Array(6).fill(50.1), ...Array(62).fill(53), 53.1], [
      "catch_up 2.9",
    ]],
    // the same, but back a moment later
    ["kwh 50 50.1x5 53 50.1 50.2", [50, ...Array(6).fill(50.1), 50.1, 50.2], ["spike 0"]],
    // stood still for two hours, then all at once
    ["kwh 50 50.1x120 53 53.1", [50, ...Array(121).fill(50.1), 53, 53.1], ["catch_up 2.9"]],
    // not heard for two hours
    ["kwh 50 50.1 _x120 53 53.1", [50, 50.1, 53, 53.1], ["catch_up 2.9"]],
    // not heard for two hours, but 60 kWh need three at a fuse of 24 kW
    ["kwh 50 50.1 _x120 110 110.1", [50, 50.1, 50.1, 50.2], ["replaced 0"]],
  ])("at most 24 kWh an hour: '%s'", (text, values, repairs) => {
    const repaired = repairCounter(load(text), { perHour: 24, maxGap: 180_000 });
    expect([...repaired.value].map((v) => Math.round(v * 1e6) / 1e6)).toEqual(values);
    expect(repaired.repairs.map(({ rule, booked }) => `${rule} ${Math.round(booked * 1e6) / 1e6}`))
      .toEqual(repairs);
  });

  test("a glitch longer than a gap was heard all the same: nothing has to catch up", () => {
    const repaired = repairCounter(load("kwh 100 101 0x29 131+1x5"), { maxGap: 180_000 });
    expect(repaired.repairs.map(({ rule }) => rule)).toEqual(["glitch"]);
    expect(repaired.value.at(-1)).toBe(136);
  });

  test("a fall that takes longer than the limit to recover is no glitch", () => {
    const repaired = repairCounter(load("kwh 100 101 0x61 1 2"));
    expect(repaired.repairs)
      .toEqual([{ time: 120_000, rule: "reset", before: 101, after: 0, booked: 0, lost: 2.5 }]);
    expect(repaired.value.at(-1)).toBe(103);
  });

  test("switched off, it counts as increase() does", () => {
    const naive = (text: string) =>
      repairCounter(load(text), { repair: false, perHour: 24 }).value.at(-1);
    expect(naive("kwh 5000 5001 0 5002")).toBe(5001 + 5002);
    expect(naive("kwh 50 50.1 70 70.1")).toBeCloseTo(70.1, 9);
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

test("repairCounter() knows since when a counter was frozen, if it was silent in between", () => {
  const MINUTE = 60_000, KWH_PER_MINUTE = 0.01;
  const minutes = Array.from({ length: 81 }, (_, minute) => minute)
    .filter((minute) => minute <= 48 || minute >= 56);
  const reading = (minute: number) => KWH_PER_MINUTE * (minute > 10 && minute < 60 ? 10 : minute);
  const counter = {
    time: Float64Array.from(minutes, (minute) => minute * MINUTE),
    value: Float64Array.from(minutes, reading),
  };
  const { repairs } = repairCounter(counter, {
    maxGap: 5 * MINUTE,
    flow: (start, end) => {
      const kwh = KWH_PER_MINUTE * (end - start) / MINUTE;
      return { least: 0.9 * kwh, most: 1.1 * kwh };
    },
  });
  expect(repairs).toMatchObject([{ rule: "catch_up", time: 60 * MINUTE, since: 10 * MINUTE }]);
});
