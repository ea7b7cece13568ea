import { expect, test } from "vitest";
import { columnOf, folderValue, labelOf, metricFolder, monthOf } from "../../src/archive/layout.ts";

test("metricFolder() names the metric", () => {
  expect(metricFolder("demo", "up")).toMatch(/metric=up$/);
});

test("folderValue() reads an escaped value", () => {
  expect(folderValue("metric=home%3Apower", "metric")).toBe("home:power");
  expect(folderValue("notes", "metric")).toBe(null);
});

test("monthOf() goes by UTC", () => {
  expect(monthOf(Date.UTC(2025, 2, 31, 23))).toBe("2025-03");
});

test("columnOf() sets reserved names apart", () => {
  expect(columnOf("pod")).toBe("pod");
  expect(columnOf("time")).toBe("label_time");
});

test("labelOf() undoes columnOf()", () => {
  expect(labelOf("pod")).toBe("pod");
  expect(labelOf("label_time")).toBe("time");
});
