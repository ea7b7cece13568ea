import { describe, expect, test } from "vitest";
import {
  analyse,
  bound,
  counter,
  COUNTERS_ONLY,
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
} from "./a_house.ts";

const REVERSED = { grid_power: bound("meter_power", "W", "export_positive") };
const BOTH = { export_energy: bound("meter_export", "kWh") };
const SWAPPED = {
  import_energy: bound("meter_export", "kWh"),
  export_energy: bound("meter_import", "kWh"),
};

/** A house whose battery covers all of the night: grid power is near zero in the dark. */
const covered = time.map((at, i) => {
  const isDark = hourOf(at) < 5 || hourOf(at) >= 19;
  return isDark ? 4 * Math.sin(at / 1e5) : grid[i]!;
});

describe("a reversed sign", () => {
  test("is found on a meter that writes only changes of 50 W", async () => {
    const series = seriesOf(grid);
    const said = await analyse({ ...series, meter_power: onChange(grid, 50) }, { roles: REVERSED });
    expect(said.flags).toEqual(["sign_reversed"]);
    expect(said.complete).toBe(0);
  });

  test.each<[string, object]>([
    ["power", NO_REGISTER],
    ["counters", { ...NO_REGISTER, ...COUNTERS_ONLY }],
  ])("is found by the generation's %s if a battery covers the nights", async (_, roles) => {
    const said = await analyse(seriesOf(covered), { roles: { ...roles, ...REVERSED } });
    expect(said.flags).toEqual(["sign_reversed", "battery_unbound"]);
    expect(said.notices[0]).toContain('"grid_power": { "selector": "meter_power", "unit": "W" }');
    expect(said.complete).toBe(0);
  });

  test("is found by the registers if a battery covers the nights", async () => {
    const said = await analyse(seriesOf(covered), { roles: { ...BOTH, ...REVERSED } });
    expect(said.flags).toEqual(["sign_reversed", "battery_unbound"]);
  });

  test("is none where the register says that a battery feeds in at night", async () => {
    const fed = time.map((at, i) => {
      const isDark = hourOf(at) < 5 || hourOf(at) >= 19;
      return isDark ? -800 - 100 * Math.sin(at / 1e6) : grid[i]!;
    });
    const said = await analyse(seriesOf(fed), { roles: BOTH });
    expect(said).toMatchObject({ flags: [], notices: [] });
  });

  test("is none where a battery that regulates to zero feeds in for moments", async () => {
    const regulated = time.map((at, i) => {
      const isDark = hourOf(at) < 5 || hourOf(at) >= 19;
      return isDark ? (at / (10 * 60_000) % 6 === 3 ? -400 : 3) : grid[i]!;
    });
    const said = await analyse(seriesOf(regulated), { roles: NO_REGISTER });
    expect(said.flags).not.toContain("sign_reversed");
  });

  test("is none where a new battery feeds in on every other night only", async () => {
    const fed = time.map((at, i) => {
      const isDark = hourOf(at) < 5 || hourOf(at) >= 19;
      if (!isDark || at < Date.UTC(2025, 5, 4, 12)) return grid[i]!;
      const isFed = Math.floor((at - 12 * 3_600_000) / 86_400_000) % 2 === 0;
      return isFed ? -800 - 100 * Math.sin(at / 1e6) : 5;
    });
    const said = await analyse(seriesOf(fed), { roles: NO_REGISTER });
    expect(said.flags).not.toContain("sign_reversed");
  });

  test("is found although on three nights a battery fed in nearly as much as the house drew", async () => {
    const [from, until] = [Date.UTC(2025, 5, 4, 12), Date.UTC(2025, 5, 7, 12)];
    const mixed = time.map((at, i) => {
      const isDark = hourOf(at) < 5 || hourOf(at) >= 19;
      return isDark && at >= from && at < until ? (i % 50 < 29 ? 800 : -800) : grid[i]!;
    });
    const said = await analyse(seriesOf(mixed), { roles: { ...NO_REGISTER, ...REVERSED } });
    expect(said).toMatchObject({ flags: ["sign_reversed"], complete: 0 });
  });

  test("is found on the days after it changed, and only on these", async () => {
    const changed = grid.map((watts, i) => time[i]! >= Date.UTC(2025, 5, 7) ? -watts : watts);
    const said = await analyse(
      { ...seriesOf(grid), meter_power: changed },
      { roles: NO_REGISTER },
    );
    expect(said).toMatchObject({ flags: ["sign_reversed"], complete: 6 });
  });
});

