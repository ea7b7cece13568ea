/**
 * Does one of the works of the benchmark in a process of its own.
 *
 * ```sh
 * deno run -A --config=deno.dev.json bench/whatif/one.ts sizes|lossy|ours|highs|nothing
 * ```
 *
 * @module
 */

import { batteryModel, type BatterySpec } from "../../src/money/battery_model.ts";
import { simulateSizes, specsOf } from "../../src/money/battery_sizes.ts";
import { followPlan, levelsOf } from "../../src/money/optimum.ts";
import { stepsOf } from "../../src/money/optimum_steps.ts";
import { withPrices } from "../../src/money/price_series.ts";
import { parseTariff } from "../../src/money/tariff.ts";
import { MINUTE } from "../../src/time.ts";
import { HIGHS, leastCost } from "../../tests/money/linear_program.ts";
import { type SyntheticYear, syntheticYear } from "./year.ts";

/** What can be done. */
export type Work = "sizes" | "lossy" | "ours" | "highs" | "nothing";

const BATTERY = { kwh: 10, kw: 5, efficiency: 0.95 };

/** The best use of 10 kWh by our dynamic program. [EUR] */
export function byDynamicProgram({ flows, prices }: SyntheticYear): number {
  const model = batteryModel(BATTERY), steps = stepsOf(flows, prices, model);
  const plan = levelsOf(steps, { room: model.room, end: { atLeast: 5 } });
  return followPlan(steps, plan, 5).sums.cost;
}

/** 60 batteries in a year at 60 s, with ranges. [EUR] */
async function sixty(more: Omit<Partial<BatterySpec>, "kwh" | "kw">): Promise<number> {
  const year = syntheticYear(1), { days } = year;
  const price = (id: string, flow: string, price: number) => (
    { id, flow, from: "2020-01-01", unit: "ct/kWh", price, vat: 0 }
  );
  const components = [price("energy", "import", 30), price("feed-in", "export", 8)];
  const json = { tz: "Etc/UTC", currency: "EUR", components };
  const range = { start: days[0]!.start, end: days.at(-1)!.end };
  const tariff = await withPrices(parseTariff(json), range);
  const specs = specsOf({
    kwh: Array.from({ length: 20 }, (_, i) => i + 1),
    kw: [2.5, 5, 10],
    ...more,
  });
  const input = { ...year, step: MINUTE, error: { imported: 0.01, exported: 0.02 } };
  const { batteries } = await simulateSizes(input, [tariff], specs, { optimum: false });
  return batteries.reduce((sum, { rule }) => sum + rule.gain.value, 0);
}

if (import.meta.main) {
  const works: Readonly<Record<Work, () => number | Promise<number>>> = {
    sizes: () => sixty({}),
    lossy: () => sixty({ converterW: 20, fullLoadLoss: 0.02 }),
    ours: () => byDynamicProgram(syntheticYear(15)),
    highs: async () =>
      leastCost({ ...syntheticYear(15), model: batteryModel(BATTERY) }, {
        stored: 5,
        highs: await HIGHS(),
      }),
    nothing: () => syntheticYear(15).flows.time.length,
  };
  console.log(await works[Deno.args[0] as Work]());
}
