import { describe, expect, test } from "vitest";
import { stringProfile } from "../../src/energy/strings.ts";
import { powerOf, stretch } from "../plots/house.ts";
import { inverterEfficiency, stringRatios } from "../../src/energy/strings.ts";

const days = { from: "2025-06-10", to: "2025-06-12" };

describe("stringProfile()", () => {
  test("shares make one at each time at which there is power", async () => {
    const points = stringProfile(await powerOf(days));
    const east = points.filter(({ name }) => name === "pv1");
    const west = points.filter(({ name }) => name === "pv2");
    expect(east).toHaveLength(24);
    const bright = east.flatMap(({ share }, i) =>
      Number.isNaN(share) ? [] : [share + west[i]!.share]
    );
    expect(bright.length).toBeGreaterThan(9);
    bright.forEach((sum) => expect(sum).toBeCloseTo(1, 12));
    expect(east.find(({ hour }) => hour === 10)?.share).toBeCloseTo(0.7, 6);
    expect(east[0]).toMatchObject({ power_w: 0, share: NaN });
  });

  test("do not depend on a gap of a day", async () => {
    const whole = stringProfile(await powerOf(days));
    const torn = stringProfile(
      await powerOf(days, { inverter: stretch("2025-06-11", "09:00", "12:00") }),
    );
    torn.forEach((point, i) => expect(point.power_w).toBeCloseTo(whole[i]!.power_w, 6));
  });
});

test("efficiency counts the slots that know both sides", () => {
  const efficiency = inverterEfficiency({
    generation_w: Float64Array.of(960, NaN),
    strings: [{ name: "pv1", power_w: Float64Array.of(1000, 1000) }],
  });
  expect(efficiency).toBe(0.96);
});

test("shares and array yields leave out the slots in which one string is not known", () => {
  const string = (name: string, ...watts: number[]) => ({
    name,
    power_w: Float64Array.from(watts),
  });
  const power = {
    step: 3_600_000,
    strings: [string("pv1", 3000, 900, NaN), string("pv2", 1000, NaN, 500)],
  };
  expect(stringRatios(power, [{ name: "pv1", kwp: 6 }])).toEqual([
    { name: "pv1", dc_kwh: 3, share: 0.75, array_yield: 0.5 },
    { name: "pv2", dc_kwh: 1, share: 0.25, array_yield: null },
  ]);
});

test("an inverter whose AC power is not known has no efficiency", () => {
  const strings = [{ name: "pv1", power_w: Float64Array.of(1000, 20) }];
  expect(inverterEfficiency({ generation_w: Float64Array.of(NaN, 0), strings })).toBeNull();
});

test("an inverter whose AC power is known for a fifth of its DC energy or less has no efficiency", () => {
  const of = (dc: number) =>
    inverterEfficiency({
      generation_w: Float64Array.of(96, NaN),
      strings: [{ name: "pv1", power_w: Float64Array.of(100, dc) }],
    });
  expect(of(399)).toBe(0.96);
  expect(of(400)).toBeNull();
});

test("one whose DC power is known for a fifth of its AC energy or less has none either", () => {
  const of = (ac: number) =>
    inverterEfficiency({
      generation_w: Float64Array.of(96, ac),
      strings: [{ name: "pv1", power_w: Float64Array.of(100, NaN) }],
    });
  expect(of(383)).toBe(0.96);
  expect(of(384)).toBeNull();
});
