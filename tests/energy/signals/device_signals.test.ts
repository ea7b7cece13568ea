import { describe, expect, test } from "vitest";
import { panelLight, panelPower } from "../../../src/energy/signals/device_signals.ts";
import { HOUR, MINUTE } from "../../../src/time.ts";

/** Two hours, a sample a minute. */
const time = Float64Array.from({ length: 121 }, (_, i) => i * MINUTE);
const constant = (watts: number) => ({ time, value: time.map(() => watts) });

describe("the panels of a hybrid inverter", () => {
  test("give what its output has beyond its battery, and never take", () => {
    expect(new Set(panelPower(constant(700), constant(400)).value)).toEqual(new Set([300]));
    expect(new Set(panelPower(constant(300), constant(400)).value)).toEqual(new Set([0]));
  });

  test.each([[50, false], [70, true]])("mean light with %d W: %s", (watts, isLight) => {
    const { value } = panelLight(constant(1000 + watts), constant(1000));
    expect(value.length).toBe(2 * HOUR / (15 * MINUTE));
    expect([...value].every((one) => one > 0)).toBe(isLight);
  });

  test("are not in the light because a load was switched on between two samples", () => {
    const output = constant(1000);
    output.value[20] = 3000;
    const { value } = panelLight(output, { ...constant(1000), time: time.map((at) => at + 1000) });
    expect(Math.max(...value)).toBeLessThan(200);
  });

  test("show nothing without samples", () => {
    const none = { time: new Float64Array(), value: new Float64Array() };
    expect(panelLight(none, none).time).toHaveLength(0);
  });
});
