import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, test } from "vitest";
import { deviceFigures } from "../../src/server_side/device_figures.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { HOUR } from "../../src/time.ts";

const DAY = { window: 24 * HOUR, offset: 2 * HOUR };

const house = (battery_coupling: string, roles: Record<string, unknown>) =>
  parseHousehold({
    zone: "UTC",
    battery_coupling,
    roles: {
      grid_power: { selector: "grid", unit: "W" },
      generation_power: { selector: "pv", unit: "W" },
      battery_power: { selector: "battery", unit: "W", sign: "charge_positive" },
      ...roles,
    },
  });

describe("deviceFigures()", () => {
  test("asks nothing of a house without battery and consumers", () => {
    expect(deviceFigures(defaultHousehold({ zone: "UTC" }), DAY)).toEqual({});
  });

  test("takes counters where there are some, and samples power where there is none", () => {
    const figures = deviceFigures(
      house("ac", {
        battery_charged_energy: { selector: "charged_wh", unit: "Wh" },
        state_of_charge: { selector: "soc", unit: "%" },
        consumer_power: [
          { name: "wallbox", selector: "left", unit: "kW" },
          { name: "wallbox", selector: "right", unit: "kW" },
        ],
        consumer_energy: { name: "heat_pump", selector: "heat_wh", unit: "Wh" },
      }),
      DAY,
    );
    const sampled = (name: string) =>
      ` and on () count(present_over_time(${name}[1d] offset 7200s))`;
    const looked = "[1d:1m] offset 7200s";
    expect(figures).toMatchObject({
      charged: "sum(increase(charged_wh[1d] offset 7200s)) / 1000",
      charged_reading: "max(max_over_time(charged_wh[1d] offset 7200s)) / 1000",
      discharged: `sum_over_time(clamp_min(max(battery) * -1, 0)${looked}) / 60 / 1000` +
        sampled("battery"),
      battery_minutes: `count_over_time((max(battery) * -1)${looked})${sampled("battery")}`,
      charge_0: "max(last_over_time(soc[3600s] offset 7200s)) / 100",
      consumer_0:
        `sum_over_time(clamp_min((max(left) * 1000 + max(right) * 1000), 0)${looked}) / 60 / 1000` +
        sampled("left") + sampled("right"),
      consumer_1: "sum(increase(heat_wh[1d] offset 7200s)) / 1000",
      consumer_1_reading: "max(max_over_time(heat_wh[1d] offset 7200s)) / 1000",
      // Without a power it is read as often as its counter is.
      consumer_1_minutes: `count_over_time((max(heat_wh) * 0.001)${looked})${sampled("heat_wh")}`,
    });
    expect(figures).not.toHaveProperty("discharged_reading");
    expect(figures).not.toHaveProperty("drawn");
  });

  test("asks what a hybrid inverter draws, and needs both powers for what is exchanged", () => {
    const hybrid = deviceFigures(house("hybrid_output", {}), DAY);
    expect(Object.keys(hybrid).sort())
      .toEqual(["battery_minutes", "charged", "discharged", "drawn", "from_grid", "to_grid"]);
    const counted = deviceFigures(
      house("ac", {
        battery_power: null,
        battery_charged_energy: { selector: "charged_wh", unit: "Wh" },
        battery_discharged_energy: { selector: "discharged_wh", unit: "Wh" },
      }),
      DAY,
    );
    expect(Object.keys(counted).sort()).toEqual([
      ...["battery_minutes", "charged", "charged_reading"],
      ...["discharged", "discharged_reading"],
    ]);
  });

  test("writes PromQL", () => {
    const roles = { state_of_charge: { selector: "soc", unit: "1" } };
    for (const coupling of ["ac", "hybrid_output", "hybrid_panels"]) {
      for (const expression of Object.values(deviceFigures(house(coupling, roles), DAY))) {
        expect(parser.parse(expression).toString()).not.toContain("⚠");
      }
    }
  });
});
