import { expect, test } from "vitest";
import { hasInverter, limitsOf } from "../../src/energy/limits.ts";
import { parseHousehold } from "../../src/household.ts";

test("limitsOf(): fuse and phases bound the grid, 60 kW an unknown generation", () => {
  const house = parseHousehold({ zone: "UTC", fuse_amperes: 35, phases: 3 });
  expect(Math.abs(limitsOf(house).grid - 24.15)).toBeLessThan(1e-9);
  expect(limitsOf(house).generation).toBe(60);
  expect(limitsOf(house).gridPower).toBe(36_225);
  expect(limitsOf(house).generationPower).toBe(90_000);
});

test("limitsOf(): panels give a fifth more than their rating, half more for a moment; 2 % is standby", () => {
  const strings = [{ name: "east", kwp: 6 }, { name: "west", kwp: 4 }];
  const { generation, generationPower, standbyPowerW } = limitsOf(
    parseHousehold({ zone: "UTC", strings }),
  );
  expect([generation, generationPower, standbyPowerW]).toEqual([12, 15_000, 200]);
  expect(limitsOf(parseHousehold({ zone: "UTC" })).standbyPowerW).toBe(100);
});

test("hasInverter(): a house without the roles of an inverter has none", () => {
  const roles = { generation_power: null, yield_today: null, yield_total: null };
  expect(hasInverter(parseHousehold({ zone: "UTC", roles }))).toBe(false);
});
