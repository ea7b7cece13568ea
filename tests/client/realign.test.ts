import { expect, test } from "vitest";
import { describeRealigned } from "../../src/client/realign.ts";
import { load } from "../notation.ts";

test.each([
  ["on the grid, with gaps", load("a 1 _ 3", { start: 30_000 }), null],
  ["nothing", load(""), null],
  ["moved to whole minutes", load("a 1 2 3", { start: 0 }), /^3 of 3 points .*00:00:00\.000Z\)/],
  ["one before the start", load("a 1 2", { start: -30_000 }), /^1 of 2 points/],
  ["one after the end", load("a 1 2 3 4", { start: 30_000 }), /^1 of 4 points/],
])("%s", (_name, columns, expected) => {
  const said = describeRealigned(columns, { start: 30_000, end: 150_000, step: 60_000 });
  if (expected === null) expect(said).toBeNull();
  else expect(said).toMatch(expected);
});

const DAY = 86_400_000;

// A daily range of local days in Berlin: 22:00 UTC to 22:00 UTC.
test.each([
  ["as asked, from local midnights", 22 * 3_600_000, null],
  ["moved to UTC midnights", 24 * 3_600_000, /^3 of 3 points/],
])("daily steps %s", (_name, start, expected) => {
  const asked = { start: 22 * 3_600_000, end: 22 * 3_600_000 + 2 * DAY, step: DAY };
  const said = describeRealigned(load("a 1 2 3", { start, step: DAY }), asked);
  if (expected === null) expect(said).toBeNull();
  else expect(said).toMatch(expected);
});
