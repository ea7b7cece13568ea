import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eachSeries, type Samples } from "../../src/columns.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { mergeByMax } from "../../src/frames/restarts.ts";
import { localWindows } from "../../src/server_side/ask_days.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { utcWindows } from "../../src/verify/compare.ts";
import { DIALECTS } from "../../src/verify/dialects.ts";
import type { Evidence } from "../../src/verify/evidence.ts";
import {
  retrace,
  type Retraced,
  retraceExport,
  retraceRegister,
  retraceYield,
} from "../../src/verify/retrace.ts";
import { load } from "../notation.ts";

const [PROMETHEUS] = DIALECTS, VICTORIA = DIALECTS.at(-1)!;
const [local] = localWindows("2025-06-01", "2025-06-01", "Europe/Berlin");
const [utc] = utcWindows("2025-06-01", "2025-06-01");
const { start } = local!;

/** Shares of at least a hundredth of a watt-hour, rounded to it. */
function shares({ parts }: Retraced): Record<string, number> {
  return Object.fromEntries(
    parts.map(({ reason, kwh }) => [reason, Math.round(1e5 * kwh) / 1e5])
      .filter(([, kwh]) => kwh !== 0),
  );
}

describe("retrace()", () => {
  test("adds up to the difference, whatever is not known", () => {
    const kwh = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(NaN));
    fc.assert(fc.property(fc.integer({ min: 0, max: 50 }), kwh, kwh, fc.nat(50), (own, a, b, c) => {
      const { parts, expected } = retrace(own, [["repaired", a], ["utc_day", b], ["rule", c]]);
      expect(expected).toBe(c);
      expect(parts.reduce((sum, part) => sum + part.kwh, own)).toBeCloseTo(c, 9);
    }));
  });

  test("has no shares where there is nothing to begin with", () => {
    expect(retrace(null, [["utc_day", 5]])).toEqual({ parts: [], expected: 5 });
  });
});

describe("retraceYield()", () => {
  const row = (kwh: number, method = "yield:day_counter") =>
    ({ yield_kwh: kwh, start, end: local!.end, method }) as EnergyRow;
  const retraced = (counter: Samples, own: EnergyRow, window = local!) => {
    const evidence = { yields: [{ merged: counter, series: [counter] }] } as unknown as Evidence;
    return retraceYield(own, window, { evidence, dialect: PROMETHEUS! });
  };
  /** Readings every hour from local 06:00 on. */
  const readings = (text: string) =>
    [...eachSeries(load(`x ${text}`, { start: start + 6 * HOUR, step: HOUR }))][0]!;

  test.each([
    ["nothing: the maximum is the yield", "0 2 5 9 9", row(9), {}],
    ["a late reset: 20 kWh are of the day before", "20 20 0 2 5 9", row(9), { late_reset: 11 }],
    // The maximum of such a day is its own: the late reset did no harm.
    ["a late reset below the yield", "3 3 0 2 5 9", row(9), {}],
    ["a silent evening", "0 2 5", row(9, "yield:lifetime_counter"), { recovered: -4 }],
    ["a reset in the middle of the day", "0 2 5 0 1 4", row(9), { repaired: -4 }],
    ["a spike", "0 2 99 5 9", row(9), { repaired: 90 }],
  ])("finds %s", (_, text, own, expected) => {
    expect(shares(retraced(readings(text), own))).toEqual(expected);
  });

  test("finds the battery behind an inverter: its output is not the yield of the panels", () => {
    const counter = readings("0 2 5 7 7");
    const evidence = {
      yields: [{ merged: counter, series: [counter] }],
      isHybridOutput: true,
    } as unknown as Evidence;
    // 9 kWh from the panels, of which 2 kWh stayed in the battery.
    const found = retraceYield(row(9), local!, { evidence, dialect: PROMETHEUS! });
    expect(shares(found)).toEqual({ battery: -2 });
  });

  test("finds the UTC day of a zone in the west: its evening belongs to the next one", () => {
    const [day] = localWindows("2025-06-01", "2025-06-01", "America/Los_Angeles");
    // 30 kWh on the evening before, 9 kWh on the day.
    const time = Float64Array.of(day!.start - 5 * HOUR, day!.start + 12 * HOUR);
    const counter = { time, value: Float64Array.of(30, 9) };
    const own = { yield_kwh: 9, start: day!.start, end: day!.end, method: "" } as EnergyRow;
    expect(shares(retraced(counter, own, utc!))).toEqual({ utc_day: 21 });
  });

  test("finds the sample at the end of a closed window", () => {
    const time = Float64Array.of(utc!.end - 1, utc!.end),
      counter = {
        time,
        value: Float64Array.of(9, 9.5),
      };
    const own = { ...row(9), start: utc!.start, end: utc!.end };
    expect(shares(retraced(counter, own, utc!))).toEqual({ window_ends: 0.5 });
  });
});

