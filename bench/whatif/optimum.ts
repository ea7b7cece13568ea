/**
 * Computes the best use of 10 kWh in the synthetic year at 15 minutes, and prints its cost.
 *
 * ```sh
 * deno run -A --config=deno.dev.json bench/whatif/optimum.ts ours|highs|nothing
 * ```
 *
 * @module
 */

import { batteryModel } from "../../src/money/battery_model.ts";
import { followPlan, levelsOf } from "../../src/money/optimum.ts";
import { stepsOf } from "../../src/money/optimum_steps.ts";
import { HIGHS, leastCost } from "../../tests/money/linear_program.ts";
import { syntheticYear } from "./year.ts";

/** Our dynamic program. */
export function byDynamicProgram({ flows, prices }: ReturnType<typeof syntheticYear>): number {
  const model = batteryModel({ kwh: 10, kw: 5, efficiency: 0.95 });
  const steps = stepsOf(flows, prices, model);
  const plan = levelsOf(steps, { room: model.room, end: { atLeast: 5 } });
  return followPlan(steps, plan, 5).sums.cost;
}

if (import.meta.main) {
  const year = syntheticYear(15), [who] = Deno.args;
  const start = performance.now();
  const cost = who === "ours"
    ? byDynamicProgram(year)
    : who === "highs"
    ? leastCost({ ...year, model: batteryModel({ kwh: 10, kw: 5, efficiency: 0.95 }) }, {
      stored: 5,
      highs: await HIGHS(),
    })
    : NaN;
  console.log(JSON.stringify({ cost, took: performance.now() - start }));
}
