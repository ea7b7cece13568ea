import { describe, expect, test } from "vitest";
import {
  analyse,
  base,
  bound,
  counter,
  generation,
  grid,
  hourOf,
  load,
  negative,
  NO_REGISTER,
  onChange,
  seriesOf,
  SOUND,
  time,
  wallbox,
} from "./a_house.ts";

/** A third of the house's own consumption, with what the inverter feeds in on this phase. */
const phase = (share: number) => base.map((watts, i) => watts / 3 - share * generation[i]!);
const PARTIAL = { flags: ["meter_partial"], complete: 0 };

describe("one phase of three", () => {
  test("is found at night by the registers of two tariffs that are written on change", async () => {
    const isNight = (at: number) => hourOf(at) >= 22 || hourOf(at) < 6;
    const tariff = (name: boolean) =>
      onChange(counter(grid.map((watts, i) => isNight(time[i]!) === name ? watts : 0)), 0);
    const said = await analyse({
      ...seriesOf(grid),
      meter_power: onChange(phase(1 / 3), 0),
      day_import: tariff(false),
      night_import: tariff(true),
    }, { roles: { import_energy: [bound("day_import", "kWh"), bound("night_import", "kWh")] } });
    expect(said).toMatchObject(PARTIAL);
  });

  test("is found at night by a register in steps of 1 kWh", async () => {
    const meter_import = counter(grid, 4000).map((kwh) => Math.floor(kwh));
    const said = await analyse({ ...seriesOf(phase(1 / 3)), meter_import });
    expect(said).toMatchObject(PARTIAL);
    expect(said.notices[0]).toMatch(/^At night grid power adds up to/);
  });

  test("is found by a register that was reset on one of the days", async () => {
    const reset = Date.UTC(2025, 5, 5, 2), before = counter(grid, 4000);
    const opening = before[time.indexOf(reset)]!;
    const meter_import = before.map((kwh, i) => time[i]! >= reset ? kwh - opening : kwh);
    const said = await analyse({ ...seriesOf(phase(1 / 3)), meter_import });
    expect(said).toMatchObject(PARTIAL);
  });

  test("is found in a sparing house by the nights whose register is sound", async () => {
    const sparing = base.map((watts, i) => 0.13 * watts - generation[i]!);
    const resets = [1, 2, 4, 5, 7, 8, 10].map((day) => Date.UTC(2025, 4, 31 + day, 2));
    let opening = 0;
    const meter_import = counter(sparing, 4000).map((kwh, i) => {
      if (resets.includes(time[i]!)) opening = kwh;
      return kwh - opening;
    });
    const meter_power = sparing.map((watts) => watts > 0 ? 0.68 * watts : watts);
    const said = await analyse({ ...seriesOf(sparing), meter_power, meter_import });
    expect(said).toMatchObject(PARTIAL);
  });

  test("is found without register if the inverter feeds in on all phases", async () => {
    const said = await analyse(seriesOf(phase(1 / 3)), { roles: NO_REGISTER });
    expect(said).toMatchObject(PARTIAL);
    expect(said.notices[0]).toContain("falls by only 33 % of what the generation rises");
  });

  test("is found without register if the inverter feeds in on another one", async () => {
    const said = await analyse(seriesOf(phase(0)), { roles: NO_REGISTER });
    expect(said).toMatchObject(PARTIAL);
    expect(said.notices[0]).toContain("does not change when the generation does");
  });

  test("is found in a house without inverter by a wallbox that draws more", async () => {
    const NOTHING = { generation_power: null, yield_today: null, yield_total: null };
    const consumer_power = [{ name: "wallbox", selector: "wallbox_power", unit: "W" }];
    const said = (share: number) =>
      analyse(seriesOf(load.map((watts) => watts * share)), {
        roles: { ...NO_REGISTER, ...NOTHING, consumer_power },
      });
    expect(await said(1 / 3)).toMatchObject(PARTIAL);
    expect((await said(1 / 3)).notices[0]).toContain("wallbox draws more than grid power says");
    expect((await said(1)).flags).toEqual([]);
    // It is off by less than 20 % and 300 W.
    expect((await said(0.75)).flags).toEqual([]);
  });

  test("is found without the inverter's power by a single string", async () => {
    const said = await analyse({
      ...seriesOf(phase(0)),
      pv1_power: generation,
      inverter_total: counter(generation, 15_000).map(Math.floor),
    }, {
      roles: {
        ...NO_REGISTER,
        generation_power: null,
        yield_today: null,
        string_power: bound("pv1_power", "W"),
      },
    });
    expect(said).toMatchObject(PARTIAL);
  });

  test("is found by an export register", async () => {
    const said = await analyse({
      ...seriesOf(phase(1)),
      meter_export: counter(negative(grid)),
    }, { roles: { ...NO_REGISTER, export_energy: bound("meter_export", "kWh") } });
    expect(said).toMatchObject(PARTIAL);
    expect(said.notices[0]).toContain("For export, grid power adds up to");
  });

  test("is not told by an export register that restarts every day", async () => {
    // It counts four fifths; at noon it begins at zero.
    const series = (restarts: boolean) => {
      const counted = counter(negative(grid).map((watts) => 0.8 * watts));
      let gone = 0;
      return counted.map((kwh, i) => {
        if (restarts && time[i]! % 864e5 === 432e5) gone = kwh;
        return kwh - gone;
      });
    };
    const of = (restarts: boolean) =>
      analyse({ ...seriesOf(grid), meter_export: series(restarts) }, {
        roles: { ...NO_REGISTER, export_energy: bound("meter_export", "kWh") },
      });
    expect((await of(false)).flags).toEqual(["meter_partial"]);
    expect((await of(true)).flags).toEqual([]);
  });

  test("is not seen in a house whose battery takes up all generation", async () => {
    const regulated = time.map((at) => 3 * Math.sin(at / 1e5));
    const said = await analyse(seriesOf(regulated), { roles: NO_REGISTER });
    expect(said.flags).not.toContain("meter_partial");
  });
});

