import { readdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeParquet } from "../../src/archive/encode_parquet.ts";
import { monthFile, monthRange } from "../../src/archive/layout.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { METRICS } from "../../src/catalogue/metrics.ts";
import { joinSeries, type LabelledSamples, type Labels } from "../../src/columns.ts";
import { parseHousehold } from "../../src/household.ts";
import {
  demoHouse,
  demoOptions,
  LATE_RESET,
  LOGGER_OUTAGE,
  METER_OUTAGE,
  RULES_SINCE,
} from "./house/demo_house.ts";
import { demoPitfalls } from "./house/pitfalls.ts";
import { simulate, type Simulation } from "./house/simulate.ts";
import { truthCsv } from "./house/truth.ts";
import { HOUR, hoursOf, MINUTE, startOfDay } from "../../src/time.ts";
import { isCi } from "../how_many.ts";

const DEMO = fileURLToPath(new URL("../../data/fixtures/demo", import.meta.url));
const MEGABYTE = 1_000_000;

// The files are in the repository; only who changes a simulator needs to know that they are still its own.
const inCi = describe.runIf(isCi());

let demo: Simulation;
beforeAll(() => void (demo = simulate(demoHouse, demoOptions)), 120_000);

function named(name: string, labels: Labels = {}): LabelledSamples[] {
  const wanted = Object.entries({ __name__: name, ...labels });
  return demo.series.filter((one) => wanted.every(([label, value]) => one.labels[label] === value));
}

/** Samples of all pods in [start, end), by time. */
function between(series: readonly LabelledSamples[], start: number, end: number) {
  return series.flatMap(({ labels: { pod }, time, value }) => {
    const from = rowAt(time, start), to = rowAt(time, end);
    return Array.from(time.subarray(from, to), (at, i) => ({ at, value: value[from + i]!, pod }));
  }).sort((a, b) => a.at - b.at);
}

/** The first row at or after an instant. */
function rowAt(time: Float64Array, instant: number): number {
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

inCi("the files on disk", () => {
  // Regenerating all of them is what `deno task fixtures` is for; these are enough to notice that
  // the simulator and its files have drifted apart.
  test.each([
    ["gridbox_ha_multimeter_power_W", "2025-03"],
    ["gridbox_ha_multimeter_energy_Wh", "2025-12"],
    ["inverter_dc_power_watts", "2025-10"],
    ["inverter_production_today_kwh", "2025-04"],
    ["home:autarky:ratio", "2025-10"],
    ["up", "2024-12"],
  ])("%s of %s is what the simulator makes, to the byte", async (metric, month) => {
    const { start, end } = monthRange(month);
    const series = named(metric).map(({ labels, time, value }) => {
      const keep = (_: number, row: number) => time[row]! >= start && time[row]! < end;
      return { labels, time: time.filter(keep), value: value.filter(keep) };
    }).filter(({ time }) => time.length > 0);
    const bytes = Buffer.from(encodeParquet(joinSeries(series)));
    expect(bytes.equals(await readFile(monthFile(DEMO, { metric, month })))).toBe(true);
  });

  test("hold every sample of the simulator", async () => {
    const archive = await openArchive(DEMO);
    const metrics = [...new Set(demo.series.map(({ labels }) => labels.__name__!))].sort();
    expect(await archive.metrics()).toEqual(metrics);
    const { columns } = await archive.samples(
      { metric: "gridbox_ha_multimeter_power_W", matchers: [] },
      { start: 0, end: Infinity },
    );
    const emitted = named("gridbox_ha_multimeter_power_W");
    expect(columns.time.length).toBe(emitted.reduce((sum, { time }) => sum + time.length, 0));
    const times = demo.series.flatMap(({ time }) => [time[0]!, time.at(-1)!]);
    expect(await archive.extent()).toEqual({ start: Math.min(...times), end: Math.max(...times) });
  });

  test("tell the truth, the pitfalls and the household of the simulator", async () => {
    const text = (name: string) => readFile(`${DEMO}/${name}`, "utf8");
    expect(await text("truth.csv")).toBe(truthCsv(demo.truth, demoHouse));
    expect(JSON.parse(await text("pitfalls.json"))).toEqual(demoPitfalls());
    const household = parseHousehold(JSON.parse(await text("household.json")));
    expect(household).toMatchObject({
      zone: demoHouse.zone,
      strings: [{ name: "pv1", kwp: 4.5 }, { name: "pv2", kwp: 4.5 }],
    });
  });

  test("are smaller than 10 MB together", async () => {
    const files = await readdir(DEMO, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files.filter((file) => file.isFile())
        .map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).size),
    );
    expect(sizes.length).toBeGreaterThan(200);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10 * MEGABYTE);
  });
});

