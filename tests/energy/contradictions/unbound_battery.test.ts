import { describe, expect, test } from "vitest";
import {
  analyse,
  base,
  counter,
  generation,
  grid,
  hourOf,
  load,
  onChange,
  seriesOf,
  SOUND,
  time,
} from "./a_house.ts";

const LONDON = { latitude: 51.5, longitude: -0.1, zone: "Europe/London" };
const NO_REGISTER = { import_energy: null };
const isNight = (at: number) => hourOf(at) < 4 || hourOf(at) >= 20;

/** Whether a house with some grid power at night is said to have a battery. */
async function hasBattery(night: (at: number, i: number) => number, file: object = {}) {
  const power = grid.map((watts, i) => isNight(time[i]!) ? night(time[i]!, i) : watts);
  const { flags, complete } = await analyse(seriesOf(power), { roles: NO_REGISTER, ...file });
  expect(complete, "complete days").toBe(flags.length > 0 ? 0 : 10);
  return flags.includes("battery_unbound");
}

describe("a battery that no role describes", () => {
  test("is found although the house always draws a little", async () => {
    expect(await hasBattery((at) => 6 + Math.sin(at / 1e5))).toBe(true);
  });

  test("is found by two hours near zero on two nights", async () => {
    const isCovered = (at: number) => at > Date.UTC(2025, 5, 7) && hourOf(at) >= 21;
    expect(await hasBattery((at, i) => isCovered(at) ? 8 : grid[i]!)).toBe(true);
    const isOnce = (at: number) =>
      Math.floor(at / 864e5) === Date.UTC(2025, 5, 8) / 864e5 && hourOf(at) >= 21;
    expect(await hasBattery((at, i) => isOnce(at) ? 8 : grid[i]!)).toBe(false);
  });

  test("is found by half hours at which nothing is drawn, if the sun tells the dark", async () => {
    const isShort = (at: number) => hourOf(at) >= 22 && hourOf(at) < 22.6;
    const night = (at: number, i: number) => isShort(at) ? -2 : grid[i]!;
    expect(await hasBattery(night, LONDON)).toBe(true);
  });

  test("is not claimed by hours that counters alone call dark", async () => {
    // Coarse counters miss the first light, in which the house feeds in.
    const dawn = (at: number) => hourOf(at) < 1 ? -2 : 300;
    const roles = { ...NO_REGISTER, generation_power: null };
    expect(await hasBattery(dawn, { roles })).toBe(false);
    expect(await hasBattery(dawn, { ...LONDON, roles })).toBe(true);
  });

  test("is found in a house whose inverter shows counters only", async () => {
    // It draws a little all night, but lives by day.
    const night = (at: number) => 6 + Math.sin(at / 1e5);
    const roles = { ...NO_REGISTER, generation_power: null };
    expect(await hasBattery(night, { ...LONDON, roles })).toBe(true);
  });

  test("is found although the meter is silent while the power hardly changes", async () => {
    const flags = async (night: number) => {
      const power = grid.map((watts, i) => isNight(time[i]!) ? night : watts);
      const meter_power = onChange(power, 20);
      const roles = { ...NO_REGISTER };
      return (await analyse({ ...seriesOf(power), meter_power }, { ...LONDON, roles })).flags;
    };
    expect(await flags(6)).toContain("battery_unbound");
    expect(await flags(120)).toEqual([]);
  });

  test("is found around midnight in a house of which nothing tells the dark", async () => {
    // Few panels, whose counter rises by 1 kWh every hour or two.
    const few = generation.map((watts) => watts / 4);
    const coarse = counter(few, 15_000).map((kwh) => Math.floor(kwh));
    const roles = { ...NO_REGISTER, generation_power: null, yield_today: null };
    const said = async (night: (at: number) => number) => {
      const power = load.map((watts, i) => isNight(time[i]!) ? night(time[i]!) : watts - few[i]!);
      return (await analyse({ ...seriesOf(power), inverter_total: coarse }, { roles })).flags;
    };
    expect(await said((at) => 6 + Math.sin(at / 1e5))).toEqual(["battery_unbound"]);
    expect(await said((at) => 60 + Math.sin(at / 1e5))).toEqual([]);
  });

  /** By day, the grid is held at zero; each evening for some time, too. */
  const regulated = (evening: number) => {
    return grid.map((watts, i) => {
      const hour = hourOf(time[i]!), isHeld = generation[i]! > 30 || (hour >= 19 && hour < evening);
      return isHeld ? 6 : watts;
    });
  };
  const flagsOf = async (power: Float64Array) =>
    (await analyse(seriesOf(power), { ...LONDON, roles: NO_REGISTER })).flags;

  test("is found by half hours after sunset if it takes what the panels give", async () => {
    expect(await flagsOf(regulated(20))).toContain("battery_unbound");
    expect(await flagsOf(regulated(19.5))).toContain("battery_unbound");
    expect(await flagsOf(regulated(19.3))).not.toContain("battery_unbound");
  });

  test("is found by evenings near zero if it is empty soon after", async () => {
    // By day it is full, and the house uses 500 W.
    const power = (evenings: number) =>
      grid.map((_, i) => {
        const at = time[i]!, hour = hourOf(at), day = Math.floor(at / 864e5 - time[0]! / 864e5);
        if (generation[i]! > 30) return 500 - generation[i]!;
        return day < evenings && hour >= 19 && hour < 20.5 ? 6 : 200;
      });
    expect(await flagsOf(power(9))).toContain("battery_unbound");
    expect(await flagsOf(power(2))).not.toContain("battery_unbound");
  });

  test("is not told by evenings in a house that hardly draws for a ninth of the night", async () => {
    // For five minutes here and there, evenly over the night.
    const power = (share: number) =>
      grid.map((_, i) => {
        const at = time[i]!, hour = hourOf(at), isRest = at / 3e5 * 0.618034 % 1 < share;
        if (generation[i]! > 30) return 500 - generation[i]!;
        return isRest || (hour >= 19 && hour < 20) ? 6 : 200;
      });
    expect(await flagsOf(power(0.09))).toContain("battery_unbound");
    expect(await flagsOf(power(0.115))).not.toContain("battery_unbound");
  });

  test("is found by evenings near zero if the house draws before dawn", async () => {
    const early = (at: number, i: number) => hourOf(at) >= 20 && hourOf(at) < 21 ? 6 : grid[i]!;
    // By day it is full. The same before dawn is a fridge in a house that sleeps.
    const late = (at: number, i: number) => hourOf(at) >= 2 && hourOf(at) < 3 ? 6 : grid[i]!;
    expect(await hasBattery(early, LONDON)).toBe(true);
    expect(await hasBattery(late, LONDON)).toBe(false);
  });

  test("is found by a consumer that draws more than the meter lets in", async () => {
    const consumer = (name: string) => ({
      consumer_power: [{ name, selector: "wallbox_power", unit: "W" }],
    });
    const covered = (watts: number) =>
      analyse(
        {
          ...seriesOf(grid.map((one, i) => hourOf(time[i]!) >= 21 ? 2500 + base[i]! : one)),
          wallbox_power: time.map((at) => hourOf(at) >= 21 ? watts : 0),
        },
        { ...LONDON, roles: { ...NO_REGISTER, ...consumer("wallbox") } },
      );
    expect(await covered(2500)).toEqual({ ...SOUND, notices: expect.anything() });
    const { flags, notices, complete } = await covered(6000);
    expect([flags, complete]).toEqual([["battery_unbound"], 0]);
    expect(notices).toEqual([expect.stringMatching(/wallbox.*more than the grid/)]);
  });

  test("is found by an eighth of the sunny time if evenings and nights show it, too", async () => {
    const power = (share: number, hasNight: boolean) =>
      grid.map((watts, i) => {
        const at = time[i]!, hour = hourOf(at), isHeld = at / 3e5 * 0.618034 % 1 < share;
        const isNight = hasNight && at > Date.UTC(2025, 5, 10) && hour >= 23 && hour < 23.7;
        if (generation[i]! > 30) return isHeld ? 6 : 500 - generation[i]!;
        const isEvening = at < Date.UTC(2025, 5, 2) && hour >= 19 && hour < 19.6;
        return isNight || isEvening ? 6 : Math.max(watts, 100);
      });
    expect(await flagsOf(power(0.14, true))).toContain("battery_unbound");
    expect(await flagsOf(power(0.1, true))).toEqual([]);
    expect(await flagsOf(power(0.14, false))).toEqual([]);
  });

  test("is found by the sunny time in a house whose inverter shows counters only", async () => {
    const roles = { ...NO_REGISTER, generation_power: null };
    const { flags } = await analyse(seriesOf(regulated(20)), { ...LONDON, roles });
    expect(flags).toContain("battery_unbound");
  });

  test("is none if a heater takes the surplus, and the house draws when the sun is gone", async () => {
    expect(await flagsOf(regulated(19))).not.toContain("battery_unbound");
  });

  test("is none where a fridge pauses for half an hour", async () => {
    expect(await hasBattery((at) => at % 36e5 < 18e5 ? 25 : 110)).toBe(false);
  });

  test("is none in a house where nobody lives", async () => {
    const standby = time.map((at) => 20 + Math.sin(at / 1e5));
    const power = standby.map((watts, i) => watts - generation[i]!);
    const { flags } = await analyse(seriesOf(power), { roles: NO_REGISTER });
    expect(flags).toEqual([]);
    // Nor if the inverter shows counters only: nearly all that they count is fed in.
    const roles = { ...NO_REGISTER, generation_power: null };
    expect((await analyse(seriesOf(power), { ...LONDON, roles })).flags).toEqual([]);
  });
});