describe("a consumer that counts twice", () => {
  const meter = base.map((watts, i) => watts + wallbox[i]! - generation[i]!);
  const grid_power = [bound("meter_power", "W"), bound("wallbox_power", "W")];

  test("is left out of the registers too, however many tariffs there are", async () => {
    const isNight = (at: number) => hourOf(at) >= 22 || hourOf(at) < 6;
    const tariff = (name: boolean) =>
      counter(meter.map((watts, i) => isNight(time[i]!) === name ? watts : 0));
    const registers = [bound("day_import", "kWh"), bound("night_import", "kWh")];
    const said = await analyse({
      ...seriesOf(meter),
      day_import: tariff(false),
      night_import: tariff(true),
    }, {
      roles: { grid_power, import_energy: [...registers, bound("wallbox_energy", "kWh")] },
    });
    expect(said).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
    expect(said.notices[0]).toContain(
      '"grid_power": { "selector": "meter_power", "unit": "W" }, "import_energy": ' +
        '[{ "selector": "day_import", "unit": "kWh" }, { "selector": "night_import", "unit": "kWh" }]',
    );
  });

  test.each([[0.65, false], [0.75, true]])(
    "is left out of the registers if one counts most of it: %d of it",
    async (share, isLeftOut) => {
      const said = await analyse({
        ...seriesOf(meter),
        wallbox_energy: counter(wallbox.map((watts) => share * watts)),
      }, {
        roles: {
          grid_power,
          import_energy: [bound("meter_import", "kWh"), bound("wallbox_energy", "kWh")],
        },
      });
      expect(said.flags).toEqual(["meter_doubled"]);
      expect(said.notices[0]!.includes('"import_energy"')).toBe(isLeftOut);
    },
  );

  test("is said once if it is also listed twice", async () => {
    const pump = base.map((watts, i) => wallbox[i]! > 0 ? 3 * watts : 0);
    const both = bound("pump_power", "W");
    const said = await analyse({
      ...seriesOf(base.map((watts, i) => watts + pump[i]! - generation[i]!)),
      pump_power: pump,
    }, { roles: { ...NO_REGISTER, grid_power: [bound("meter_power", "W"), both, both] } });
    expect(said).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
    expect(said.notices).toHaveLength(1);
  });

  test("is found among three series of different names, but phases are none", async () => {
    // The wallbox charges on the first two phases; nothing else is connected to the second one.
    const pump = time.map((at) => hourOf(at) % 3 < 1 ? 900 : 0);
    const whole = base.map((watts, i) => watts + wallbox[i]! + pump[i]! - generation[i]!);
    const three = (names: readonly string[], powers: readonly Float64Array[]) =>
      analyse(
        { ...seriesOf(whole), ...Object.fromEntries(names.map((name, i) => [name, powers[i]!])) },
        { roles: { ...NO_REGISTER, grid_power: names.map((name) => bound(name, "W")) } },
      );
    const doubled = await three(["house_power", "garage_power", "pump_power"], [
      whole,
      wallbox,
      pump,
    ]);
    expect(doubled).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
    const half = wallbox.map((watts) => watts / 2);
    const first = whole.map((watts, i) => watts - wallbox[i]! - pump[i]! + half[i]!);
    for (
      const [a, b, c] of [["power_l1", "power_l2", "power_l3"], [
        "em_a_power",
        "em_b_power",
        "em_c_power",
      ]]
    ) {
      const phases = await three([a!, b!, c!], [first, half, pump]);
      expect(phases.flags).not.toContain("meter_doubled");
    }
  });

  test("is none if it has a meter of its own", async () => {
    const said = await analyse(seriesOf(base.map((watts, i) => watts - generation[i]!)), {
      roles: { ...NO_REGISTER, grid_power },
    });
    expect(said).toEqual(SOUND);
  });
});