inCi("the truth", () => {
  test("covers each local day of the year", () => {
    expect(demo.truth.map(({ label }) => label)).toHaveLength(365);
    expect(demo.truth.filter((day) => hoursOf(day) !== 24).map((day) => [day.label, hoursOf(day)]))
      .toEqual([["2025-03-30", 23], ["2025-10-26", 25]]);
  });

  test("balances on every day: what comes in goes out", () => {
    for (const day of demo.truth) {
      expect(day.yield_kwh).toBeCloseTo(day.self_consumed_kwh + day.export_kwh, 6);
      expect(day.consumption_kwh).toBeCloseTo(day.self_consumed_kwh + day.import_kwh, 6);
      expect(Math.min(day.import_kwh, day.export_kwh, day.self_consumed_kwh)).toBeGreaterThan(
        -1e-9,
      );
    }
  });

  test("is that of an ordinary house", () => {
    const sum = (name: "yield_kwh" | "consumption_kwh") =>
      demo.truth.reduce((total, day) => total + day[name], 0);
    expect(sum("consumption_kwh")).toBeGreaterThan(3500);
    expect(sum("consumption_kwh")).toBeLessThan(4700);
    expect(sum("yield_kwh") / 9).toBeGreaterThan(800);
    expect(sum("yield_kwh") / 9).toBeLessThan(1000);
    const away = demo.truth.filter(({ label }) =>
      label >= demoHouse.away.from && label <= demoHouse.away.to
    );
    expect(away).toHaveLength(7);
    for (const day of away) expect(day.consumption_kwh).toBeLessThan(6);
  });
});

inCi("the registers hold the truth to their resolution", () => {
  test("import, between the readings around the year's two midnights", () => {
    const registers = named("gridbox_ha_multimeter_energy_Wh");
    const { start } = demo.truth[0]!, { end } = demo.truth.at(-1)!;
    const reading = (midnight: number) => {
      const near = between(registers, midnight - 2 * MINUTE, midnight + 2 * MINUTE);
      const before = near.findLast(({ at }) => at < midnight)!;
      return { before: before.value, after: near.find(({ at }) => at >= midnight)!.value };
    };
    const first = reading(start), last = reading(end);
    const truth = demo.truth.reduce((sum, day) => sum + day.import_kwh, 0) * 1000;
    expect(last.after - first.before + 1).toBeGreaterThan(truth);
    expect(last.before - first.after - 1).toBeLessThan(truth);
  });

  test("yield of each day, and of the year", () => {
    const todays = named("inverter_production_today_kwh");
    for (const { label, start, end, yield_kwh } of demo.truth) {
      const readings = between(todays, start, end)
        .filter(({ at }) => label !== LATE_RESET.day || !isLate(at));
      const missing = yield_kwh - Math.max(...readings.map(({ value }) => value));
      expect(missing, label).toBeGreaterThan(-1e-9);
      // One step of the counter, and what came after the last scrape of the evening.
      expect(missing, label).toBeLessThan(0.011);
    }
    const totals = between(named("inverter_production_total_kwh"), 0, Infinity);
    const truth = demo.truth.reduce((sum, day) => sum + day.yield_kwh, 0);
    expect(Math.abs(totals.at(-1)!.value - totals[0]!.value - truth)).toBeLessThan(0.11);
  });

  function isLate(at: number): boolean {
    const midnight = startOfDay(LATE_RESET.day, demoHouse.zone);
    const first = between(
      named("inverter_production_today_kwh"),
      midnight,
      midnight + 12 * HOUR,
    )[0]!;
    return at < first.at + LATE_RESET.delay;
  }
});

