import { expect, test } from "vitest";
import { joinSeries } from "../../../src/columns.ts";
import { openSignals } from "../../../src/energy/signals/household_signals.ts";
import { defaultHousehold, parseHousehold } from "../../../src/household.ts";
import { HOUR, localDays, MINUTE } from "../../../src/time.ts";
import { memorySource } from "../../memory_source.ts";

test("openSignals() says how much of all it has pulled", async () => {
  const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
  const nothing = { kind: "archive" as const, description: "an empty archive", samples };
  const days = localDays("2025-06-01", "2025-06-02", "UTC"), said: [number, number][] = [];
  const household = defaultHousehold({ zone: "UTC" });
  await openSignals(nothing, household, days, {
    onProgress: (done, total) => said.push([done, total]),
  }).window(days, true);
  const total = said.at(-1)![1];
  expect(total).toBeGreaterThan(3);
  // A series that is absent is asked for once more, by its recording rule.
  expect(said.map(([done]) => done)).toEqual(said.map((_, i) => Math.min(i + 1, total)));
});

test("openSignals(): an empty source gives empty signals", async () => {
  const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
  const nothing = { kind: "archive" as const, description: "an empty archive", samples };
  const days = localDays("2025-06-01", "2025-06-02", "UTC");
  const signals = await openSignals(nothing, defaultHousehold({ zone: "UTC" }), days).window(
    days,
    true,
  );
  expect(signals.grid.time.length).toBe(0);
});

test("openSignals(): without coordinates, strings show the light that a coarse counter misses", async () => {
  const days = localDays("2025-06-01", "2025-06-03", "UTC"), from = days[0]!.start;
  const time = Float64Array.from({ length: 3 * 1440 }, (_, i) => from + i * MINUTE);
  const hour = (at: number) => at % (24 * HOUR) / HOUR;
  // From 6 to 18 o'clock; at night the string shows 3 W.
  const sun = time.map((at) => Math.max(3, 2000 * Math.sin((hour(at) - 6) / 12 * Math.PI)));
  let kwh = 0;
  const total = sun.map((watts) => Math.floor(5 * (kwh += watts > 3 ? watts / 60_000 : 0)) / 5);
  const source = memorySource(joinSeries([
    { labels: { __name__: "inverter_total" }, time, value: total },
    { labels: { __name__: "pv1_power" }, time, value: sun },
  ]));
  const household = (string_power: unknown) =>
    parseHousehold({
      zone: "UTC",
      roles: {
        generation_power: null,
        yield_today: null,
        yield_total: { selector: "inverter_total", unit: "kWh" },
        string_power,
      },
    });
  const light = async (string_power: unknown) => {
    const opened = openSignals(source, household(string_power), days, { strings: true });
    const { daylight } = await opened.window(days, true);
    const { start, end } = daylight.light[1]!;
    return [hour(start), hour(end)];
  };
  const [dawn, dusk] = await light({ selector: "pv1_power", unit: "W" });
  expect(dawn).toBeCloseTo(6, 1);
  expect(dusk).toBeCloseTo(18, 1);
  const [late] = await light(null);
  expect(late).toBeGreaterThan(6.5);
});
