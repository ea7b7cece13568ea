import { describe, expect, test } from "vitest";
import {
  analyse,
  base,
  bound,
  counter,
  hourOf,
  negative,
  seriesOf,
  SOUND,
  time,
} from "./a_house.ts";

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

describe("the battery of a hybrid inverter in a household file without coordinates", () => {
  const nowhere = { ...house("discharge_positive"), latitude: undefined, longitude: undefined };

  // It takes more than the house does.
  const discharge = time.map((at, i) =>
    generation[i]! > 0
      ? -0.8 * generation[i]!
      : hourOf(at) >= 20 || hourOf(at) < 5
      ? base[i]! - 40
      : 0
  );
  const output = generation.map((watts, i) => watts + discharge[i]!);
  const series = {
    ...seriesOf(base.map((watts, i) => watts - output[i]!)),
    inverter_power: output,
    battery_power: discharge,
  };

  test("is sound if the panels never give less than nothing", async () => {
    expect((await analyse(series, nowhere)).flags).toEqual(SOUND.flags);
  });

  test("has a reversed sign if the panels would give less than nothing while it charges", async () => {
    const said = await analyse({ ...series, battery_power: negative(discharge) }, nowhere);
    expect(said).toMatchObject({ flags: ["battery_reversed"], complete: 0 });
    expect(said.notices[0]).toContain('"sign": "charge_positive"');
  });
});

describe("the battery behind a few panels, which takes all that they give", () => {
  /** At night it gives too little to tell anything. */
  const said = (watts: number) => {
    const isDay = (at: number) => hourOf(at) >= 7 && hourOf(at) < 17;
    const discharge = time.map((at) => isDay(at) ? -watts : 60);
    const output = discharge.map((one) => Math.max(0, one));
    const power = base.map((one, i) => one - output[i]!);
    return analyse(
      { ...seriesOf(power), inverter_power: output, battery_power: negative(discharge) },
      house("discharge_positive"),
    );
  };

  test("has a reversed sign if the panels would give less than minus 100 W and its error", async () => {
    // Said to give 165 W while the inverter gives nothing: its own error is 30 % of that.
    expect((await said(165)).flags).toContain("battery_reversed");
  });
});

describe("the counters of a battery", () => {
  const charged = counter(negative(discharge), 50), discharged = counter(discharge, 60);
  const said = (charged: string, discharged: string) => {
    // For five days its power is missing.
    const isHeard = (at: number) => at < Date.UTC(2025, 5, 5) || at > Date.UTC(2025, 5, 10);
    const heard = {
      labels: {},
      time: time.filter(isHeard),
      value: discharge.filter((_, i) => isHeard(time[i]!)),
    };
    const { roles, ...file } = house("discharge_positive");
    const counters = {
      battery_charged_energy: bound(charged, "kWh"),
      battery_discharged_energy: bound(discharged, "kWh"),
    };
    return analyse({ ...counted, battery_power: heard }, {
      ...file,
      roles: { ...roles, ...counters },
    });
  };
  const counted = { ...series, battery_in: charged, battery_out: discharged };

  test("are found to be exchanged by the days of which the power is known", async () => {
    const { flags, notices } = await said("battery_out", "battery_in");
    expect(flags).toContain("battery_reversed");
    expect(notices.join()).toContain("the two counters are exchanged");
    expect((await said("battery_in", "battery_out")).flags).toEqual([]);
  });
});

describe("the unit of a battery's power", () => {
  const charged = counter(negative(discharge), 50), discharged = counter(discharge, 60);
  const withCounters = { ...series, battery_charged: charged, battery_discharged: discharged };
  const counters = {
    battery_charged_energy: bound("battery_charged", "kWh"),
    battery_discharged_energy: bound("battery_discharged", "kWh"),
  };
  const boundAs = (unit: string) => ({
    ...house("discharge_positive"),
    roles: {
      ...house("discharge_positive").roles,
      ...counters,
      battery_power: bound("battery_power", unit, "discharge_positive"),
    },
  });

  test("is right where power and counters agree", async () => {
    expect((await analyse(withCounters, boundAs("W"))).flags).toEqual(SOUND.flags);
  });

  test("is wrong where power adds up to a thousandth of what the counters say", async () => {
    const inKilowatts = { ...withCounters, battery_power: discharge.map((watts) => watts / 1000) };
    const said = await analyse(inKilowatts, boundAs("W"));
    expect(said).toMatchObject({ flags: ["unit_wrong"], complete: 0 });
    expect(said.notices[0]).toContain(
      '"battery_power": { "selector": "battery_power", "unit": "kW"',
    );
  });
});
