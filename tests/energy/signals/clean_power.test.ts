import { expect, test } from "vitest";
import type { Samples } from "../../../src/columns.ts";
import { powerOf } from "../../../src/energy/signals/clean_power.ts";
import type { RoleSignals } from "../../../src/energy/signals/roles.ts";
import { onChange, sampled } from "../../frames/on_change.ts";

test("a step of the register is no deadband of the phases", () => {
  const phases = [onChange(sampled, 2), onChange(sampled, 2)];
  let kwh = 0;
  // In steps of 50 Wh, written on change.
  const register = onChange({
    time: sampled.time,
    value: sampled.value.map((watts) => Math.floor((kwh += 2 * watts / 360_000) * 20) / 20),
  });
  const holdsWith = (positive: readonly Samples[]) =>
    powerOf(
      "grid_power",
      { signals: phases, series: [] } as unknown as RoleSignals,
      Infinity,
      true,
      {
        positive,
      },
    )
      .sum.holds!.map(({ within }) => within);
  expect(Math.min(...holdsWith([register]))).toBe(Math.min(...holdsWith([])));
});
