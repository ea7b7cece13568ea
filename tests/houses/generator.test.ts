import { describe, expect, test } from "vitest";
import { FAULTS } from "./faults.ts";
import {
  type Cadence,
  drawHouse,
  type House,
  houseWithDefaultNames,
  PLACES,
  PLAIN,
} from "./house.ts";
import { fileOf } from "./household_file.ts";
import { type HouseMonth, simulateMonth } from "./house_month.ts";
import { daysOfMonth } from "./local_days.ts";
import { MISTAKES } from "./mistakes.ts";
import { powersOf } from "./physics.ts";
import { truthOf } from "./truth.ts";

const MANY = Array.from({ length: 3000 }, (_, number) => drawHouse(number));

/** The plain house with some traits changed. */
function houseWith(
  { meter, inverter, ...rest }: Partial<Omit<House, "meter" | "inverters">> & {
    meter?: Partial<House["meter"]>;
    inverter?: Partial<House["inverters"][number]>;
  },
): House {
  return {
    ...PLAIN,
    ...rest,
    meter: { ...PLAIN.meter, ...meter },
    inverters: [{ ...PLAIN.inverters[0]!, ...inverter }],
  };
}

/** Months that several tests look at; none changes them. */
const months = new Map<string, HouseMonth>();

function monthOf(house: House): HouseMonth {
  const key = JSON.stringify(house), known = months.get(key) ?? simulateMonth(house);
  months.set(key, known);
  return known;
}

function seriesOf(house: House, name: string) {
  return monthOf(house).series.filter(({ labels }) => labels["__name__"] === name);
}

describe("drawHouse()", () => {
  test("gives the same house for the same number, another one for another", () => {
    expect(drawHouse(7)).toEqual(drawHouse(7));
    expect(new Set(MANY.map((house) => JSON.stringify({ ...house, seed: "" }))).size).toBe(3000);
  });

  test("draws every trait, fault and mistake", () => {
    const seen = (of: (house: House) => unknown) => new Set(MANY.map(of));
    expect(seen((house) => house.fault)).toEqual(new Set([null, ...FAULTS]));
    expect(seen((house) => house.mistake)).toEqual(new Set([null, ...MISTAKES]));
    expect(seen((house) => house.meter.unit)).toEqual(new Set(["W", "kW", "mW"]));
    expect(seen((house) => house.meter.cadence.kind).size).toBe(4);
    expect(seen((house) => house.inverters.length)).toEqual(new Set([0, 1, 2, 3]));
    expect(seen((house) => house.inverters[0]?.clock))
      .toEqual(new Set([undefined, 0, 1, -1, 7, "utc", "wake"]));
    expect(seen((house) => house.battery?.coupling)).toEqual(new Set([undefined, "ac", "dc"]));
    expect(seen((house) => house.place.zone)).toEqual(new Set(PLACES.map(({ zone }) => zone)));
    expect(seen((house) => house.month).size).toBe(12);
  });

  test("gives a house what its mistake is made with", () => {
    const of = (name: House["mistake"]) => MANY.filter((house) => house.mistake === name);
    for (const house of of("swapped_registers")) {
      expect(house.meter.imports && house.meter.exports).toBeTruthy();
    }
    for (const house of of("one_phase")) expect(house.meter.phases).toBe(3);
    for (const house of of("kilowatts_for_watts")) expect(house.meter.unit).toBe("W");
  });
});