inCi("the series", () => {
  test("are all of the specification's, and the exporters' health", () => {
    const names = new Set(demo.series.map(({ labels }) => labels.__name__));
    expect([...names].sort()).toEqual([...METRICS.map(({ name }) => name), "up"].sort());
  });

  test("carry their labels: only the sub-unit has power, four strings of which two are idle", () => {
    const ains = (name: string) => [...new Set(named(name).map(({ labels }) => labels.ain))].sort();
    const { ain } = demoHouse;
    expect(ains("gridbox_ha_device_present")).toEqual([ain, `${ain}-1`]);
    expect(ains("gridbox_ha_multimeter_power_W")).toEqual([`${ain}-1`]);
    expect(ains("gridbox_ha_multimeter_energy_Wh")).toEqual([`${ain}-1`]);
    for (const idle of ["pv3", "pv4"]) {
      const series = named("inverter_dc_power_watts", { string: idle });
      expect(series.length).toBeGreaterThan(0);
      expect(series.every(({ value }) => value.every((watts) => watts === 0))).toBe(true);
    }
    for (const { labels } of demo.series) {
      if (!labels.__name__!.startsWith("home:")) {
        expect(labels).toMatchObject({
          job: expect.stringMatching(/-exporter$/),
          instance: expect.stringMatching(/^[\d.]+:\d+$/),
          pod: expect.stringMatching(/^[a-z]+-exporter-[0-9a-f]{10}-[a-z0-9]{5}$/),
        });
      }
    }
  });

  test("are in strictly ascending time, and a scrape has one time for all series of a pod", () => {
    for (const { labels, time } of demo.series) {
      const wrong = time.findIndex((at, row) => row > 0 && at <= time[row - 1]!);
      expect(wrong, JSON.stringify(labels)).toBe(-1);
    }
    const [power, energy] = ["power_W", "energy_Wh"]
      .map((name) => named(`gridbox_ha_multimeter_${name}`)[0]!.time);
    expect(power).toEqual(energy);
  });

  test("are scraped every minute, a few of them late", () => {
    const { time } = named("up")[0]!;
    const gaps = time.slice(1).map((at, row) => at - time[row]!);
    const exact = gaps.filter((gap) => gap === MINUTE).length / gaps.length;
    expect(exact).toBeGreaterThan(0.95);
    expect(exact).toBeLessThan(1);
    expect(Math.max(...gaps)).toBeLessThan(MINUTE + 1000);
  });
});

