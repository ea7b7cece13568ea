import { describe, expect, test } from "vitest";
import { batteryEnergies, sharedEnergies, socAt } from "../../src/energy/battery.ts";
import { HOUR, localDays, MINUTE } from "../../src/time.ts";

describe("sharedEnergies()", () => {
  const signal = (...rows: [hours: number, watts: number][]) => ({
    time: Float64Array.from(rows, ([hours]) => hours * HOUR / 60),
    value: Float64Array.from(rows, ([, watts]) => watts),
  });
  const constant = (watts: number) =>
    signal(...Array.from({ length: 61 }, (_, minute): [number, number] => [minute, watts]));

  test.each([
    ["charges while the house draws more", 3000, -2000, 2, 0],
    ["charges more than the house draws", 500, -2000, 0.5, 0],
    ["charges while the house feeds in", -500, -2000, 0, 0],
    ["discharges while the house feeds in", -500, 2000, 0, 0.5],
    ["discharges while the house draws", 500, 2000, 0, 0],
  ])("%s", (_, grid, battery, fromGrid, toGrid) => {
    const { charging, discharging } = sharedEnergies(constant(grid), constant(battery), [0, HOUR]);
    expect(charging[0]!.kwh).toBeCloseTo(fromGrid, 9);
    expect(discharging[0]!.kwh).toBeCloseTo(toGrid, 9);
  });

  test("are in doubt as far as a meter with a deadband may show too much", () => {
    // 30 W of export for an hour, of which 20 W may be none; another phase is as silent for half of it.
    const grid = constant(-30), battery = constant(900);
    const of = (holds: readonly { start: number; end: number; within: number }[]) =>
      sharedEnergies({ ...grid, holds }, battery, [0, HOUR]).discharging[0]!;
    const whole = { start: 0, end: HOUR, within: 20 };
    expect(of([]).doubt).toBeCloseTo(0.03 / 15, 9);
    expect(of([whole]).doubt).toBeCloseTo(0.02, 3);
    expect(of([{ ...whole, start: HOUR / 2 }, whole]).doubt).toBeCloseTo(0.025, 3);
    expect(of([{ ...whole, within: 500 }]).doubt).toBeCloseTo(0.03, 3);
  });

  test("slots add up, although the signals are sampled at different times", () => {
    const grid = signal(
      ...Array.from({ length: 61 }, (_, m): [number, number] => [m, 900 - 30 * m]),
    );
    const battery = signal(...Array.from({ length: 40 }, (_, m): [number, number] => [
      1.5 * m + 0.25,
      700 - 35 * m,
    ]));
    const whole = sharedEnergies(grid, battery, [0, HOUR]);
    const parts = sharedEnergies(grid, battery, [0, 1e6, 2e6, HOUR]);
    for (const way of ["charging", "discharging"] as const) {
      expect(parts[way].reduce((sum, { kwh }) => sum + kwh, 0)).toBeCloseTo(whole[way][0]!.kwh, 9);
    }
  });
});

test.each([[1, 1 / 15], [3, 0.2], [15, 1], [30, 1]])(
  "of samples %i minutes apart, their share of 15 minutes of what is exchanged is in doubt",
  (minutes, share) => {
    const time = Float64Array.from({ length: 120 / minutes + 1 }, (_, i) => i * minutes * 60_000);
    const signal = (watts: number) => ({ time, value: time.map(() => watts) });
    const [whole] = sharedEnergies(signal(500), signal(-900), [0, 2 * HOUR]).charging;
    expect(whole!.kwh).toBeCloseTo(1, 9);
    expect(whole!.doubt).toBeCloseTo(share, 9);
  },
);

test("what is exchanged is known as far as both powers are", () => {
  const minutes = (from: number, to: number, watts: number) => ({
    time: Float64Array.from({ length: to - from + 1 }, (_, m) => (from + m) * 60_000),
    value: new Float64Array(to - from + 1).fill(watts),
  });
  const { charging: [half] } = sharedEnergies(minutes(0, 60, 500), minutes(30, 60, -900), [
    0,
    HOUR,
  ]);
  expect(half!.covered).toBeCloseTo(0.5, 9);
  expect(half!.kwh).toBeCloseTo(0.25, 9);
  const running = sharedEnergies(minutes(0, 30, 500), minutes(0, 30, -900), [0, HOUR], {
    now: HOUR / 2,
  });
  expect(running.charging[0]!.covered).toBeCloseTo(1, 9);
});

test("nothing is known of what battery and grid exchanged on a day without grid power", () => {
  const days = localDays("2025-06-01", "2025-06-02", "UTC"), { start } = days[0]!;
  const signal = (watts: number, count: number) => {
    const time = Float64Array.from({ length: count * 1440 }, (_, i) => start + i * MINUTE);
    return { time, value: time.map(() => watts) };
  };
  const battery = {
    coupling: "ac" as const,
    power: signal(-500, 2),
    hasPower: true,
    charged: [],
    discharged: [],
    soc: [],
    capacities: null,
  };
  const signals = { grid: signal(900, 1), output: signal(0, 2) };
  const [first, second] = batteryEnergies(days, battery, signals, { now: days[1]!.end }).days;
  expect(first!.fromGrid!.kwh).toBeCloseTo(12, 1);
  expect([second!.fromGrid, second!.toGrid]).toEqual([null, null]);
  expect(second!.charged.kwh).toBeCloseTo(12, 1);
});

test.each([["hybrid_output", 7.2], ["ac", 0]] as const)(
  "what an inverter (%s) draws from the house into its battery: %d kWh",
  (coupling, kwh) => {
    const days = localDays("2025-06-01", "2025-06-01", "UTC"), { start, end } = days[0]!;
    const signal = (watts: number) => {
      const time = Float64Array.from({ length: 1441 }, (_, i) => start + i * MINUTE);
      return { time, value: time.map(() => watts) };
    };
    const battery = {
      coupling,
      power: signal(-500),
      hasPower: true,
      charged: [],
      discharged: [],
      soc: [],
      capacities: null,
    };
    const signals = { grid: signal(900), output: signal(-300) };
    const [day] = batteryEnergies(days, battery, signals, { now: end }).days;
    expect(day!.drawn).toBeCloseTo(kwh, 6);
  },
);

describe("socAt()", () => {
  const constant = (share: number) => ({
    time: Float64Array.of(0, HOUR),
    value: Float64Array.of(share, share),
  });
  const soc = [constant(0.2), constant(0.6)];

  test("weighs batteries by their capacities, alike where one is not known", () => {
    expect(socAt({ soc, capacities: [15, 5] }, [0])[0]).toBeCloseTo(0.3, 12);
    expect(socAt({ soc, capacities: null }, [0])[0]).toBeCloseTo(0.4, 12);
  });

  test("is not known where one battery is silent", () => {
    expect(socAt({ soc, capacities: null }, [-1, 2 * HOUR])).toEqual([
      null,
      null,
    ]);
    expect(socAt({ soc: [], capacities: null }, [0])).toEqual([null]);
  });
});
