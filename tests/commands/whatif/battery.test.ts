import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { whatIf } from "../../../src/commands/whatif.ts";
import { parseWhatIfBattery } from "../../../src/commands/whatif/battery.ts";
import { parseList, parseRange } from "../../../src/commands/whatif/numbers.ts";
import { capture, effects } from "../../terminal/capture.ts";

const folder = await mkdtemp(join(tmpdir(), "whatif-"));
afterAll(() => rm(folder, { recursive: true }));
const file = async (name: string, night: number) => {
  const price = (id: string, flow: string, price: number, more = {}) => (
    { id, flow, from: "2025-01-01", unit: "ct/kWh", price, vat: 0, ...more }
  );
  const windows = [{ at: ["00:00", "05:00"], price: night }];
  const components = [price("e", "import", 30, { windows }), price("f", "export", 8)];
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify({ name, tz: "Europe/Berlin", currency: "EUR", components }));
  return path;
};
const flat = await file("flat", 30), night = await file("night", 10);

const WEEK = ["--from", "2025-04-01", "--to", "2025-04-07"];
const BATTERY = ["--kwh", "4:8:4", "--kw", "5", "--source", "demo", ...WEEK];

async function run(...args: string[]) {
  const captured = effects({ stdout: capture({ columns: 140 }) });
  const code = await whatIf(args, captured);
  return { code, out: captured.stdout.text, err: captured.stderr.text };
}

