import { describe, expect, test } from "vitest";
import { priceInput } from "../../src/money/battery_input.ts";
import { batteryModel } from "../../src/money/battery_model.ts";
import { optimumOutcome, ruleOutcome } from "../../src/money/battery_outcome.ts";
import { runRule } from "../../src/money/battery_rule.ts";
import { PLAIN } from "../houses/house.ts";
import { knownPast, readEvery, trueMonth } from "./house_past.ts";
import { constantTariff } from "./tariff_of.ts";
import { liveWithBattery } from "./true_battery.ts";

describe("a battery that truly ran", () => {
  // Both months have a battery that is often full and often empty.
  const battery = { kwh: 5, kw: 3, efficiency: 0.94 };
  const months = ["2025-03", "2025-10"].map((month) =>
    liveWithBattery({ ...PLAIN, month, demand: 12, heatPump: 1500 }, battery)
  );

  // Errors that were seen, each way; docs/battery-whatif.md states them.
  test.each([[15, 0.005], [60, 0.02], [300, 0.02], [900, 0.06], [3600, 0.2]])(
    "taken out and simulated again at %i s, imports and exports as it did within %d",
    async (seconds, most) => {
      for (const { imported, exported, past } of months) {
        const { flows, notices } = await past(seconds);
        const prices = {
          imported: new Float64Array(flows.time.length),
          exported: new Float64Array(flows.time.length),
        };
        const { sums } = runRule(flows, prices, batteryModel(battery), { stored: 0 });
        expect(Math.abs(sums.imported / imported - 1)).toBeLessThan(most);
        expect(Math.abs(sums.exported / exported - 1)).toBeLessThan(most);
        expect(notices[0]).toContain("was taken out by its own measured power");
      }
    },
  );
});

describe("the ranges of a what-if", () => {
  const specs = [{ kwh: 3, kw: 1.5, efficiency: 0.95 }, { kwh: 10, kw: 5, efficiency: 0.95 }];

  test.each(
    ([["2025-04", 2000], ["2025-06", 0], ["2025-11", 0]] as const).flatMap(([month, heatPump]) =>
      [15, 60, 300, 900, 3600].map((seconds) => [seconds, month, heatPump] as const)
    ),
  )("hold the truth of every second, read every %i s in %s", async (seconds, month, heatPump) => {
    const house = readEvery({ ...PLAIN, month, seed: month, heatPump }, seconds);
    const truth = trueMonth(house, specs);
    const input = priceInput(await knownPast(house, 1000 * seconds), await constantTariff());
    specs.forEach((spec, i) => {
      const model = batteryModel(spec), rule = ruleOutcome(input, model);
      const { imported, exported, stored } = truth.batteries[i]!;
      const gain = 0.3 * (truth.importedWithout - imported) -
        0.08 * (truth.exportedWithout - exported) + 0.3 * 0.95 * stored;
      for (
        const [is, { low, high }] of [[gain, rule.gain], [imported, rule.imported], [
          exported,
          rule.exported,
        ]] as const
      ) {
        expect(is).toBeGreaterThan(low);
        expect(is).toBeLessThan(high);
      }
      const { gain: best } = optimumOutcome(input, model, { rule });
      // At constant prices the rule is the best use.
      expect(gain).toBeLessThan(best.high);
      expect(gain).toBeGreaterThan(best.low);
      // A range that is too wide would hold anything.
      if (seconds <= 60) expect(rule.gain.high - rule.gain.low).toBeLessThan(0.08 * gain);
    });
  });
});
