import { readdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeParquet } from "../../src/archive/encode_parquet.ts";
import { monthFile, monthRange } from "../../src/archive/layout.ts";
import { joinSeries, type LabelledSamples, rowAt } from "../../src/columns.ts";
import { parseHousehold } from "../../src/household.ts";
import {
  BATTERY_UNHEARD,
  batteryHouse,
  FIRMWARE_UPDATE,
  HEAT_PUMP_COUNTER_RESET,
  METER_UNHEARD,
  SERVER_OUTAGE,
  WALLBOX_UNHEARD,
} from "./battery_house/battery_house.ts";
import { batteryHouseholdFile } from "./battery_house/household_file.ts";
import { batteryPitfalls } from "./battery_house/incidents.ts";
import { simulateBatteryHouse, type Simulation } from "./battery_house/simulate.ts";
import { type Energy, truthCsv } from "./battery_house/truth.ts";
import { isCi } from "../how_many.ts";

const FOLDER = fileURLToPath(new URL("../../data/fixtures/demo-battery", import.meta.url));

// The files are in the repository; only who changes a simulator needs to know that they are still its own.
const inCi = describe.runIf(isCi());

let demo: Simulation;
beforeAll(() => void (demo = simulateBatteryHouse()), 240_000);

const named = (name: string): readonly LabelledSamples[] =>
  demo.series.filter(({ labels }) => labels.__name__ === name);

/** Samples of all pods in [start, end), by time. */
function between(name: string, { start, end }: { start: number; end: number }) {
  return named(name).flatMap(({ labels, time, value }) => {
    const from = rowAt(time, start), to = rowAt(time, end);
    return Array.from(
      time.subarray(from, to),
      (at, i) => ({ at, value: value[from + i]!, labels }),
    );
  }).sort((a, b) => a.at - b.at);
}

const year = (energy: Energy) => demo.truth.reduce((sum, day) => sum + day[energy], 0);
const winter = (energy: Energy) =>
  demo.truth.slice(0, 59).reduce((sum, day) => sum + day[energy], 0) / 59;
const summer = (energy: Energy) =>
  demo.truth.slice(151, 243).reduce((sum, day) => sum + day[energy], 0) / 92;

inCi("the files on disk", () => {
  // `deno task fixtures` makes all of them anew; these show whether simulator and files differ.
  test.each([
    ["grid_power_watts", "2025-03"],
    ["grid_export_wh_total", "2025-12"],
    ["battery_power_watts", "2025-06"],
    ["battery_soc_percent", "2025-07"],
    ["pv_string_power_watts", "2025-10"],
    ["wallbox_energy_wh_total", "2025-11"],
    ["heat_pump_energy_wh_total", "2025-11"],
  ])("hold what the simulator says: %s of %s", async (metric, month) => {
    const { start, end } = monthRange(month);
    const inMonth = named(metric).map(({ labels, time, value }) => {
      const isIn = (_: number, row: number) => time[row]! >= start && time[row]! < end;
      return { labels, time: time.filter(isIn), value: value.filter(isIn) };
    }).filter(({ time }) => time.length > 0);
    const bytes = encodeParquet(joinSeries(inMonth));
    const file = await readFile(monthFile(FOLDER, { metric, month }));
    expect(Buffer.compare(bytes, file)).toBe(0);
  });

  test("hold the truth, the pitfalls and the household", async () => {
    const text = (name: string) => readFile(`${FOLDER}/${name}`, "utf8");
    expect(await text("truth.csv")).toBe(truthCsv(demo.truth, batteryHouse.zone));
    expect(JSON.parse(await text("pitfalls.json"))).toEqual(batteryPitfalls());
    expect(JSON.parse(await text("household.json"))).toEqual(batteryHouseholdFile(batteryHouse));
  });

  test("have every series that the household binds, and take at most 6 MB", async () => {
    const files = await readdir(FOLDER, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files.filter((file) => file.isFile())
        .map(async ({ parentPath, name }) => (await stat(`${parentPath}/${name}`)).size),
    );
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(6_000_000);
    const { bindings } = parseHousehold(batteryHouseholdFile(batteryHouse));
    const bound = Object.values(bindings).flat().map(({ selector }) => selector.metric);
    const stored = new Set(demo.series.map(({ labels }) => labels.__name__));
    expect([...stored].sort()).toEqual([...new Set(bound)].sort());
  });
});

