import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noFlows } from "./no_flows.ts";
import { HIGHS, leastCost } from "./linear_program.ts";
import { type Case, cases } from "./random_cases.ts";
import { batteryModel } from "../../src/money/battery_model.ts";
import { runRule } from "../../src/money/battery_rule.ts";
import { followPlan, levelsOf } from "../../src/money/optimum.ts";
import { type Freedom, stepsOf } from "../../src/money/optimum_steps.ts";

const highs = await HIGHS();

function optimum({ flows, prices, model, stored }: Case, freedom?: Freedom) {
  const steps = stepsOf(flows, prices, model, freedom);
  const plan = levelsOf(steps, { room: model.room, end: { atLeast: stored } });
  const charges: number[] = [];
  const { sums, stored: after } = followPlan(steps, plan, stored, {
    onStep: (_, charge) => charges.push(charge),
  });
  return { ...sums, after, charges, steps };
}

/** An interval in which the house does either, as the linear program has it. */
function netted(one: Case): Case {
  const { imported, exported } = one.flows;
  return {
    ...one,
    flows: {
      ...one.flows,
      imported: imported.map((kwh, i) => Math.max(0, kwh - exported[i]!)),
      exported: exported.map((kwh, i) => Math.max(0, kwh - imported[i]!)),
    },
  };
}