inCi("the pitfalls", () => {
  test("restarts change pod and instance, some while both report", () => {
    const restarts = demoPitfalls().filter(({ kind }) => /restart/.test(kind));
    expect(new Set(restarts.map(({ kind }) => kind)).size).toBe(2);
    expect(restarts).toHaveLength(11);
    const ups = named("up");
    for (const { kind, start, end, what } of restarts) {
      const job = what.split(":")[0]!;
      const pods = ups.filter(({ labels }) => labels.job === job);
      const seen = between(pods, Date.parse(start), Date.parse(end));
      const reporting = new Set(seen.map(({ pod }) => pod)).size;
      expect(reporting, what).toBe(kind === "overlapping_restart" ? 2 : 0);
    }
  });

  test("nights have no inverter series, only the logger that is not online", () => {
    for (const { start } of demo.truth) {
      expect(between(named("inverter_ac_active_power_watts"), start, start + 3 * HOUR)).toEqual([]);
    }
    const night = between(
      named("inverter_logger_online"),
      demo.truth[180]!.start,
      demo.truth[180]!.start + HOUR,
    );
    expect(night.map(({ value }) => value)).toEqual(Array(60).fill(0));
  });

  test("series outlive the inverter by no more than the exporter's cache of five minutes", () => {
    const { start, end } = demo.truth[100]!;
    const online = between(named("inverter_logger_online"), start, end).filter(({ value }) =>
      value
    );
    const power = between(named("inverter_ac_active_power_watts"), start, end);
    const outlived = power.at(-1)!.at - online.at(-1)!.at;
    expect(outlived).toBeGreaterThan(3 * MINUTE);
    expect(outlived).toBeLessThanOrEqual(6 * MINUTE);
    const repeats = power.filter(({ at }) => at > online.at(-1)!.at).map(({ value }) => value);
    expect(new Set(repeats).size).toBe(1);
  });

  test("the meter is lost for hours while its register counts on", () => {
    const { start, end } = METER_OUTAGE;
    for (const name of ["gridbox_ha_multimeter_power_W", "gridbox_ha_multimeter_energy_Wh"]) {
      expect(between(named(name), start, end)).toEqual([]);
      expect(between(named(name), end, end + 10 * MINUTE)).toHaveLength(10);
    }
    const present = between(named("gridbox_ha_device_present"), start, end);
    expect(present.length).toBe(2 * (end - start) / MINUTE);
    expect(present.every(({ value }) => value === 0)).toBe(true);
  });

  test("the logger is silent in daylight while the counters advance", () => {
    const { start, end } = LOGGER_OUTAGE;
    const power = named("inverter_ac_active_power_watts");
    expect(between(power, start + 5 * MINUTE, end)).toEqual([]);
    const last = between(power, start - 2 * MINUTE, start).at(-1)!.value;
    expect(between(power, start, start + 5 * MINUTE).map(({ value }) => value))
      .toEqual(Array(5).fill(last));
    const online = between(named("inverter_logger_online"), start, end);
    expect(online.every(({ value }) => value === 0)).toBe(true);
    const today = named("inverter_production_today_kwh");
    const before = between(today, start - 2 * MINUTE, start).at(-1)!.value;
    expect(between(today, end, end + 2 * MINUTE)[0]!.value - before).toBeGreaterThan(1);
  });

  test("the day counters show the day before for twenty minutes", () => {
    const midnight = startOfDay(LATE_RESET.day, demoHouse.zone);
    for (const labels of [{ string: "pv1" }, { string: "pv2" }, null]) {
      const counter = labels
        ? named("inverter_dc_production_today_kwh", labels)
        : named("inverter_production_today_kwh");
      const yesterday = between(counter, midnight - 24 * HOUR, midnight).at(-1)!.value;
      const morning = between(counter, midnight, midnight + 12 * HOUR);
      const late = morning.filter(({ at }) => at < morning[0]!.at + LATE_RESET.delay);
      expect(late.map(({ value }) => value)).toEqual(Array(20).fill(yesterday));
      expect(morning[20]!.value).toBeLessThan(0.5);
      expect(yesterday).toBeGreaterThan(5);
    }
  });

  test("the recording rules have no past, and the zero of the night", () => {
    for (const name of METRICS.filter(({ from }) => from === "rule").map(({ name }) => name)) {
      const [series, ...others] = named(name);
      expect(others).toEqual([]);
      expect(series!.time[0]).toBe(RULES_SINCE);
      expect(series!.time.every((at) => at % MINUTE === 0)).toBe(true);
    }
    const night = demo.truth.at(-10)!.start;
    const zeros = between(named("home:power_generation:watts"), night, night + HOUR);
    expect(zeros.map(({ value }) => value)).toEqual(Array(60).fill(0));
    const ratios = named("home:autarky:ratio")[0]!.value;
    expect(ratios.every((ratio) => ratio >= 0 && ratio <= 1)).toBe(true);
  });
});
