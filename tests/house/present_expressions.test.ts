import { describe, expect, test } from "vitest";
import {
  batteryExpressions,
  candidates,
  consumerExpression,
} from "../../src/house/present_expressions.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";

const NOW = Date.UTC(2025, 5, 1);
const expressionsOf = (ways: readonly { expression: string }[]) =>
  ways.map(({ expression }) => expression);

/** A house with the specification's meter and inverter, and a battery. */
const house = (file: Record<string, unknown>, roles: Record<string, unknown> = {}) =>
  parseHousehold({
    zone: "UTC",
    ...file,
    roles: {
      battery_power: { selector: "battery_watts", unit: "W", sign: "charge_positive" },
      ...roles,
    },
  });

const GRID = "max(gridbox_ha_multimeter_power_W)";
const OUTPUT = "(max(inverter_ac_active_power_watts)" +
  " or 0 * max(last_over_time(inverter_ac_active_power_watts[7d])))";
const BATTERY = "max(battery_watts) * -1";

test("asks the recording rule first, then its expression from raw series", () => {
  const { grid, load } = candidates(defaultHousehold({ zone: "Europe/Berlin" }), NOW);
  expect(expressionsOf(grid)).toEqual([
    "home:power_grid_import:watts",
    "max(gridbox_ha_multimeter_power_W)",
  ]);
  expect(expressionsOf(load)[0]).toBe("home:power_total:watts");
});

describe("a house with a battery", () => {
  test.each(["ac", "hybrid_panels"])("has its power in the load: %s", (battery_coupling) => {
    const { load, autarky, generation } = candidates(house({ battery_coupling }), NOW);
    const sum = `(${GRID} + ${OUTPUT} + ${BATTERY})`;
    // The rules add grid and generation only.
    expect(expressionsOf(load)).toEqual([sum]);
    expect(expressionsOf(autarky)).toEqual([
      `clamp_min(1 - clamp_min(${GRID}, 0) / ${sum}, 0) * 100`,
    ]);
    expect(expressionsOf(generation)[0]).toBe("home:power_generation:watts");
  });

  test("behind the inverter is part of its output", () => {
    const { load, generation } = candidates(house({ battery_coupling: "hybrid_output" }), NOW);
    expect(expressionsOf(load)).toEqual([`(${GRID} + ${OUTPUT})`]);
    expect(expressionsOf(generation)).toEqual([
      `clamp_min(max(inverter_ac_active_power_watts) - (${BATTERY}), 0)`,
      `clamp_min(${OUTPUT} - (${BATTERY}), 0)`,
    ]);
  });

  test("that counts energy only has no load now", () => {
    const energies = {
      battery_power: null,
      battery_charged_energy: { selector: "charged", unit: "kWh" },
    };
    const { load, autarky } = candidates(house({ battery_coupling: "ac" }, energies), NOW);
    expect([load, autarky]).toEqual([[], []]);
  });

  test("of two parts is charged as its capacities say", () => {
    const charge = (selector: string, capacity_kwh?: number) => (
      { selector, unit: "%", ...capacity_kwh && { capacity_kwh } }
    );
    const of = (...state_of_charge: unknown[]) =>
      expressionsOf(
        batteryExpressions(house({ battery_coupling: "ac" }, { state_of_charge })).stateOfCharge,
      );
    expect(of(charge("a", 5))).toEqual(["max(a)"]);
    expect(of(charge("a", 5), charge("b", 15))).toEqual(["(max(a) * 0.25 + max(b) * 0.75)"]);
    expect(of(charge("a"), charge("b", 15))).toEqual(["(max(a) * 0.5 + max(b) * 0.5)"]);
  });
});

test("a consumer is the sum of its series", () => {
  const consumer = (name: string, selector: string) => ({ name, selector, unit: "kW" });
  const bound = house({ battery_coupling: "ac" }, {
    consumer_power: [
      consumer("wallbox", "left"),
      consumer("heat_pump", "heat"),
      consumer("wallbox", "right"),
    ],
  });
  expect(expressionsOf(consumerExpression(bound, "wallbox")))
    .toEqual(["(max(left) * 1000 + max(right) * 1000)"]);
  expect(expressionsOf(consumerExpression(bound, "heat_pump"))).toEqual(["max(heat) * 1000"]);
});
