import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import type { AuditRule } from "../../src/energy/repairs.ts";
import { analyseDays } from "../../src/energy/days.ts";
import type { GapClass } from "../../src/frames/gaps.ts";
import { parseHousehold } from "../../src/household.ts";
import { demoHouse } from "./house/demo_house.ts";
import type { House } from "./house/house.ts";
import { simulate } from "./house/simulate.ts";
import { type VariationName, VARIATIONS, vary } from "./house/variations.ts";
import { addDays } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const { zone, latitude, longitude, strings } = demoHouse;
const household = parseHousehold({
  zone,
  latitude,
  longitude,
  strings: strings.filter(({ kwp }) => kwp > 0).map(({ name, kwp }) => ({ name, kwp })),
  fuse_amperes: 35,
  phases: 3,
});
/** One pod of each exporter for all of the time. */
const house: House = {
  ...demoHouse,
  inverterExporter: onePod(demoHouse.inverterExporter),
  meterExporter: onePod(demoHouse.meterExporter),
};
function onePod({ job, pods }: House["meterExporter"]) {
  return { job, pods: [{ ...pods[0]!, start: pods[0]!.start, end: pods.at(-1)!.end }] };
}

/** What each has to be taken for; nothing where neither a repair nor a gap is to be named. */
const TAKEN_FOR: Readonly<Record<VariationName, readonly (AuditRule | GapClass)[]>> = {
  glitch_to_zero: ["glitch"],
  dip: ["dip"],
  spike: ["spike"],
  replayed_row: ["spike"],
  impossible_jump: ["replaced"],
  frozen_register: [],
  replaced_meter: ["replaced"],
  meter_reset: ["reset"],
  late_reset: ["late_reset"],
  midday_reset: ["reset"],
  clock_offset: ["clock"],
  impossible_grid_power: ["impossible_power"],
  impossible_generation: ["impossible_power"],
  meter_outage: ["logger_down"],
  logger_outage: ["catch_up", "logger_down"],
  inverter_outage: ["outage"],
  restart: [],
  overlapping_restart: [],
};
/** Whether they have to catch up by more than goes unnoticed is a matter of chance. */
const MAY_CATCH_UP: readonly VariationName[] = [
  "frozen_register",
  "inverter_outage",
  // At noon of a clear day, the house hardly imports.
  "meter_outage",
];
/** A day with clouds and one without. */
const DAYS = ["2025-05-10", "2025-05-11"];

describe.each(VARIATIONS)("%s", (name) => {
  test.each(DAYS)(
    "on %s leaves import and yield what they truly were, and is named",
    async (day) => {
      const { house: varied, faults } = vary(house, name, { day, seed: "test" });
      // A clock shows itself by three resets.
      const reach = name === "clock_offset" ? 2 : 1;
      const range = { from: addDays(day, -reach), to: addDays(day, reach) };
      const { series, truth } = simulate(varied, { ...range, faults });
      const asked = { from: day, to: day };
      const { table, repairs, gaps } = await analyseDays(
        memorySource(joinSeries(series)),
        household,
        asked,
      );
      const is = truth.find(({ label }) => label === day)!, [row] = table.rows;
      // What flows in the minute of a change nobody knows: an oven and a kettle. Else whole Wh.
      const isChange = ["impossible_jump", "replaced_meter", "meter_reset"].includes(name);
      expect(Math.abs(row!.import_kwh! - is.import_kwh)).toBeLessThan(isChange ? 0.07 : 0.004);
      // The step of the lifetime counter, or of the day counter at each of its two resets.
      const step = name === "clock_offset" ? 0.1 : name === "midday_reset" ? 0.02 : 0.01;
      expect(Math.abs(row!.yield_kwh! - is.yield_kwh)).toBeLessThanOrEqual(step + 1e-9);
      const found = [
        ...repairs.map(({ rule }) => rule),
        ...[...gaps.grid, ...gaps.generation].map((gap) => gap.class).filter((one) =>
          one !== "night"
        ),
      ];
      const named = MAY_CATCH_UP.includes(name) ? found.filter((one) => one !== "catch_up") : found;
      expect([...new Set(named)].sort()).toEqual([...TAKEN_FOR[name]].sort());
    },
  );
});

test("the same seed gives the same variation, another one another", () => {
  const of = (seed: string) => vary(house, "spike", { day: "2025-05-10", seed }).range;
  expect(of("a")).toEqual(of("a"));
  expect(of("a")).not.toEqual(of("b"));
});