describe("powersOf()", () => {
  const days = daysOfMonth("2025-06", PLAIN.place.zone).slice(0, 3);

  test.each(["ac", "dc"] as const)(
    "keeps the balance of a house with a battery, %s",
    (coupling) => {
      const battery = {
        coupling,
        capacity: 8000,
        power: 3000,
        sign: "charge_positive",
        generation: "panels",
      } as const;
      let before = battery.capacity / 2;
      const house = { ...PLAIN, battery, wallbox: 3700 };
      for (const powers of powersOf(house, days)) {
        const { seconds, grid, demand, inverters, charging, stored } = powers;
        let most = 0;
        for (let s = 0; s < seconds; s++) {
          const beside = coupling === "ac" ? charging[s]! : 0;
          const error = grid[s]! - (demand[s]! - inverters[0]!.output[s]! + beside);
          most = Math.max(most, Math.abs(error));
          if (stored[s]! < -1e-6 || stored[s]! > battery.capacity + 1e-6) {
            throw new Error(
              "overfull",
            );
          }
        }
        expect(most).toBeLessThan(1e-6);
        const truth = truthOf(house, powers, before);
        before = stored[seconds - 1]!;
        expect(truth.charged_kwh).toBeGreaterThan(1);
        expect(truth.battery_loss_kwh / truth.charged_kwh).toBeGreaterThan(0.02);
        expect(truth.battery_loss_kwh / truth.charged_kwh).toBeLessThan(0.15);
      }
    },
  );

  test("consumers run on over midnight", () => {
    const house = { ...PLAIN, heatPump: 3000, month: "2025-01" },
      month = daysOfMonth("2025-01", "UTC");
    let last = 0, over = 0;
    for (const { heatPump, seconds } of powersOf(house, month)) {
      if (last > 0 && heatPump[0]! > 0) over++;
      if (last > 0) expect(heatPump[0]).toBeGreaterThan(0);
      last = heatPump[seconds - 1]!;
    }
    expect(over).toBeGreaterThan(5);
  });

  test("phases add up to the grid", () => {
    const house = houseWith({ meter: { phases: 3 } });
    for (const { seconds, grid, phases } of powersOf(house, days)) {
      for (let s = 0; s < seconds; s += 97) {
        expect(phases[0]![s]! + phases[1]![s]! + phases[2]![s]!).toBeCloseTo(grid[s]!, 6);
      }
    }
  });
});

describe("truthOf()", () => {
  test("adds up every second", () => {
    const day = { label: "2025-06-01", start: 0, end: 86_400_000 }, seconds = 86_400;
    const constant = (watts: number) => new Float64Array(90_000).fill(watts);
    const grid = constant(1000).map((watts, s) => s < 3600 ? -500 : watts);
    const truth = truthOf(PLAIN, {
      day,
      seconds,
      grid,
      phases: [grid],
      demand: constant(2000),
      wallbox: constant(0),
      heatPump: constant(100),
      charging: constant(0),
      stored: constant(0),
      inverters: [{ planes: [], shown: constant(50), output: constant(50), awake: null }],
    }, 0);
    expect(truth.import_kwh).toBeCloseTo(23, 9);
    expect(truth.export_kwh).toBeCloseTo(0.5, 9);
    expect(truth.yield_kwh).toBeCloseTo(1.2, 9);
    expect(truth.self_consumed_kwh).toBeCloseTo(0.7, 9);
    expect(truth.consumption_kwh).toBeCloseTo(48, 9);
    expect(truth.heat_pump_kwh).toBeCloseTo(2.4, 9);
  });
});

describe("daysOfMonth()", () => {
  const hoursOf = (month: string, zone: string) =>
    [...new Set(daysOfMonth(month, zone).map(({ start, end }) => (end - start) / 3_600_000))]
      .sort();

  test.each([
    ["2025-03", "Europe/Berlin", [23, 24]],
    ["2025-10", "Europe/Berlin", [24, 25]],
    ["2025-04", "Australia/Sydney", [24, 25]],
    ["2025-04", "Australia/Lord_Howe", [24, 24.5]],
    ["2025-09", "America/Santiago", [23, 24]],
    ["2025-10", "Asia/Tokyo", [24]],
  ])("%s in %s has days of %j hours", (month, zone, hours) => {
    expect(hoursOf(month, zone)).toEqual(hours);
  });
});

