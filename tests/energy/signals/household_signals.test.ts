import { expect, test } from "vitest";
import { joinSeries } from "../../../src/columns.ts";
import { openSignals } from "../../../src/energy/signals/household_signals.ts";
import { defaultHousehold } from "../../../src/household.ts";
import { localDays } from "../../../src/time.ts";

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