describe("retraceRegister()", () => {
  /** Counts 1 kWh per hour, read every 10 minutes, five minutes past the full ones. */
  const time = Float64Array.from(
    { length: 6 * 72 },
    (_, i) => start - 24 * HOUR + (10 * i + 5) * MINUTE,
  );
  const value = time.map((at) => 500 + (at - start) / HOUR);
  const retraced = (series: Samples[], window = local!, dialect = PROMETHEUS!, kwh = 24) => {
    const merged = mergeByMax(series, 5 * MINUTE);
    const devices = [{ merged, rising: merged, series }];
    return retraceRegister({ ...local!, kwh }, window, { devices, dialect });
  };

  test("finds the ends of the window, and what each server makes of them", () => {
    const whole = [{ time, value }];
    expect(shares(retraced(whole))).toEqual({ window_ends: -0.16667, extrapolation: 0.16667 });
    expect(shares(retraced(whole, local!, VICTORIA)))
      .toEqual({ window_ends: -0.16667, from_before: 0.16667 });
  });

  test("finds what a restart cuts off, and what an overlap counts twice", () => {
    const at = (hours: number) => time.findIndex((one) => one >= start + hours * HOUR);
    const part = (from: number, to: number) => ({
      time: time.slice(from, to),
      value: value.slice(from, to),
    });
    const cut = [part(0, at(12)), part(at(12), time.length)];
    expect(shares(retraced(cut)).restarts).toBe(-0.16667);
    const overlap = [part(0, at(12)), part(at(11), time.length)];
    // The later series counts the hour for itself, but for its first step.
    expect(shares(retraced(overlap)).restarts).toBe(0.83333);
  });

  test("finds that the UTC day is another day", () => {
    // 5 kWh in the local day's first two hours, which are the last of the UTC day before.
    const early = value.map((_, i) =>
      500 + 5 * Math.min(1, Math.max(0, (time[i]! - start) / HOUR - 0.5))
    );
    const { utc_day } = shares(retraced([{ time, value: early }], utc!, PROMETHEUS, 5));
    expect(utc_day).toBe(-5);
  });
});