describe("deno task whatif battery", () => {
  test("prints a table per tariff, with what is history, simulated and a bound", async () => {
    const { code, out, err } = await run(
      "battery",
      ...BATTERY,
      "--tariff",
      flat,
      "--tariff",
      night,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^Tariff flat\. Without a battery: import \d+ kWh, export \d+ kWh/m);
    expect(out).toMatch(/^Tariff night\. /m);
    expect(out.match(/^ {5}[48] +\d+ +\d+ +\d+\.\d +\d+ +\d+ +\d+ .*\[.*\]/gm)).toHaveLength(4);
    expect(out).toContain("Assumed   AC-coupled, charging keeps 95.0 %");
    expect(err).toContain("None of it is a forecast");
    expect(err).toContain("Simulated in steps of 1 min");
    // In a week much of the gain is still in the battery.
    expect(out).toMatch(/Gain +Left +Best use/);
    expect(out).toContain("Left      part of the gain that is still in the battery at the end");
    expect(err).toContain("The losses of a real converter at small power and its standby are not");
  });

  test("losses at small power count in everything but the bound", async () => {
    const losses = ["--converter-w", "30", "--standby-w", "15"];
    const json = async (...more: string[]) => {
      const { out, err } = await run("battery", ...BATTERY, "--tariff", night, "--json", ...more);
      return { ...JSON.parse(out).batteries[0], err };
    };
    const ideal = await json(), lossy = await json(...losses);
    expect(lossy.rule.gain.value).toBeLessThan(ideal.rule.gain.low);
    for (const days of ["oneDay", "twoDays"]) {
      expect(lossy.optimum[days]).toBeLessThan(ideal.optimum[days] - 0.5);
      expect(lossy.optimum[days]).toBeLessThan(lossy.optimum.gain.high);
    }
    expect(lossy.optimum.gain.value).toBeLessThan(lossy.optimum.gain.high);
    // A plan for cheap nights is worth more than the rule, and that is sure.
    expect(lossy.optimum.gain.low).toBeGreaterThan(lossy.rule.gain.value);
    expect(lossy.err).not.toContain("losses of a real converter");
  });

  test("a slower battery gains less", async () => {
    const gain = async (seconds: string) => {
      const { out } = await run(
        ...["battery", ...BATTERY, "--tariff", flat, "--json", "--no-optimum"],
        ...["--reaction-s", seconds],
      );
      return JSON.parse(out).batteries[0].rule.gain;
    };
    const [atOnce, late] = [await gain("0"), await gain("6")];
    expect(late.value).toBeLessThan(atOnce.value);
    expect(late.high - late.low).toBeGreaterThan(atOnce.high - atOnce.low);
  });

  test("gives everything as JSON, rows as CSV and pictures as SVG", async () => {
    const out = join(folder, "sizes.csv"), plots = join(folder, "plots");
    const more = ["--json", "--out", out, "--plots", plots];
    const printed = await run("battery", ...BATTERY, "--tariff", night, ...more);
    const { batteries, without, currency, notices } = JSON.parse(printed.out);
    expect([batteries.length, without.length, currency]).toEqual([2, 1, "EUR"]);
    const [four, eight] = batteries;
    expect(eight.rule.gain.value).toBeGreaterThan(four.rule.gain.value);
    // Cheap nights leave room for a controller.
    expect(four.optimum.gain.value).toBeGreaterThan(1.1 * four.rule.gain.high);
    for (const { rule: { gain }, optimum } of batteries) {
      expect(gain.low).toBeLessThanOrEqual(gain.value);
      expect(gain.high).toBeGreaterThanOrEqual(gain.value);
      expect(optimum.oneDay).toBeLessThanOrEqual(optimum.gain.high);
      expect(optimum.twoDays).toBeLessThanOrEqual(optimum.gain.high);
    }
    expect(notices.length).toBeGreaterThan(1);
    const [header, ...rows] = (await readFile(out, "utf8")).trim().split("\r\n");
    expect(header).toMatch(/^tariff,capacity_kwh,power_kw,import_kwh,/);
    expect(rows.map((row) => row.split(",").slice(0, 3).join())).toEqual([
      "night,4,5",
      "night,8,5",
    ]);
    for (const name of ["gain", "day", "full"]) {
      expect(await readFile(join(plots, `${name}.svg`), "utf8")).toContain("<svg ");
    }
  });

  test("says that payback needs a year", async () => {
    const assumed = ["--price", "400:900", "--lifetime", "10:15", "--ageing", "0.02:0.03"];
    const { code, err } = await run(
      ...[
        "battery",
        ...BATTERY,
        "--tariff",
        flat,
        "--no-optimum",
        ...assumed,
        "--interest",
        "0:0.03",
      ],
    );
    expect(code).toBe(0);
    expect(err).toContain("Payback needs twelve months in a row");
  });

  test.each<[string[], string, string]>([
    [["--kwh", "-5", "--kw", "5"], "--kwh is -5 kWh", "Give a number above 0"],
    [["--kwh", "5", "--kw", "5", "--efficiency", "95"], "--efficiency is 95", "such as 0.95"],
    [["--kwh", "5", "--kw", "5", "--min-charge", "1.2"], "--min-charge is 1.2", "such as 0.1"],
    [["--kwh", "5", "--kw", "5", "--reaction-s", "90"], "--reaction-s is 90 s", "60 [s]"],
    [["--kwh", "20:2:1", "--kw", "5"], "below its start 20: it is empty", ""],
    [["--kwh", "2:20:0", "--kw", "5"], "a range such as 2:20:1", ""],
    [["--kwh", "5", "--kw", "5", "--tariff", "t", "--price", "400"], "--lifetime is missing", ""],
    [["--kw", "5"], "--kwh is missing", "--kwh 5,10 --kw 5 --tariff"],
    [[], "--kwh and --kw are missing", "--kwh 5,10 --kw 5 --tariff"],
    [
      ["--kwh", "5", "--kw", "5", "--tariff", "t", "--from", "2025-02-02", "--to", "2025-02-01"],
      "--from 2025-02-02 is after --to 2025-02-01",
      "",
    ],
  ])("%j is wrong usage", async (args, message, hint) => {
    const { code, out, err } = await run("battery", ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  test("the demo has no tariff of its own, so one is needed", async () => {
    const { code, err } = await run("battery", ...BATTERY);
    expect(code).toBe(1);
    expect(err).toContain("--tariff is missing");
    expect(err).toContain("tariff.json beside household.json");
  });

  test("names a tariff file that is not there", async () => {
    const { code, err } = await run("battery", ...BATTERY, "--tariff", join(folder, "none.json"));
    expect(code).toBe(1);
    expect(err).toContain("none.json");
  });
});

test("a picture of tariffs is SVG, and no name promises another format", async () => {
  const picture = join(folder, "hours.png");
  const { code, out, err } = await run("tariff", flat, night, "--plot", picture);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`--plot '${picture}': no .png files are written`);
});

describe("deno task whatif", () => {
  test("lists its questions", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}battery +what a battery would have changed/m);
  });

  test("knows no others", async () => {
    const { code, err } = await run("roof");
    expect(code).toBe(2);
    expect(err).toContain("unknown command 'roof'");
  });
});

test("lists have whole steps and ranges both ends", () => {
  expect(parseList("0.1:0.5:0.1")).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
  expect(parseList("2:20:1")).toHaveLength(19);
  expect(parseList("5,10")).toEqual([5, 10]);
  expect(parseRange("400:900")).toEqual({ low: 400, high: 900 });
  expect(parseRange("3")).toEqual({ low: 3, high: 3 });
});

test("options that the best use lacks are switched off", () => {
  const parsed = parseWhatIfBattery(
    ["--kwh", "5", "--kw", "5", "--tariff", "t", "--no-grid-charging", "--no-optimum"],
  );
  expect(parsed).toMatchObject({
    options: { optimum: false, battery: { gridCharging: false, gridDischarging: undefined } },
  });
});
