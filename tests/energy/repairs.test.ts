import { expect, test } from "vitest";
import { clockNotice, clockRow, impossiblePower, repairFlags } from "../../src/energy/repairs.ts";
import { offsetText } from "../../src/frames/day_counter.ts";

test("impossiblePower(): an impossible power is kept out and books nothing", () => {
  const [row] = impossiblePower("grid_power", [{ time: 0, until: 0, value: 1e7, energy: 166_000 }]);
  expect(row?.power).toBe(1e7);
  expect(row?.kwh).toBe(0);
  expect(row?.keptOut).toBe(166);
});

test("repairFlags(): a dip has no flag, a spike has", () => {
  expect(repairFlags([{ rule: "spike" }, { rule: "dip" }])).toEqual(["counter_repaired"]);
});

test("offsetText(): an offset is told as a time or as a range", () => {
  const hour = 3_600_000;
  expect(offsetText({ earliest: -1.01 * hour, latest: -hour })).toBe("1 h before midnight");
  expect(offsetText({ earliest: 1.2 * hour, latest: 8.4 * hour })).toBe(
    "between 1 h 12 min and 8 h 24 min after midnight",
  );
});

test("clockNotice(): the notice about a clock names the zone", () => {
  const hour = 3_600_000;
  expect(clockNotice({ earliest: hour, latest: hour }, "Europe/Berlin")).toMatch(/Europe\/Berlin/);
});

test("clockRow(): a clock is a row of the audit", () => {
  const first = { from: 0, at: 5, before: 20, after: 0.5, isLate: false };
  expect(clockRow({ first, isOff: [true], earliest: 0, latest: 5 }).rule).toBe("clock");
});