inCi("the physics", () => {
  test("conserve energy on every day, to a thousandth of a watt-hour", () => {
    for (const day of demo.truth) {
      const into = day.import_kwh + day.yield_kwh + day.battery_discharged_kwh;
      const out = day.export_kwh + day.consumption_kwh + day.battery_charged_kwh;
      expect(Math.abs(into - out), day.day.label).toBeLessThan(1e-6);
    }
  });

  test("make a year of a plausible house", () => {
    const kwp = batteryHouse.strings.reduce((sum, string) => sum + string.kwp, 0);
    expect(year("yield_kwh") / kwp).toBeGreaterThan(900);
    expect(year("yield_kwh") / kwp).toBeLessThan(1100);
    expect(year("wallbox_kwh")).toBeGreaterThan(1500);
    expect(year("wallbox_kwh")).toBeLessThan(3000);
    expect(year("heat_pump_kwh")).toBeGreaterThan(2500);
    expect(year("heat_pump_kwh")).toBeLessThan(4500);
    // Heating goes with the weather, hot water does not.
    expect(winter("heat_pump_kwh")).toBeGreaterThan(6 * summer("heat_pump_kwh"));
    expect(summer("heat_pump_kwh")).toBeGreaterThan(1);
    expect(winter("yield_kwh")).toBeLessThan(summer("yield_kwh") / 2);
  });

  test("lose a tenth of what goes through the battery", () => {
    const { capacity } = batteryHouse.battery;
    const gained = (demo.truth.at(-1)!.soc_end - demo.truth[0]!.soc_start) * capacity / 1000;
    const roundTrip = year("battery_discharged_kwh") / (year("battery_charged_kwh") - gained);
    expect(roundTrip).toBeGreaterThan(0.87);
    expect(roundTrip).toBeLessThan(0.92);
    // About two hundred full cycles a year.
    const cycles = year("battery_discharged_kwh") * 1000 / capacity;
    expect(cycles).toBeGreaterThan(120);
    expect(cycles).toBeLessThan(300);
    for (const { day, battery_loss_kwh } of demo.truth) {
      expect(battery_loss_kwh, day.label).toBeGreaterThan(0.05);
      expect(battery_loss_kwh, day.label).toBeLessThan(1.5);
    }
  });

  test("keep the battery within its limits", () => {
    const { power, reserve } = batteryHouse.battery;
    for (const { value } of named("battery_power_watts")) {
      expect(value.every((watts) => Math.abs(watts) <= power)).toBe(true);
    }
    const charge = named("battery_soc_percent").flatMap(({ value }) => [...value]);
    expect(charge.every((percent) => percent <= 100)).toBe(true);
    expect(charge.every((percent) => percent > 100 * (reserve.summer - 0.03))).toBe(true);
    // The cells are balanced from the grid in dull weeks.
    const nights = demo.truth.filter(({ battery_from_grid_kwh }) => battery_from_grid_kwh > 4);
    expect(nights.length).toBeGreaterThan(2);
    expect(nights.length).toBeLessThan(12);
  });

  test("charge the car at full power in the evening, and from the sun", () => {
    const powers = named("wallbox_power_watts").flatMap(({ value }) => [...value]);
    const most = batteryHouse.car.amperes * 3 * 231;
    const least = 6 * 231;
    expect(powers.filter((watts) => Math.abs(watts - most) < 30).length).toBeGreaterThan(2000);
    const followed = powers.filter((watts) => watts > least && watts < 0.9 * most);
    expect(followed.length).toBeGreaterThan(5000);
  });
});

inCi("the registers hold the truth to their resolution", () => {
  test.each<[string, Energy, number]>([
    ["grid_import_wh_total", "import_kwh", 1],
    ["grid_export_wh_total", "export_kwh", 1],
    ["battery_charged_wh_total", "battery_charged_kwh", 10],
    ["battery_discharged_wh_total", "battery_discharged_kwh", 10],
    ["wallbox_energy_wh_total", "wallbox_kwh", 1],
  ])("%s", (metric, energy, step) => {
    const { start } = demo.truth[0]!.day, { end } = demo.truth.at(-1)!.day;
    const reading = (midnight: number) => {
      const near = between(metric, { start: midnight - 120_000, end: midnight + 120_000 });
      return {
        before: near.findLast(({ at }) => at < midnight)!.value,
        after: near.find(({ at }) => at >= midnight)!.value,
      };
    };
    const first = reading(start), last = reading(end), truth = 1000 * year(energy);
    expect(last.after - first.before + step).toBeGreaterThan(truth);
    expect(last.before - first.after - step).toBeLessThan(truth);
  });
});