describe("the optimum", () => {
  test("is that of HiGHS in 300 random cases", () => {
    fc.assert(
      fc.property(cases("convex").map(netted), (one) => {
        const { bound, cost, charges, after, steps } = optimum(one);
        const expected = leastCost(one, { stored: one.stored, highs });
        expect(bound).toBeCloseTo(expected, 6);
        expect(cost).toBeCloseTo(expected, 6);
        expect(steps.bent).toBe(0);
        expect(after).toBeGreaterThan(one.stored - 1e-9);
        for (const charge of charges) {
          expect(charge).toBeGreaterThan(-1e-9);
          expect(charge).toBeLessThan(one.model.room + 1e-9);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("encloses that of HiGHS with binaries where prices are not convex", () => {
    let bent = 0, exact = 0;
    fc.assert(
      fc.property(cases("any", 8).map(netted), (one) => {
        const { bound, cost, steps } = optimum(one);
        const options = { mip_rel_gap: 0, mip_abs_gap: 0 };
        const expected = leastCost(one, {
          stored: one.stored,
          isExclusive: true,
          highs,
          options,
        });
        // HiGHS takes a binary of 1e-6 for zero, which lets some 1e-5 kWh flow both ways at a time.
        expect(bound).toBeLessThan(expected + 1e-5);
        expect(cost).toBeGreaterThan(expected - 1e-5);
        if (steps.bent > 0) bent++;
        if (steps.bent > 0 && cost - bound < 1e-6) exact++;
      }),
      { numRuns: 60 },
    );
    expect(bent).toBeGreaterThan(20);
    expect(exact).toBeGreaterThan(0);
  });

  test("is the self-use rule at constant prices", () => {
    fc.assert(
      fc.property(cases("constant", 200).map(netted), ({ flows, prices, model }) => {
        const end = { value: prices.imported[0]! / model.discharge.share };
        const steps = stepsOf(flows, prices, model);
        const plan = levelsOf(steps, { room: model.room, end });
        const best = followPlan(steps, plan, 0);
        const rule = runRule(flows, prices, model, { stored: 0 });
        const without = flows.imported.reduce(
          (sum, kwh, i) =>
            sum + kwh * prices.imported[i]! - flows.exported[i]! * prices.exported[i]!,
          0,
        );
        expect(without - best.sums.bound + end.value * best.stored)
          .toBeCloseTo(rule.sums.gain + end.value * rule.stored, 6);
      }),
      { numRuns: 300 },
    );
  });

  test("never costs more than the rule at any prices, and part-load losses do not change that", () => {
    fc.assert(
      fc.property(cases("any"), fc.boolean(), ({ flows, prices, model }, isLossy) => {
        const battery = isLossy
          ? batteryModel({ kwh: 5, kw: 2, converterW: 40, fullLoadLoss: 0.04, standbyW: 15 })
          : model;
        const steps = stepsOf(flows, prices, battery);
        const plan = levelsOf(steps, { room: battery.room, end: { value: 0.01 } });
        const best = followPlan(steps, plan, 0);
        const rule = runRule(flows, prices, battery, { stored: 0 });
        const without = flows.imported.reduce(
          (sum, kwh, i) =>
            sum + kwh * prices.imported[i]! - flows.exported[i]! * prices.exported[i]!,
          0,
        );
        expect(without - best.sums.bound + 0.01 * best.stored)
          .toBeGreaterThan(rule.sums.gain + 0.01 * rule.stored - 1e-9);
      }),
    );
  });

  test("agrees with a plain search over all charges of a small grid", () => {
    // A battery and amounts that only have whole kWh, so that the best plan has too.
    const whole = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 6 });
    const price = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })),
      {
        minLength: 6,
        maxLength: 6,
      },
    );
    fc.assert(fc.property(whole, price, (nets, pairs) => {
      const sorted = pairs.map(([a, b]) => [Math.max(a, b), Math.min(a, b)] as const);
      const search = (i: number, charge: number): number => {
        if (i === nets.length) return charge >= 1 ? 0 : Infinity;
        let best = Infinity;
        for (let after = Math.max(0, charge - 2); after <= Math.min(3, charge + 2); after++) {
          const net = nets[i]! + after - charge, [pi, pe] = sorted[i]!;
          best = Math.min(best, (net > 0 ? pi : pe) * net + search(i + 1, after));
        }
        return best;
      };
      const of = (value: (i: number) => number) =>
        Float64Array.from({ length: nets.length }, (_, i) => value(i));
      const { bound } = optimum({
        model: batteryModel({ kwh: 3, kw: 2, efficiency: 1 }),
        stored: 1,
        flows: {
          ...noFlows(nets.length),
          imported: of((i) => Math.max(0, nets[i]!)),
          exported: of((i) => Math.max(0, -nets[i]!)),
        },
        prices: { imported: of((i) => sorted[i]![0]), exported: of((i) => sorted[i]![1]) },
      });
      expect(bound).toBeCloseTo(search(0, 1), 9);
    }));
  });

  test("is 200.38 in case 022 of evcc's optimizer", () => {
    // Its feed-in limit is 2 kW, and a charge at the end is worth 0.1 per kWh. In its own units,
    // 2,000 Wh · 0.1 + 3,800 Wh · 0.0001.
    const flows = { ...noFlows(4), exported: Float64Array.of(0, 6, 0, 0) };
    const prices = {
      imported: new Float64Array(4).fill(300),
      exported: new Float64Array(4).fill(100),
    };
    const model = { ...batteryModel({ kwh: 10, kw: 6, efficiency: 0.95 }) };
    const steps = stepsOf(flows, prices, { ...model, discharge: { ...model.discharge, kw: 0 } }, {
      gridCharging: false,
      gridDischarging: false,
      exportKw: 2,
    });
    const plan = levelsOf(steps, { room: 10, end: { value: 0.1 } });
    const { sums, stored } = followPlan(steps, plan, 0);
    expect(-sums.cost + 0.1 * stored).toBeCloseTo(200.38, 9);
    expect(stored).toBeCloseTo(3.8, 12);
  });

  test("refuses a charge at the end that cannot be reached", () => {
    const model = batteryModel({ kwh: 10, kw: 1 }), flows = noFlows(2);
    const prices = { imported: Float64Array.of(1, 1), exported: Float64Array.of(0, 0) };
    const steps = stepsOf(flows, prices, model);
    const plan = levelsOf(steps, { room: 10, end: { stored: 9 } });
    expect(() => followPlan(steps, plan, 0)).toThrow(/cannot get from 0 kWh/);
  });
});
