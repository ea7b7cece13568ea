import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { priceInput } from "../../src/money/battery_input.ts";
import { batteryModel } from "../../src/money/battery_model.ts";
import { ruleOutcome } from "../../src/money/battery_outcome.ts";
import { optimumOutcome } from "../../src/money/optimum_outcome.ts";
import { type House, PLAIN } from "../houses/house.ts";
import { knownPast, readEvery, type TrueMonth, trueMonth } from "./house_past.ts";
import { constantTariff } from "./tariff_of.ts";
import { liveWithBattery } from "./true_battery.ts";

/** How fast the control of a battery that truly ran followed the house. */
const CONTROLS = [
  { name: "at once", control: undefined },
  { name: "3 s", control: { dead: 1, lag: 2 } },
  { name: "7 s", control: { dead: 2, lag: 5 } },
] as const;
const CADENCES = [15, 60, 300, 900, 3600] as const;

describe("a battery that truly ran", () => {
  // Both months have a battery that is often full and often empty.
  const spec = { kwh: 5, kw: 3, efficiency: 0.94 };
  const batteries = CONTROLS.map(({ name, control }) => ({
    name,
    months: ["2025-03", "2025-10"].map((month) =>
      liveWithBattery(
        { ...PLAIN, month, demand: 12, heatPump: 1500 },
        control ? { ...spec, control } : spec,
      )
    ),
  }));

  /** The greatest error of import and export, each battery at each cadence. */
  const errors = Promise.all(batteries.map(async ({ name, months }) => {
    const tariff = await constantTariff(), worst = CADENCES.map(() => 0);
    const outside: string[] = [];
    for (const { imported, exported, past } of months) {
      for (const [i, seconds] of CADENCES.entries()) {
        const rule = ruleOutcome(priceInput(await past(seconds), tariff), batteryModel(spec));
        for (const [is, was] of [[rule.imported, imported], [rule.exported, exported]] as const) {
          worst[i] = Math.max(worst[i]!, Math.abs(is.value / was - 1));
          if (was < is.low || was > is.high) outside.push(`${name} at ${seconds} s`);
        }
      }
    }
    return { name, worst, outside };
  }));

  test("imports and exports again as it did, within 2 % at 60 s, however late it is", async () => {
    for (const { worst } of await errors) {
      expect(worst[0]).toBeLessThan(0.02);
      expect(worst[1]).toBeLessThan(0.02);
    }
  });

  test("lies within its ranges at every cadence", async () => {
    expect((await errors).flatMap(({ outside }) => outside)).toEqual([]);
  });

  test("has the errors that docs/battery-whatif.md states", async () => {
    const rows = (await errors).map(({ name, worst }) =>
      `| ${[name, ...worst.map((one) => `${(100 * one).toFixed(1)} %`)].join(" | ")} |`
    );
    const page = await readFile(new URL("../../docs/battery-whatif.md", import.meta.url), "utf8");
    const stated = page.split("\n").map((line) => line.replace(/ +\|/g, " |"));
    for (const row of rows) expect(stated).toContain(row);
  });

  test("is taken out by its own power", async () => {
    const { notices } = await batteries[0]!.months[0]!.past(900);
    expect(notices[0]).toContain("was taken out by its measured power");
  });
});

describe("the ranges of a what-if", () => {
  // Two react at once, two as late as is assumed of a battery.
  const sizes = [{ kwh: 3, kw: 1.5, efficiency: 0.95 }, { kwh: 10, kw: 5, efficiency: 0.95 }];
  const specs = [
    ...sizes.map((size) => ({ ...size, reactionS: 0 })),
    ...sizes.map((size) => ({ ...size, control: { dead: 1, lag: 2 } })),
  ];

  /** The truth of a month is the same however often the house is read. */
  const truths = new Map<string, TrueMonth>();
  const truthOf = (house: House) => {
    const truth = truths.get(house.month) ?? trueMonth(house, specs);
    truths.set(house.month, truth);
    return truth;
  };

  test.each(
    ([["2025-04", 2000], ["2025-06", 0], ["2025-11", 0]] as const).flatMap(([month, heatPump]) =>
      [15, 60, 300, 900, 3600].map((seconds) => [seconds, month, heatPump] as const)
    ),
  )("hold the truth of every second, read every %i s in %s", async (seconds, month, heatPump) => {
    const lived = { ...PLAIN, month, seed: month, heatPump }, truth = truthOf(lived);
    const house = readEvery(lived, seconds);
    const input = priceInput(await knownPast(house, 1000 * seconds), await constantTariff());
    specs.forEach((spec, i) => {
      const { kwh, kw, efficiency } = spec, reactionS = "reactionS" in spec ? 0 : undefined;
      const model = batteryModel({ kwh, kw, efficiency, reactionS });
      const rule = ruleOutcome(input, model);
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
      // A range that is too wide would hold anything; what is left has a range of its own.
      const ofLeft = rule.stored * (0.3 * 0.95 - 0.08 / 0.95);
      const width = rule.gain.high - rule.gain.low - ofLeft;
      if (seconds <= 60) expect(width).toBeLessThan(("control" in spec ? 0.18 : 0.08) * gain);
    });
  });
});
