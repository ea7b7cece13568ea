import { describe, expect, test } from "vitest";
import {
  analyse,
  base,
  bound,
  counter,
  COUNTERS_ONLY,
  generation,
  grid,
  hourOf,
  NO_REGISTER,
  onChange,
  seriesOf,
  SOUND,
  time,
} from "./a_house.ts";

// The sun of this house is highest at 12 o'clock UTC.
const LONDON = { latitude: 51.5, longitude: -0.1 };

describe("with coordinates", () => {
  test("the house's zone is right", async () => {
    expect(await analyse(seriesOf(grid), { ...LONDON, zone: "Europe/London" })).toEqual(SOUND);
  });

  test("a zone that is an hour off is found, and the right one is named", async () => {
    const said = await analyse(seriesOf(grid), { ...LONDON, zone: "Europe/Berlin" });
    expect(said).toMatchObject({ flags: ["zone_wrong"], complete: 0 });
    expect(said.notices).toEqual([expect.stringContaining('"zone": "Europe/London"')]);
  });

  test("a zone of another name with the same clock is none", async () => {
    expect(await analyse(seriesOf(grid), { ...LONDON, zone: "Europe/Lisbon" })).toEqual(SOUND);
  });

  // Spain, whose clock is an hour ahead of Portugal's.
  test.each([
    [39.1, -6.8, "20 km from the border", []],
    [39.1, -6.3, "60 km from the border", ["zone_wrong"]],
    [41, -6, "in whole degrees, up to a border that is as far", []],
  ])("the zone beyond a border at %f, %f, %s: %j", async (latitude, longitude, _, flags) => {
    const place = { latitude, longitude, zone: "Europe/Lisbon" };
    expect((await analyse(seriesOf(grid), place)).flags).toEqual(flags);
  });

  test.each([
    ["exchanged", { latitude: -0.1, longitude: 51.5 }],
    ["without sign", { latitude: 40.7, longitude: 74 }],
    ["of the right zone elsewhere", { latitude: 0, longitude: 40 }],
  ])("coordinates that are %s disagree with the sun", async (_, place) => {
    const zone = place.latitude === 0 ? "Africa/Nairobi" : "Europe/London";
    const said = await analyse(seriesOf(grid), { ...place, zone });
    expect(said).toMatchObject({ flags: ["place_wrong"], complete: 0 });
    expect(said.notices).toEqual([expect.stringContaining('"latitude" and "longitude"')]);
    expect(said.notices[0]).toContain("around 12:00 UTC");
  });

  test("the counter of a hybrid inverter, which its battery moves into the evening, says nothing", async () => {
    // All of the morning is charged, and given until 22 o'clock.
    const given = generation.map((watts, i) => {
      const hour = hourOf(time[i]!);
      return hour < 12 ? 0 : hour < 19 ? watts : hour < 22 ? 1500 : 0;
    });
    const series = {
      ...seriesOf(base.map((watts, i) => watts - given[i]!)),
      inverter_total: counter(given, 15_000),
      battery_power: given.map((watts, i) => watts - generation[i]!),
    };
    const battery_power = bound("battery_power", "W", "discharge_positive");
    const { flags } = await analyse(series, {
      ...LONDON,
      zone: "Europe/London",
      battery_coupling: "hybrid_output",
      roles: { ...NO_REGISTER, ...COUNTERS_ONLY, yield_today: null, battery_power },
    });
    expect(flags).toEqual([]);
  });

  test("without an inverter, zone or coordinates are wrong", async () => {
    const roles = { generation_power: null, yield_today: null, yield_total: null };
    const said = await analyse(seriesOf(grid), { ...LONDON, zone: "Asia/Tokyo", roles });
    expect(said.flags).toEqual(["zone_wrong"]);
    expect(said.notices).toEqual([expect.stringContaining("the zone or the coordinates")]);
  });
});

describe("without coordinates", () => {
  const FOUND = ["zone_wrong"];
  const without = { roles: { yield_today: null } };

  test.each<[string, string[]]>([
    ["Etc/GMT-3", []],
    ["Etc/GMT-4", FOUND],
    ["Etc/GMT+1", []],
    ["Etc/GMT+2", FOUND],
  ])(
    "%s is wrong if the sun is highest there at an hour that is noon nowhere",
    async (zone, found) => {
      expect((await analyse(seriesOf(grid), { ...without, zone })).flags).toEqual(found);
    },
  );

  test.each<[string, string[]]>([["Etc/GMT-2", []], ["Etc/GMT-3", FOUND]])(
    "an inverter's clock that is off as much as the sun tells more: %s",
    async (zone, found) => {
      expect((await analyse(seriesOf(grid), { zone })).flags).toEqual(found);
    },
  );

  test("an inverter that gives out its battery at night says nothing of the zone", async () => {
    const series = seriesOf(grid);
    const output = series["inverter_power"]!.map((watts, i) => {
      const at = Date.UTC(2025, 4, 31) + i * 60_000;
      const isLong = Math.floor(at / 864e5) % 2 === 0;
      return hourOf(at) >= 19 && isLong ? 900 : watts;
    });
    const { flags } = await analyse({ ...series, inverter_power: output }, { zone: "Asia/Dhaka" });
    expect(flags).toEqual([]);
  });
});

describe("by counters and by changes", () => {
  test("strings tell the zone where the counter hardly ever rises", async () => {
    const few = generation.map((watts) => watts / 10);
    const series = {
      ...seriesOf(base.map((watts, i) => watts - few[i]!)),
      inverter_total: counter(few, 15_000).map((kwh) => Math.floor(kwh)),
      pv1_power: few,
    };
    const flags = async (zone: string, string_power: unknown) => {
      const roles = { ...NO_REGISTER, ...COUNTERS_ONLY, yield_today: null, string_power };
      return (await analyse(series, { zone, roles })).flags;
    };
    const strings = bound("pv1_power", "W");
    expect(await flags("Asia/Tokyo", strings)).toEqual(["zone_wrong"]);
    expect(await flags("Asia/Tokyo", null)).toEqual([]);
    expect(await flags("Europe/London", strings)).toEqual([]);
  });

  test("a lifetime counter in steps of 1 kWh tells the zone", async () => {
    const series = seriesOf(grid);
    const inverter_total = series["inverter_total"]!.map((kwh) => Math.floor(kwh));
    const roles = { generation_power: null, yield_today: null };
    const said = await analyse({ ...series, inverter_total }, { roles, zone: "Asia/Tokyo" });
    expect(said).toMatchObject({ flags: ["zone_wrong"], complete: 0 });
    expect((await analyse({ ...series, inverter_total }, { roles })).flags).toEqual([]);
  });

  test("what an inverter wrote last within its deadband is no light", async () => {
    // By its last sample of the day it gives 30 W for half of the night.
    const inverter_power = onChange(
      generation.map((watts, i) => hourOf(time[i]!) >= 12 ? watts + 30 : watts),
      50,
    );
    const said = await analyse({ ...seriesOf(grid), inverter_power }, {
      ...LONDON,
      zone: "Europe/London",
    });
    expect(said.flags).toEqual([]);
  });
});