inCi("the pitfalls", () => {
  test("each device is read at its own cadence", () => {
    const { exporters } = batteryHouse;
    const cadences: [string, number][] = [
      ["grid_power_watts", exporters.manager.interval],
      ["battery_power_watts", exporters.manager.interval],
      ["pv_power_watts", exporters.inverter.interval],
      ["wallbox_power_watts", exporters.wallbox.interval],
      ["heat_pump_power_watts", exporters.heatPump.interval],
    ];
    for (const [metric, interval] of cadences) {
      const { time } = named(metric)[0]!;
      const exact = time.slice(1).filter((at, row) => at - time[row]! === interval).length;
      expect(exact / time.length, metric).toBeGreaterThan(0.95);
    }
  });

  test("the inverter is silent at night", () => {
    for (const { day } of demo.truth) {
      expect(between("pv_power_watts", { start: day.start, end: day.start + 3 * 3_600_000 }))
        .toEqual([]);
    }
  });

  test.each([
    ["the server was off", /./, SERVER_OUTAGE],
    ["the battery was updated", /^battery_/, FIRMWARE_UPDATE],
    ["the battery was not heard", /^battery_/, BATTERY_UNHEARD],
    ["the meter was not heard", /^grid_/, METER_UNHEARD],
    ["the wallbox was not heard", /^wallbox_/, WALLBOX_UNHEARD],
  ])("no sample while %s", (_, pattern, stretch) => {
    const silent = new Set<string>(), heard = new Set<string>();
    for (const { labels, time } of demo.series) {
      const name = labels.__name__!;
      if (pattern.test(name)) silent.add(name);
      if (time.some((at) => at >= stretch.start && at < stretch.end)) heard.add(name);
    }
    expect([...silent].filter((name) => heard.has(name))).toEqual([]);
    if (stretch !== SERVER_OUTAGE) expect(heard.size).toBeGreaterThan(0);
  });

  test("the update changes the battery's labels, once, and the battery stands still meanwhile", () => {
    const { start, end, versions } = FIRMWARE_UPDATE;
    const around = { start: start - 600_000, end: end + 600_000 };
    for (const metric of ["battery_power_watts", "battery_charged_wh_total"]) {
      const seen = between(metric, around);
      expect([...new Set(seen.map(({ labels }) => labels["firmware"]))]).toEqual(versions);
      expect(seen.every(({ at, labels }) => (at < start) === (labels["firmware"] === versions[0])))
        .toBe(true);
    }
    const counter = between("battery_discharged_wh_total", around);
    const before = counter.findLast(({ at }) => at < start)!.value;
    expect(counter.find(({ at }) => at >= end)!.value - before).toBeLessThanOrEqual(20);
  });

  test("the unheard battery and the unheard wallbox counted on", () => {
    const gained = (metric: string, { start, end }: { start: number; end: number }) => {
      const around = between(metric, { start: start - 300_000, end: end + 300_000 });
      return around.at(-1)!.value - around[0]!.value;
    };
    expect(gained("battery_discharged_wh_total", BATTERY_UNHEARD)).toBeGreaterThan(500);
    expect(gained("grid_export_wh_total", METER_UNHEARD)).toBeGreaterThan(500);
    expect(gained("wallbox_energy_wh_total", WALLBOX_UNHEARD)).toBeGreaterThan(10_000);
  });

  test("the heat pump's counter starts again at zero", () => {
    const at = HEAT_PUMP_COUNTER_RESET;
    const readings = between("heat_pump_energy_wh_total", {
      start: at - 600_000,
      end: at + 600_000,
    });
    const before = readings.findLast((one) => one.at < at)!.value;
    const after = readings.find((one) => one.at >= at)!.value;
    expect(before).toBeGreaterThan(10_000_000);
    expect(after).toBeGreaterThanOrEqual(0);
    expect(after).toBeLessThan(100);
  });

  test("restarts change pod and instance, some while both report", () => {
    const restarts = batteryPitfalls().filter(({ kind }) => /restart/.test(kind));
    const pods = Object.values(batteryHouse.exporters).map((exporter) => exporter.pods.length - 1);
    expect(restarts).toHaveLength(pods.reduce((a, b) => a + b));
    const [overlap] = restarts.filter(({ kind }) => kind === "overlapping_restart");
    const both = between("grid_power_watts", {
      start: Date.parse(overlap!.start),
      end: Date.parse(overlap!.end),
    });
    expect(new Set(both.map(({ labels }) => labels["pod"])).size).toBe(2);
  });
});
