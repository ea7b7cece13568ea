import { expect, test } from "vitest";
import { pvEnergies } from "../../src/energy/pv.ts";
import { samplingError } from "../../src/frames/integrate.ts";
import { HOUR, localDays } from "../../src/time.ts";

test("pvEnergies(): without samples the yield is unknown", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC");
  const none = { time: new Float64Array(), value: new Float64Array() };
  const daylight = { light: [], dark: [], evidence: "" };
  const power = { grid: none, output: none, inverters: [none] };
  const signals = { ...power, today: [], total: [], daylight };
  const { days: [day] } = pvEnergies(days, signals, { now: days[0]!.end, standbyPowerW: 100 });
  expect(day?.kwh).toBe(null);
  expect(day?.method).toBe("unknown");
});

test("pvEnergies(): without counters the integral counts, with its error in kWh and no doubt", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC"), day = days[0]!;
  const time = Float64Array.from({ length: 24 * 60 + 1 }, (_, i) => day.start + i * 60_000);
  // Between 1000 and 3000 W from minute to minute, half of the day.
  const watts = (at: number) => at < day.start + 12 * HOUR ? 1000 + (at / 60_000 % 2) * 2000 : 0;
  const output = { time, value: time.map(watts) },
    none = { time: output.time.slice(0, 0), value: output.value.slice(0, 0) };
  const signals = {
    grid: none,
    output,
    inverters: [output],
    today: [],
    total: [],
    daylight: { light: [day], dark: [], evidence: "" },
  };
  const { days: [found] } = pvEnergies(days, signals, { now: day.end, standbyPowerW: 100 });
  expect(found).toMatchObject({
    method: "integral",
    doubt: 0,
    tail: 0,
    flags: ["yield_integrated"],
  });
  expect(found!.kwh).toBeCloseTo(24, 1);
  const [error] = samplingError(output, [day.start, day.end], { part: "positive" });
  expect(error).toBeGreaterThan(100);
  expect(found!.sigma).toBeCloseTo(error! / 1000, 9);
});