test("a battery that leaves a few watts, of which the register counts half, is no second meter", async () => {
  const isDark = (at: number) => hourOf(at) < 5 || hourOf(at) >= 19;
  const power = grid.map((watts, i) => isDark(time[i]!) ? 38 : watts);
  const counted = grid.map((watts, i) => isDark(time[i]!) ? 19 : watts);
  const { flags } = await analyse({ ...seriesOf(power), meter_import: counter(counted, 4000) });
  expect(flags).not.toContain("meter_doubled");
});

test.each([
  ["on ten days", 0, 12],
  ["on a single day", 5, 5.9],
])(
  "a wallbox of constant power that is listed twice is found: it charges %s",
  async (_, from, to) => {
    const start = time[0]!;
    const wallbox = time.map((at) => {
      const day = (at - start) / 864e5;
      return day >= from && day < to && hourOf(at) >= 18 && hourOf(at) < 21 ? 3700 : 0;
    });
    const twice = bound("wallbox_power", "W");
    const said = await analyse({
      ...seriesOf(base.map((watts, i) => watts + wallbox[i]! - generation[i]!)),
      wallbox_power: wallbox,
    }, { roles: { ...NO_REGISTER, grid_power: [bound("meter_power", "W"), twice, twice] } });
    expect(said).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
    expect(said.notices[0]).toMatch(
      /"grid_power": \[[^\]]*meter_power[^\]]*wallbox_power[^\]]*\]$/,
    );
  },
);

test("a phase that is listed twice, and each copy is named", async () => {
  const phases = ["1", "2", "3"].map((name) => bound(`phase_${name}`, "W"));
  const said = await analyse({
    ...seriesOf(grid),
    phase_1: base.map((watts, i) => watts / 3 - generation[i]!),
    phase_2: base.map((watts) => watts / 3),
    phase_3: base.map((watts, i) => watts / 3 + wallbox[i]!),
  }, { roles: { ...NO_REGISTER, grid_power: [...phases, ...phases] } });
  expect(said).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
  expect(said.notices[0]).toMatch(
    /"grid_power": \[[^\]]*phase_1[^\]]*phase_2[^\]]*phase_3[^\]]*\]$/,
  );
  expect(said.notices[0]!.match(/"phase_1"/g)).toHaveLength(1);
});

test("a consumer that counts twice is found on a meter that is sampled every 15 minutes", async () => {
  const meter = base.map((watts, i) => watts + wallbox[i]! - generation[i]!);
  // Between two samples lies the moment at which it is switched.
  const rows = [...time.keys()].filter((row) => row % 15 === 8);
  const meter_power = {
    labels: {},
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => meter[row]!),
  };
  const said = await analyse({ ...seriesOf(meter), meter_power }, {
    roles: {
      ...NO_REGISTER,
      grid_power: [bound("meter_power", "W"), bound("wallbox_power", "W")],
    },
  });
  expect(said).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
});

test("a consumer that counts twice is found by three runs of ten minutes, of samples every 5 minutes", async () => {
  const heater = time.map((at) =>
    at % 864e5 === 8 * 36e5 && at < Date.UTC(2025, 5, 6) && at > Date.UTC(2025, 5, 3) ? 1 : 0
  );
  const isOn = (i: number) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].some((ago) => heater[i - ago] === 1);
  const watts = time.map((_, i) => isOn(i) ? 2000 : 0);
  const rows = [...time.keys()].filter((row) => row % 5 === 0);
  const every5 = (power: Float64Array) => ({
    labels: {},
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => power[row]!),
  });
  const meter = base.map((one, i) => (one > 1000 ? 300 : one) + watts[i]! - generation[i]!);
  const said = await analyse({
    ...seriesOf(meter),
    meter_power: every5(meter),
    heater_power: every5(watts),
  }, {
    roles: {
      ...NO_REGISTER,
      grid_power: [bound("meter_power", "W"), bound("heater_power", "W")],
    },
  });
  expect(said).toMatchObject({ flags: ["meter_doubled"], complete: 0 });
});
