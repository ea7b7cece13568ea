import { describe, expect, test } from "vitest";
import { duration, grouped, quantity } from "../../src/page/quantity.ts";

describe("quantity()", () => {
  test.each([
    [0, "kWh", "0.00 kWh"],
    [99.949, "kWh", "99.95 kWh"],
    [99.95, "kWh", "100.0 kWh"],
    [999.49, "kWh", "999.5 kWh"],
    [999.5, "kWh", "1,000 kWh"],
    [-12_345.6, "kWh", "−12,346 kWh"],
    [1, "0–1", "100.0 %"],
    [0.0004, "0–1", "0.0 %"],
    [999.4, "W", "999 W"],
    [999.5, "W", "1.00 kW"],
    [-5702, "W", "−5.70 kW"],
    [894.78, "kWh/kWp", "894.8 kWh/kWp"],
  ])("writes %d %s as %s", (value, unit, text) => {
    expect(quantity(value, unit).replace("\u202f", " ")).toBe(text);
  });
});

test.each([[-0.004, 2, "0.00"], [-0.005001, 2, "−0.01"], [1e6, 0, "1,000,000"]])(
  "grouped(%d, %d) is %s",
  (value, decimals, text) => expect(grouped(value, decimals)).toBe(text),
);

test.each([
  [0, "0 s"],
  [499, "0 s"],
  [59_600, "1 min"],
  [3_600_000, "1 h"],
  [3_660_000, "1 h 1 min"],
  [86_400_000 + 59_000, "1 d"],
  [9 * 86_400_000 + 7_200_000, "9 d 2 h"],
])("duration(%d) is %s", (ms, text) => {
  expect(duration(ms).replaceAll("\u202f", " ")).toBe(text);
});