describe("registers that are swapped", () => {
  test("are found on a meter that writes only changes of 50 W", async () => {
    const series = seriesOf(grid);
    const said = await analyse({ ...series, meter_power: onChange(grid, 50) }, { roles: SWAPPED });
    expect(said.flags).toEqual(["registers_swapped"]);
    expect(said.complete).toBe(0);
  });

  test("an import register that is the export's belongs to the other role", async () => {
    const said = await analyse(seriesOf(grid), {
      roles: { import_energy: bound("meter_export", "kWh") },
    });
    expect(said.flags).toEqual(["registers_swapped"]);
    expect(said.notices[0]).toContain(
      '"import_energy": null, "export_energy": { "selector": "meter_export", "unit": "kWh" }',
    );
  });

  test("are none where the import register counts in the dark", async () => {
    // What the register counts is as much as power says of the export, by chance.
    const scale = counter(negative(grid), 0).at(-1)! / counter(load, 0).at(-1)!;
    const said = await analyse({
      ...seriesOf(grid),
      meter_import: counter(load.map((w) => w * scale)),
    });
    expect(said.flags).not.toContain("registers_swapped");
  });
});

test("an export register that counts the pulses of a battery in the dark is the export's", async () => {
  // In the dark, samples show 28 W; as much is fed in for moments between them.
  const isDark = (i: number) => Math.abs(covered[i]!) <= 4;
  const power = covered.map((watts, i) => isDark(i) ? 28 : watts);
  const exported = counter(power.map((watts, i) => isDark(i) ? 28 : -watts), 9000);
  const battery_power = load.map((watts, i) => isDark(i) ? 28 - watts : 0);
  const { flags } = await analyse({ ...seriesOf(power), meter_export: exported, battery_power }, {
    battery_coupling: "ac",
    roles: {
      ...NO_REGISTER,
      ...BOTH,
      battery_power: bound("battery_power", "W", "charge_positive"),
    },
  });
  expect(flags).toEqual([]);
});

test("nothing is said of generation that the house uses up", async () => {
  const used = load.map((watts, i) => watts + 500 - generation[i]! * 0.05);
  const small = generation.map((watts) => watts * 0.05);
  const said = await analyse({
    ...seriesOf(used),
    inverter_power: small,
    inverter_today: counter(small, 0, true),
    inverter_total: counter(small),
  });
  expect(said).toEqual(SOUND);
});

describe("registers in the dark", () => {
  /** A small house with registers in steps of 1 kWh: no day tells enough. */
  const small = grid.map((watts) => watts * 0.4);
  const coarse = (power: Float64Array) => counter(power, 5000).map((kwh) => Math.floor(kwh));
  const series = {
    ...seriesOf(small),
    meter_import: coarse(small),
    meter_export: coarse(negative(small)),
  };

  test("an export register that counts what the house draws is the import's", async () => {
    const said = await analyse(series, { roles: SWAPPED });
    expect(said).toMatchObject({ flags: ["registers_swapped"], complete: 0 });
    expect((await analyse(series, { roles: BOTH })).flags).not.toContain("registers_swapped");
  });

  test("one that stands still is the export's, so the power is that of a phase", async () => {
    // The phase draws about as much as the whole house feeds in, by chance.
    const share = counter(negative(grid), 0).at(-1)! / counter(load, 0).at(-1)!;
    const said = await analyse(
      { ...seriesOf(grid), meter_power: load.map((watts) => watts * share) },
      { roles: { ...NO_REGISTER, ...BOTH } },
    );
    expect(said).toMatchObject({ flags: ["meter_partial"], complete: 0 });
  });
});
