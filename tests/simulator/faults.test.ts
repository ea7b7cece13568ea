import { describe, expect, test } from "vitest";
import { eachSeries, type LabelledSamples } from "../../src/columns.ts";
import type { Fault } from "./house/faults/fault.ts";
import { lateReset } from "./house/faults/late_reset.ts";
import { loggerOutage } from "./house/faults/logger_outage.ts";
import { meterOutage } from "./house/faults/meter_outage.ts";
import { recordingRules } from "./house/recording_rules.ts";
import { load } from "../notation.ts";

const MINUTE = 60_000;

/** Series by name as `minute:value` texts. */
function told(series: readonly LabelledSamples[]): Record<string, string> {
  return Object.fromEntries(series.map(({ labels: { __name__, ...others }, time, value }) => [
    [__name__, ...Object.values(others)].join(" "),
    Array.from(time, (at, row) => `${at / MINUTE}:${value[row]}`).join(" "),
  ]));
}

const after = (fault: Fault, text: string) => told(fault([...eachSeries(load(text))]));

test("a meter outage takes power and energy, not the device, and leaves the inverter alone", () => {
  const outage = meterOutage({ start: MINUTE, end: 3 * MINUTE });
  expect(after(
    outage,
    `
    gridbox_ha_multimeter_power_W 1+1x3
    gridbox_ha_multimeter_energy_Wh 5+1x3
    gridbox_ha_device_present 1x3
    inverter_uptime_minutes 0+1x3
  `,
  )).toEqual({
    gridbox_ha_multimeter_power_W: "0:1 3:4",
    gridbox_ha_multimeter_energy_Wh: "0:5 3:8",
    gridbox_ha_device_present: "0:1 1:0 2:0 3:1",
    inverter_uptime_minutes: "0:0 1:1 2:2 3:3",
  });
});

test("a logger outage repeats the last values for five minutes, then there are none", () => {
  const outage = loggerOutage({ start: 2 * MINUTE, end: 9 * MINUTE });
  expect(after(
    outage,
    `
    inverter_production_today_kwh 1+1x10
    inverter_logger_online 1x10
    up 1x10
  `,
  )).toEqual({
    inverter_production_today_kwh: "0:1 1:2 2:2 3:2 4:2 5:2 6:2 9:10 10:11",
    inverter_logger_online: "0:1 1:1 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:1 10:1",
    up: Array.from({ length: 11 }, (_, minute) => `${minute}:1`).join(" "),
  });
});

describe("a late reset", () => {
  const reset = lateReset({ midnight: 5 * MINUTE, delay: 2 * MINUTE });

  test("shows the day before for a while after the first sample", () => {
    expect(after(reset, "inverter_production_today_kwh 7 8 _x5 0 1 2 3"))
      .toEqual({ inverter_production_today_kwh: "0:7 1:8 7:8 8:8 9:2 10:3" });
  });

  test("knows the day before of each string, over a restart", () => {
    expect(after(
      reset,
      `
      inverter_dc_production_today_kwh{string="pv1",pod="a"} 7 8
      inverter_dc_production_today_kwh{string="pv1",pod="b"} _ _ 9
      inverter_dc_production_today_kwh{string="pv2",pod="a"} 3
      inverter_dc_production_today_kwh{string="pv1",pod="c"} _x7 0 1 2
      inverter_dc_production_today_kwh{string="pv2",pod="c"} _x7 0 1 2
    `,
    )).toMatchObject({
      "inverter_dc_production_today_kwh pv1 c": "7:9 8:9 9:2",
      "inverter_dc_production_today_kwh pv2 c": "7:3 8:3 9:2",
    });
  });

  test("touches no other counter", () => {
    expect(after(reset, "inverter_production_total_kwh 7 8 _x5 9"))
      .toEqual({ inverter_production_total_kwh: "0:7 1:8 7:9" });
  });
});

describe("recording rules", () => {
  const rules = (text: string, start = 0, end = 3 * MINUTE) =>
    told(recordingRules([...eachSeries(load(text, { start: 10_000 }))], { start, end }));

  test("add up grid and generation, signs and all", () => {
    expect(rules(
      `
      gridbox_ha_multimeter_power_W 300 -200
      inverter_ac_active_power_watts 100 900
    `,
      MINUTE,
    )).toEqual({
      "home:power_grid_import:watts": "1:300 2:-200",
      "home:power_generation:watts": "1:100 2:900",
      "home:power_total:watts": "1:400 2:700",
      "home:autarky:ratio": "1:0.25 2:1",
    });
  });

  test("take the larger of two pods, zero for a silent inverter, nothing for a silent meter", () => {
    expect(rules(
      `
      gridbox_ha_multimeter_power_W 300 _ _
      inverter_ac_active_power_watts{pod="a"} 100
      inverter_ac_active_power_watts{pod="b"} 120
    `,
      MINUTE,
    )).toEqual({
      "home:power_grid_import:watts": "1:300",
      "home:power_generation:watts": "1:120 2:0",
      "home:power_total:watts": "1:420",
      "home:autarky:ratio": `1:${120 / 420}`,
    });
  });

  test("have no past, and come at multiples of a minute", () => {
    expect(rules("gridbox_ha_multimeter_power_W 300x9", MINUTE + 1)["home:power_total:watts"])
      .toBe("2:300");
  });
});