describe("simulateMonth()", () => {
  test("the registers count what the truth says, to a step", () => {
    const house = houseWith({
      meter: { imports: { step: 1, unit: "Wh" }, exports: { step: 1, unit: "kWh" }, tariffs: 2 },
      place: PLACES[10]!,
      month: "2025-04",
    });
    const { series, truth, days } = simulateMonth(house);
    const within = { start: days[0]!.start, end: days.at(-1)!.end };
    const counted = (name: string) =>
      series.filter(({ labels }) => labels["__name__"] === name).reduce((sum, { time, value }) => {
        const first = time.findIndex((at) => at >= within.start);
        const last = time.findIndex((at) => at >= within.end);
        return sum + value[last]! - value[first]!;
      }, 0);
    const total = (of: (day: typeof truth[number]) => number) =>
      truth.reduce((sum, day) => sum + of(day), 0);
    // The first sample after midnight comes up to a minute late.
    expect(counted("meter_import") / 1000).toBeCloseTo(total((day) => day.import_kwh), 0);
    expect(counted("meter_export")).toBeCloseTo(total((day) => day.export_kwh), 0);
    const [lifetime] = series.filter(({ labels }) => labels["__name__"] === "inverter_total");
    expect(lifetime!.value.at(-1)! - lifetime!.value[0]!)
      .toBeGreaterThan(total((day) => day.yield_kwh) - 1);
  });

  test("no sample is lost at midnight", () => {
    const cadence = { kind: "jittered", step: 300, deadband: 0 } as const;
    const [{ time } = { time: new Float64Array() }] = seriesOf(
      houseWith({ meter: { cadence } }),
      "meter_power",
    );
    expect(Math.max(...time.slice(1).map((at, i) => at - time[i]!))).toBeLessThanOrEqual(360_000);
  });

  test("battery and consumers have series that agree with the truth", () => {
    const house = {
      ...PLAIN,
      wallbox: 7400,
      heatPump: 2000,
      battery: {
        coupling: "ac",
        capacity: 8000,
        power: 3000,
        sign: "discharge_positive",
        generation: "panels",
      },
    } as const;
    const { series, truth, days } = simulateMonth(house, { others: true });
    const named = (name: string) => series.find(({ labels }) => labels["__name__"] === name)!;
    const total = (of: (day: typeof truth[number]) => number) =>
      truth.reduce((sum, day) => sum + of(day), 0);
    const counted = (name: string) => {
      const { time, value } = named(name);
      const at = (instant: number) => value[time.findIndex((one) => one >= instant)]!;
      return at(days.at(-1)!.end) - at(days[0]!.start);
    };
    // Resolution is 10 Wh, and the first sample after midnight comes up to a minute late.
    expect(counted("battery_charged")).toBeCloseTo(total((day) => day.charged_kwh), 0);
    expect(counted("battery_discharged")).toBeCloseTo(total((day) => day.discharged_kwh), 0);
    expect(counted("wallbox_energy")).toBeCloseTo(total((day) => day.wallbox_kwh), 0);
    expect(counted("heat_pump_energy")).toBeCloseTo(total((day) => day.heat_pump_kwh), 0);
    expect(total((day) => day.wallbox_kwh)).toBeGreaterThan(50);
    const { value } = named("battery_power");
    const integral = value.reduce((sum, watts) => sum + watts, 0) / 60_000;
    // Two days more than in the truth, and more is charged than discharged.
    expect(integral).toBeLessThan(0);
    expect(Math.max(...named("battery_soc").value)).toBeLessThanOrEqual(100);
    expect(Math.min(...named("battery_soc").value)).toBeGreaterThanOrEqual(0);
  });

  test.each<[Cadence, number]>([
    [{ kind: "regular", step: 15, deadband: 0 }, 15],
    [{ kind: "jittered", step: 60, deadband: 0 }, 60],
    [{ kind: "mixed", step: 11, deadband: 0 }, 11],
  ])("writes as often as %j says", (cadence, seconds) => {
    const [{ time } = { time: new Float64Array() }] = seriesOf(
      houseWith({ meter: { cadence } }),
      "meter_power",
    );
    const steps = time.slice(1).map((at, i) => at - time[i]!).sort();
    expect(steps[0]).toBeGreaterThan(0);
    expect(steps[steps.length >> 1]! / 1000).toBeCloseTo(seconds, -1);
    if (cadence.kind === "mixed") {
      const inLongSteps = steps.filter((step) => step > 200_000).reduce((a, b) => a + b, 0);
      expect(inLongSteps / (time.at(-1)! - time[0]!)).toBeGreaterThan(0.8);
    }
  });

  test("a change-driven device writes changes only, a deadband fewer of them", () => {
    const rows = (deadband: number) => {
      const cadence = { kind: "change", step: 10, deadband } as const;
      const [{ value } = { value: new Float64Array() }] = seriesOf(
        houseWith({ meter: { cadence } }),
        "meter_power",
      );
      for (let i = 1; i < value.length; i++) {
        if (Math.abs(value[i]! - value[i - 1]!) <= deadband) throw new Error(`row ${i}`);
      }
      return value.length;
    };
    expect(rows(50)).toBeLessThan(rows(0) / 3);
  });

  test.each([[0, 0], [1, 1], [-1, 23], [7, 7], ["utc", 2]] as const)(
    "a day counter with the clock %s begins its days %i h after midnight",
    (clock, hour) => {
      const house = houseWith({ inverter: { clock, night: "zero" } });
      const [today] = seriesOf(house, "inverter_today");
      const falls = [...today!.time].filter((_, i) => today!.value[i]! < today!.value[i - 1]! - 1);
      expect(falls.length).toBeGreaterThan(25);
      for (const at of falls) {
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(
          "Europe/Berlin",
        );
        expect(local.hour).toBe(hour);
      }
    },
  );

  test("signs and units are those of the household file", () => {
    const plain = seriesOf(PLAIN, "meter_power")[0]!;
    const meter = { unit: "kW", sign: "export_positive" } as const;
    const other = seriesOf(houseWith({ meter }), "meter_power")[0]!;
    expect(other.value[5000]! * -1000).toBeCloseTo(plain.value[5000]!, 6);
    expect(fileOf(houseWith({ meter })).roles!["grid_power"])
      .toEqual({ selector: "meter_power", ...meter });
  });

  test.each(FAULTS)("the fault %s changes samples and nothing else", (fault) => {
    const named = fault === "rules_since" ? houseWithDefaultNames(PLAIN) : PLAIN,
      house = { ...named, fault };
    const tampered = simulateMonth(house), sound = monthOf({ ...house, fault: null });
    expect(tampered.series).not.toEqual(sound.series);
    expect(tampered.file).toEqual(sound.file);
    if (fault !== "inverter_outage") expect(tampered.truth).toEqual(sound.truth);
    for (const { time } of tampered.series) {
      for (let i = 1; i < time.length; i++) {
        if (!(time[i]! >= time[i - 1]!)) throw new Error(`row ${i}`);
      }
    }
  });

  test("a replayed row of a device that writes on change ends with its next reading", () => {
    const cadence = { kind: "change", step: 10, deadband: 20 } as const;
    const fault = "replayed_row", house = { ...houseWith({ meter: { cadence } }), fault } as const;
    const sound = monthOf({ ...house, fault: null }), { series } = simulateMonth(house);
    const ofMeter = series.filter(({ labels }) => labels["__name__"]!.startsWith("meter"));
    const replayed = ofMeter.flatMap(({ labels, time, value }) => {
      const before = sound.series.find((one) => one.labels["__name__"] === labels["__name__"])!;
      const soundValues = new Map(Array.from(before.time, (at, row) => [at, before.value[row]]));
      const isOld = (at: number, row: number) => value[row] !== soundValues.get(at);
      return [...time].flatMap((at, row) =>
        isOld(at, row) ? [{ name: labels["__name__"]!, at }] : []
      );
    });
    expect(replayed.map(({ name }) => name)).toContain("meter_power");
    const times = replayed.map(({ at }) => at);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(10_000);
  });

  test.each(MISTAKES)("the mistake %s changes the file or what it finds", (mistake) => {
    const house = MANY.find((one) => one.mistake === mistake)!;
    const right = { ...house, mistake: null };
    const isOnServer = mistake.startsWith("two_devices");
    if (isOnServer) {
      expect(simulateMonth(house).series.length).toBeGreaterThan(
        simulateMonth(right).series.length,
      );
    } else expect(fileOf(house)).not.toEqual(fileOf(right));
  });
});
