import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { rollUpReconciled } from "../../src/energy/accuracy/bands.ts";
import { dayQualities } from "../../src/energy/day.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { baseLoad } from "../../src/energy/kpis.ts";
import { stringProfile, stringRatios } from "../../src/energy/strings.ts";
import { defaultHousehold } from "../../src/household.ts";

test("of no samples nothing is known, and nothing fails", async () => {
  const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
  const nothing = { kind: "archive" as const, description: "an empty archive", samples };
  const analysis = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
    from: "2025-06-01",
    to: "2025-06-02",
    power: [{ step: 900_000 }],
  });
  const power = analysis.power[0]!;
  expect(dayQualities(analysis)[1]!.complete).toBe(false);
  expect(rollUpReconciled([], "month")).toEqual([]);
  expect(baseLoad(power)).toBeNull();
  expect(stringRatios(power)).toEqual([]);
  expect(stringProfile(power)).toEqual([]);
});
