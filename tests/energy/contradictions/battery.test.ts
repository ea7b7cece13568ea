import { describe, expect, test } from "vitest";
import { analyse, base, bound, hourOf, negative, seriesOf, SOUND, time } from "./a_house.ts";

/** Sun in Accra, whose clock is UTC's. [W] */
const generation = time.map((at) =>
  Math.max(0, 4000 * Math.sin((hourOf(at) - 6.5) / 11 * Math.PI))
);
/** Half of the generation is charged; the house lives on it at night. [W] */
const discharge = time.map((at, i) =>
  generation[i]! > 0 ? -generation[i]! / 2 : hourOf(at) >= 20 || hourOf(at) < 5 ? base[i]! - 40 : 0
);
/** What a hybrid inverter gives, with its battery behind it. [W] */
const output = generation.map((watts, i) => watts + discharge[i]!);
const house = (sign: string) => ({
  latitude: 5.6,
  longitude: -0.2,
  battery_coupling: "hybrid_output",
  roles: {
    import_energy: null,
    yield_today: null,
    yield_total: null,
    battery_power: bound("battery_power", "W", sign),
  },
});
const series = {
  ...seriesOf(base.map((watts, i) => watts - output[i]!)),
  inverter_power: output,
  battery_power: discharge,
};

describe("the battery of a hybrid inverter", () => {
  test("is sound if the inverter gives in the dark what the battery gives", async () => {
    expect((await analyse(series, house("discharge_positive"))).flags).toEqual(SOUND.flags);
  });

  test("has a reversed sign if it is said to charge in the dark", async () => {
    const said = await analyse(
      { ...series, battery_power: negative(discharge) },
      house("discharge_positive"),
    );
    expect(said).toMatchObject({ flags: ["battery_reversed"], complete: 0 });
    expect(said.notices[0]).toContain('"sign": "charge_positive"');
  });
});
