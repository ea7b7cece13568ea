import { describe, expect, test } from "vitest";
import { pvGaps } from "../../src/energy/pv.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;
const at = (from: number, to: number) => ({ start: from * MINUTE, end: to * MINUTE });
const range = at(0, 100);
/** Light from minute 20 to minute 80. */
const daylight = { light: [at(20, 80)], dark: [at(0, 20), at(80, 100)], evidence: "dark" };
const known = { range, daylight, devices: [], grid: load("w"), sleepy: 20 };
const shown = (gaps: ReturnType<typeof pvGaps>["house"]) =>
  gaps.map((gap) => [gap.start / MINUTE, gap.end / MINUTE, gap.class, gap.evidence]);

/** Wakes up at 20, sleeps at 80. */
const WHOLE = "w _x20 5 900x58 5";

describe("pvGaps()", () => {
  test("of one inverter are its own", () => {
    const { house, inverters } = pvGaps([load(WHOLE)], known);
    expect(shown(house)).toEqual([[0, 20, "night", "dark"], [80, 100, "night", "dark"]]);
    expect(inverters).toEqual([house]);
  });

  test("are none while one generates and the other sleeps", () => {
    const west = load("w _x30 5 900x48 5");
    const { house } = pvGaps([load(WHOLE), west], known);
    expect(shown(house)).toEqual([[0, 20, "night", "dark"], [80, 100, "night", "dark"]]);
  });

  test("are there while one generates and the other is silent, and tell which", () => {
    const broken = load("w _x20 5 900x9 _x19 900x29 5");
    const devices = [
      [load("kwh _x20 1+1x60")],
      [load("kwh _x20 1+1x10 _x19 11+1x30")],
    ];
    const { house } = pvGaps([load(WHOLE), broken], { ...known, devices });
    expect(shown(house)).toEqual([
      [0, 20, "night", "dark"],
      // 300 Wh were expected; its counter, not the other's, stood still in steps of 1 kWh.
      [
        30,
        50,
        "unknown",
        "inverter 2: counter stood still, but it counts in steps of 1 kWh",
      ],
      [80, 100, "night", "dark"],
    ]);
    const fine = [devices[0]!, [load("kwh _x20 1+0.01x10 _x19 1.1+0.01x30")]];
    expect(shown(pvGaps([load(WHOLE), broken], { ...known, devices: fine }).house)[1])
      .toEqual([30, 50, "outage", "inverter 2: counter stood still"]);
    const advanced = [devices[0]!, [load("kwh _x20 1+1x10 _x19 14+1x30")]];
    expect(shown(pvGaps([load(WHOLE), broken], { ...known, devices: advanced }).house)[1])
      .toEqual([30, 50, "logger_down", "inverter 2: counter advanced by 3 kWh"]);
  });

  test("export proves work only as far as the other does not explain it", () => {
    const broken = load("w _x20 5 900x9 _x19 900x29 5");
    const because = (grid: string) =>
      shown(pvGaps([load(WHOLE), broken], { ...known, grid: load(grid) }).house)[1]!.slice(2);
    expect(because("w -800x99")).toEqual(["unknown", "inverter 2: no counter tells"]);
    expect(because("w -1500x99")).toEqual(["logger_down", "inverter 2: exported up to 600 W"]);
  });

  test("with one power for two devices, both devices' counters are asked", () => {
    const power = load("w _x20 5 900x9 _x19 900x29 5");
    const of = (first: string, second: string) =>
      shown(pvGaps([power], { ...known, devices: [[load(first)], [load(second)]] }).house)[1]!
        .slice(2);
    const still = "kwh _x20 1x10 _x19 1x30", ahead = "kwh _x20 1x10 _x19 3x30";
    expect(of(still, ahead)).toEqual(["logger_down", "counter advanced by 2 kWh"]);
    expect(of(still, still)).toEqual(["outage", "counter stood still"]);
  });

  test("two silent inverters are one gap, of the class that is worst", () => {
    const first = load("w _x20 5 900x9 _x29 900x19 5"),
      second = load("w _x20 5 900x19 _x29 900x9 5");
    const devices = [
      [load("kwh _x20 1+0.01x10 _x29 1.1+0.01x20")],
      [load("kwh _x20 1+0.01x20 _x29 9+0.01x10")],
    ];
    const { house } = pvGaps([first, second], { ...known, devices });
    expect(shown(house).slice(1, -1)).toEqual([
      [30, 60, "outage", "inverter 1: counter stood still"],
      [60, 70, "logger_down", "inverter 2: counter advanced by 7.8 kWh"],
    ]);
  });
});
