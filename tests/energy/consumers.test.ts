import { expect, test } from "vitest";
import { divideConsumption } from "../../src/energy/consumers.ts";

const used = (name: string, kwh: number | null) => ({
  name,
  coverage: 1,
  used: {
    kwh,
    method: kwh === null ? "unknown" as const : "counter" as const,
    integral: 0,
    sigma: 0,
    flags: [],
  },
});

test("divideConsumption() leaves the rest to others", () => {
  expect(divideConsumption(20, [used("wallbox", 8), used("heat_pump", 5)], 0)).toEqual({
    consumers: { wallbox: 8, heat_pump: 5 },
    other_kwh: 7,
    flags: [],
  });
});

test.each([[20, null], [null, 8]])(
  "a rest of %s kWh without %s kWh is unknown",
  (consumed, wallbox) => {
    expect(divideConsumption(consumed, [used("wallbox", wallbox)], 0))
      .toMatchObject({ other_kwh: null, flags: [] });
  },
);

test("a little more than the house leaves nothing, much more is a contradiction", () => {
  expect(divideConsumption(8, [used("wallbox", 8.1)], 0)).toMatchObject({
    other_kwh: 0,
    flags: [],
  });
  expect(divideConsumption(8, [used("wallbox", 12)], 0))
    .toMatchObject({ other_kwh: null, flags: ["consumers_exceed_consumption"] });
  expect(divideConsumption(8, [used("wallbox", 12)], 4)).toMatchObject({ other_kwh: 0, flags: [] });
});

test("a rest below zero is no contradiction within the errors of the consumers' own counters", () => {
  const { used: counted, ...rest } = used("wallbox", 10);
  const unsure = { ...rest, used: { ...counted, register: { sigma: 1, unheard: 0, lost: 0 } } };
  expect(divideConsumption(8, [unsure], 0)).toMatchObject({ other_kwh: 0, flags: [] });
});
