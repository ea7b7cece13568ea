/**
 * Random flows, prices and batteries.
 *
 * @module
 */

import fc from "fast-check";
import type { BatteryModel } from "../../src/money/battery_model.ts";
import { batteryModel } from "../../src/money/battery_model.ts";
import type { Flows, Prices } from "../../src/money/battery_flows.ts";

/** One random case. */
export interface Case {
  readonly flows: Flows;
  readonly prices: Prices;
  readonly model: BatteryModel;
  /** Charge at both ends. [kWh] */
  readonly stored: number;
}

/** How the prices of a case are. */
export type PriceKind = "constant" | "convex" | "any";

const amount = (least: number, most: number) =>
  fc.double({ min: least, max: most, noNaN: true, noDefaultInfinity: true });

/** Cases of some hours each. */
export function cases(kind: PriceKind, intervals = 24): fc.Arbitrary<Case> {
  const list = (arbitrary: fc.Arbitrary<number>) =>
    fc.array(arbitrary, { minLength: 2, maxLength: intervals });
  return fc.record({
    nets: list(fc.oneof(amount(-3, 3), fc.constant(0), amount(-0.01, 0.01))),
    both: fc.array(fc.oneof(fc.constant(0), amount(0, 0.5)), {
      minLength: intervals,
      maxLength: intervals,
    }),
    prices: fc.array(fc.tuple(amount(0, 0.6), amount(0, 1), amount(-0.2, 0.6)), {
      minLength: intervals,
      maxLength: intervals,
    }),
    kwh: amount(0.1, 8),
    kw: amount(0.1, 4),
    efficiency: amount(0.6, 1),
    share: amount(0, 1),
  }).map(({ nets, both, prices, kwh, kw, efficiency, share }) => {
    const count = nets.length;
    const of = (value: (i: number) => number) =>
      Float64Array.from({ length: count }, (_, i) => value(i));
    const model = batteryModel({ kwh, kw, efficiency });
    return {
      model,
      stored: share * model.room,
      flows: {
        time: of((i) => i * 3_600_000),
        hours: of(() => 1),
        gap: of(() => 0),
        imported: of((i) => Math.max(0, nets[i]!) + both[i]!),
        exported: of((i) => Math.max(0, -nets[i]!) + both[i]!),
        generated: of(() => NaN),
      },
      prices: {
        imported: of((i) => prices[kind === "constant" ? 0 : i]![0]),
        exported: of((i) => {
          const [pi, ratio, free] = prices[kind === "constant" ? 0 : i]!;
          return kind === "any" ? free : pi * ratio * (kind === "constant" ? efficiency ** 2 : 1);
        }),
      },
    };
  });
}