describe("retraceExport()", () => {
  const minutesOf = (from: number, to: number, power: (at: number) => number) => {
    const time = Float64Array.from({ length: (to - from) / MINUTE }, (_, i) => from + i * MINUTE);
    return { time, value: time.map(power) };
  };
  const retraced = (
    grid: Samples,
    { rule = [] as Samples[], window = local!, kwh = 14.4, usesRule = false } = {},
  ) => {
    const exported = { time: grid.time, value: grid.value.map((one) => Math.max(-one, 0)) };
    const evidence: Evidence = {
      yields: [],
      isHybridOutput: false,
      imports: [],
      exports: [],
      exported,
      maxGap: 3 * MINUTE,
      meters: [[grid]],
      rule,
    };
    const dialect = PROMETHEUS!;
    return retraceExport({ ...local!, kwh }, window, { evidence, dialect, usesRule });
  };
  const from = start - 24 * HOUR, to = start + 48 * HOUR;
  const grid = minutesOf(from, to, () => -600);

  test("finds nothing where the power is constant", () => {
    expect(shares(retraced(grid))).toEqual({});
  });

  test("finds the minute that both ends of a closed window share", () => {
    expect(shares(retraced(grid, { window: utc! }))).toEqual({ window_ends: 0.01 });
  });

  test("finds what sampling once a minute misses", () => {
    const time = Float64Array.from({ length: 4 * 60 * 72 }, (_, i) => from + i * 15_000);
    // 10 seconds after the full minute a kettle takes what is exported, until the next minute.
    const value = time.map((at) => at % MINUTE === 0 ? -600 : 200);
    const { sampling } = shares(retraced({ time, value }, { kwh: 3.6 }));
    expect(sampling).toBeCloseTo(14.4 - 3.6, 2);
  });

  test("finds an export that was set to the yield", () => {
    expect(shares(retraced(grid, { kwh: 14.3 }))).toEqual({ balanced: 0.1 });
  });

  test("finds where the rule was not evaluated", () => {
    const rule = minutesOf(from, to, () => -600);
    const gap = (at: number) => at >= start + 5 * HOUR && at < start + 6 * HOUR;
    const keep = (_: number, i: number) => !gap(rule.time[i]!);
    const gappy = { time: rule.time.filter(keep), value: rule.value.filter(keep) };
    expect(shares(retraced(grid, { rule: [gappy], usesRule: true })).rule).toBeCloseTo(-0.59, 1);
    expect(shares(retraced(grid, { rule: [rule], usesRule: true }))).toEqual({});
  });
});

test("retrace(): each step contributes its change", () => {
  const { parts, expected } = retrace(5, [["utc_day", 7], ["window_ends", 6.5]]);
  expect(parts.map(({ kwh }) => kwh)).toEqual([2, -0.5]);
  expect(expected).toBe(6.5);
});

test("retraceRegister(): the ends of the window lack one step", () => {
  const [day] = utcWindows("2025-06-01", "2025-06-01"), { start } = day!;
  const time = Float64Array.from({ length: 50 }, (_, i) => start + (i - 0.5) * 1_800_000);
  const register = { time, value: time.map((_, i) => 100 + i) };
  const devices = [{ merged: register, rising: register, series: [register] }];
  const { parts } = retraceRegister({ ...day!, kwh: 48 }, day!, { devices, dialect: DIALECTS[0]! });
  const ends = parts.find(({ reason }) => reason === "window_ends");
  expect(ends?.kwh).toBe(-1);
});

test("retraceExport(): both midnights count", () => {
  const [day] = utcWindows("2025-06-01", "2025-06-01"), { start } = day!;
  const time = Float64Array.from({ length: 1441 }, (_, i) => start + i * 60_000);
  const exported = { time, value: time.map(() => 600) };
  const grid = { time, value: time.map(() => -600) };
  const evidence = {
    yields: [],
    isHybridOutput: false,
    imports: [],
    exports: [],
    exported,
    maxGap: 180_000,
    meters: [[grid]],
    rule: [],
  };
  const { expected } = retraceExport({ ...day!, kwh: 14.4 }, day!, {
    evidence,
    dialect: DIALECTS[0]!,
    usesRule: false,
  });
  // Both midnights count: 1441 minutes of 600 W.
  expect(Math.abs(expected - 14.41)).toBeLessThan(1e-9);
});

test("retraceYield(): a late reset shows the day before", () => {
  const [day] = utcWindows("2025-06-01", "2025-06-01");
  // It still shows 20 kWh of the day before.
  const counter = {
    time: Float64Array.of(day!.start + 1, day!.start + 2),
    value: Float64Array.of(20, 3),
  };
  const evidence = { yields: [{ merged: counter, series: [counter] }] } as unknown as Evidence;
  const row = { yield_kwh: 3, start: day!.start, end: day!.end } as EnergyRow;
  const { parts } = retraceYield(row, day!, { evidence, dialect: DIALECTS[0]! });
  expect(parts[0]).toEqual({ reason: "late_reset", kwh: 17 });
});
