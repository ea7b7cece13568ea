/** Houses of earlier runs of which days were far from the truth, or that were taken for contradictory. */
import { expect, test } from "vitest";
import { drawHouse } from "./house.ts";
import { judgeHouse } from "./judge.ts";

test.each([
  [953, "late samples behind a deadband"],
  [5798, "a battery that is not bound, sampled every ten minutes"],
  [12100, "a battery that is not bound, in a dark month"],
  [12311, "a register of 1 kWh that never rises"],
  [13252, "a register that is frozen, then silent, then leaps"],
  [13900, "a battery that is not bound and soon empty"],
  [14829, "two registers of a meter that was replaced by one with a few kilowatt-hours"],
])("house %i has no day far from the truth: %s", async (number) => {
  expect((await judgeHouse(drawHouse(number))).wrongDays).toBe(0);
}, 60_000);

test(
  "house 15113, whose import and export cancel in the means of its meter, is sound",
  async () => {
    const { flagged, complete } = await judgeHouse(drawHouse(15_113));
    expect([flagged, complete]).toEqual([0, 31]);
  },
  60_000,
);
