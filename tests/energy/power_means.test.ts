import { describe, expect, test } from "vitest";
import { type PowerMaterial, powerOf } from "../../src/energy/power_means.ts";
import { HOUR, localDays, MINUTE } from "../../src/time.ts";

const days = localDays("2025-06-01", "2025-06-01", "UTC"), { start, end } = days[0]!;
const at = (hour: number) => start + hour * HOUR;

/** A sample a minute. */
function constant(watts: number, { from = 0, to = 24 } = {}) {
  const time = Float64Array.from({ length: (to - from) * 60 + 1 }, (_, i) => at(from) + i * MINUTE);
  return { time, value: time.map(() => watts) };
}

/** Mean power of the day in hours. */
function hourly(
  signals: Partial<PowerMaterial["signals"]>,
  { counters, ...nights }: Partial<Pick<PowerMaterial, "nights" | "nightsOf" | "counters">> = {},
) {
  const none = constant(0, { to: 0 });
  const material = {
    nights: [],
    ...nights,
    hasGeneration: counters === undefined,
    ...(counters && { counters }),
    signals: {
      grid: constant(500),
      output: none,
      strings: [],
      daylight: { light: [], dark: [], evidence: "" },
      ...signals,
    },
  };
  return powerOf(days, material, [{ step: HOUR }])[0]!;
}

describe("two inverters, of which one is silent at night", () => {
  const inverters = [constant(300), constant(700, { from: 6, to: 18 })];
  const night = [{ start, end: at(6) }, { start: at(18), end }];

  test("give what the other gives while the one is known to sleep", () => {
    const { generation_w, load_w } = hourly({ inverters }, { nightsOf: [[], night] });
    expect(generation_w[0]).toBeCloseTo(300, 9);
    expect(generation_w[6]).toBeCloseTo(1000, 9);
    expect(load_w[0]).toBeCloseTo(800, 9);
  });

  test("give nobody knows what while that is not known", () => {
    expect(hourly({ inverters }).generation_w[0]).toBeNaN();
    expect(hourly({ inverters }).generation_w[6]).toBeCloseTo(1000, 9);
    // The nights that are known are those of all inverters.
    const both = [inverters[1]!, inverters[1]!];
    expect(hourly({ inverters: both }, { nights: night }).generation_w[0]).toBe(0);
  });
});

test("the panels of a hybrid inverter give what its output has beyond its battery, and never take", () => {
  const battery = (watts: number) => ({
    coupling: "hybrid_output" as const,
    power: constant(watts),
    hasPower: true,
    charged: [],
    discharged: [],
    soc: [],
    capacities: null,
  });
  const of = (watts: number) =>
    hourly({
      output: constant(900),
      devices: { battery: battery(watts), consumers: [], impossible: [], pulled: [] },
    });
  expect(of(400).generation_w[12]).toBeCloseTo(500, 9);
  expect(of(-400).generation_w[12]).toBeCloseTo(1300, 9);
  expect(of(1000).generation_w[12]).toBeCloseTo(0, 9);
  expect(of(400)).not.toHaveProperty("consumers");
  // What leaves the inverter contains the battery.
  expect(of(400).load_w[12]).toBeCloseTo(1400, 9);
});

test("what the panels of a hybrid inverter give is unknown by a counter in steps of 1 kWh", () => {
  const battery = {
    coupling: "hybrid_output" as const,
    power: constant(400),
    hasPower: true,
    charged: [],
    discharged: [],
    soc: [],
    capacities: null,
  };
  const devices = { battery, consumers: [], impossible: [], pulled: [] };
  const { time } = constant(0);
  const by = (step: number) => {
    const value = time.map((one) => step * Math.floor((one - start) / HOUR / step + 1e-9));
    return hourly({ devices }, { counters: [{ time, value }] });
  };
  expect(by(0.001).generation_w[12]).toBeCloseTo(600, 0);
  expect(by(1).generation_w[12]).toBeNaN();
});

test("a single counter tells what an inverter without power gives", () => {
  const { time } = constant(0), counter = { time, value: time.map((one) => (one - start) / HOUR) };
  const { generation_w, load_w } = hourly({}, { counters: [counter] });
  expect(generation_w[12]).toBeCloseTo(1000, 6);
  expect(load_w[12]).toBeCloseTo(1500, 6);
});
