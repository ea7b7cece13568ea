import { expect, test } from "vitest";
import type { Facts } from "../../../src/energy/contradictions/facts.ts";
import { consumerAsGeneration } from "../../../src/energy/contradictions/generation.ts";
import { defaultHousehold } from "../../../src/household.ts";
import { localDays } from "../../../src/time.ts";
import {
  analyse,
  bound,
  counter,
  generation,
  grid,
  load,
  NO_REGISTER,
  seriesOf,
  SOUND,
  time,
  wallbox,
} from "./a_house.ts";

test.each<[string, object]>([
  ["power", {
    generation_power: bound("wallbox_power", "W"),
    yield_today: null,
    yield_total: null,
  }],
  ["counter", {
    generation_power: null,
    yield_today: null,
    yield_total: bound("wallbox_energy", "kWh"),
  }],
])("a consumer's %s is no generation", async (_, roles) => {
  const said = await analyse(seriesOf(grid), { roles: { ...NO_REGISTER, ...roles } });
  expect(said).toMatchObject({ flags: ["generation_wrong"], complete: 0 });
  expect(said.notices[0]).toContain("the inverter's own series instead of");
});

test("a consumer that draws more than the panels could give is no wrong unit", async () => {
  const said = await analyse(seriesOf(grid), {
    strings: [{ name: "pv1", kwp: 2 }],
    roles: {
      ...NO_REGISTER,
      generation_power: bound("wallbox_power", "W"),
      yield_today: null,
      yield_total: bound("wallbox_energy", "kWh"),
    },
  });
  expect(said).toMatchObject({ flags: ["generation_wrong"], complete: 0 });
});

test("a consumer whose power is unknown is told by the days on which it draws", () => {
  const flags = (yields: number[], imported: (kwh: number, d: number) => number) =>
    consumerAsGeneration({
      response: { count: 0, slope: NaN, t: NaN },
      hourlyResponse: { count: 0, slope: NaN, t: NaN },
      days: localDays("2025-06-01", "2025-06-06", "UTC"),
      pv: yields.map((kwh) => ({ kwh })),
      flows: yields.map((kwh, d) => ({ imported: imported(kwh, d), heard: 1 })),
      household: defaultHousehold({ zone: "UTC" }),
    } as unknown as Facts).map(({ flag }) => flag);
  const charged = [0, 22, 33, 0, 11, 44];
  expect(flags(charged, (kwh, d) => kwh + 6 + d % 3)).toEqual(["generation_wrong"]);
  // Panels save some of the import; what a house draws by chance scatters.
  expect(flags(charged, (kwh) => 30 - kwh / 3)).toEqual([]);
  expect(flags(charged, (kwh, d) => kwh + 20 * (d % 2))).toEqual([]);
  expect(flags(charged, (kwh) => kwh / 2 + 6)).toEqual([]);
  expect(flags(charged.map((kwh) => kwh / 10), (kwh) => kwh + 6)).toEqual([]);
});

test("a consumer at any hour is told by means of hours where samples are rare", () => {
  const flags = (isSunlike: boolean | null, slope: number) =>
    consumerAsGeneration({
      response: { count: 1654, slope: 0.49, t: 48 },
      hourlyResponse: { count: 506, slope, t: 18 },
      generation: isSunlike === null ? null : { middle: 20, isSunlike },
      days: localDays("2025-06-01", "2025-06-06", "UTC"),
      pv: [],
      flows: [],
      household: defaultHousehold({ zone: "UTC" }),
    } as unknown as Facts).map(({ flag }) => flag);
  expect(flags(null, 0.9)).toEqual(["generation_wrong"]);
  expect(flags(false, 0.9)).toEqual(["generation_wrong"]);
  // What generates at the sun's hours is none, whichever way the meter counts.
  expect(flags(true, 0.9)).toEqual([]);
  expect(flags(null, 0.4)).toEqual([]);
});

test("a wallbox that is charged with what the panels give is a consumer, no mistake", async () => {
  const surplus = generation.map((watts) => Math.max(0, watts - 1400) * 0.9);
  const charged = load.map((watts, i) => watts - wallbox[i]! + surplus[i]! - generation[i]!);
  expect(await analyse(seriesOf(charged))).toEqual(SOUND);
});

test("the grid in another direction is no generation either", async () => {
  const feedIn = grid.map((watts) => -watts);
  const said = await analyse({
    ...seriesOf(grid),
    inverter_power: feedIn,
    inverter_today: counter(feedIn, 0, true),
  }, {
    roles: { yield_total: null },
  });
  expect(said).toMatchObject({ flags: ["series_repeated"], complete: 0 });
  expect(time.length).toBe(grid.length);
});

test("while one series has two roles, the consumers beside the meter are not judged", async () => {
  const said = await analyse(seriesOf(grid), {
    roles: {
      ...NO_REGISTER,
      grid_power: [bound("meter_power", "W"), bound("wallbox_power", "W")],
      generation_power: bound("meter_power", "W"),
      yield_today: null,
      yield_total: null,
    },
  });
  expect(said).toMatchObject({ flags: ["series_repeated"], complete: 0 });
});
