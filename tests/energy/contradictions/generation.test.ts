import { expect, test } from "vitest";
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
