/**
 * The best use of a battery as a linear program for HiGHS. Shares no code with `src/money`.
 *
 * @module
 */

import { HIGHS, type Highs } from "./highs.ts";
import type { Case } from "./random_cases.ts";

/** Options of {@linkcode leastCost}. */
export interface LeastCostOptions {
  /** Charge at the start and, at least, at the end. [kWh] */
  readonly stored: number;
  /** What each kWh is worth that is left at the end, which then may be any. @default {nothing} */
  readonly endValue?: number;
  /** Whether the charge at the end is the same exactly. @default {false} */
  readonly isExact?: boolean;
  /** Whether import and export, and charge and discharge, exclude each other, by binaries. @default {false} */
  readonly isExclusive?: boolean;
  /** What to do with a solver that is loaded already. */
  readonly highs: Highs;
  /** Further options of the solver. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

export { HIGHS };

/** The least cost of a case in which each interval has one hour and only draws or only feeds in. */
export function leastCost(
  { flows, prices, model }: Pick<Case, "flows" | "prices" | "model">,
  { stored, endValue, isExact = false, isExclusive = false, highs, options = {} }: LeastCostOptions,
): number {
  const { status, value } = solve(
    problemOf({ flows, prices, model }, { stored, endValue, isExact, isExclusive }),
    highs,
    options,
  );
  if (status !== "Optimal") throw new Error(`HiGHS says ${status}`);
  return value;
}

function solve(
  text: string,
  highs: Highs,
  options: Readonly<Record<string, string | number | boolean>>,
) {
  const { Status, ObjectiveValue } = highs.solve(text, { output_flag: false, ...options } as never);
  return { status: Status, value: ObjectiveValue };
}

/** The problem in CPLEX's LP format. */
function problemOf(
  { flows, prices, model }: Pick<Case, "flows" | "prices" | "model">,
  { stored, endValue, isExact, isExclusive }: {
    stored: number;
    endValue: number | undefined;
    isExact: boolean;
    isExclusive: boolean;
  },
): string {
  const count = flows.time.length, cost: string[] = [], rows: string[] = [], bounds: string[] = [];
  const binaries: string[] = [];
  const net = (i: number) => flows.imported[i]! - flows.exported[i]!;
  for (let i = 0; i < count; i++) {
    const hours = flows.hours[i]!;
    const into = model.charge.kw * hours, out = model.discharge.kw * hours;
    cost.push(`${signed(prices.imported[i]!)} i${i} ${signed(-prices.exported[i]!)} e${i}`);
    rows.push(` b${i}: i${i} - e${i} - c${i} + d${i} = ${digits(net(i))}`);
    const before = i === 0 ? "" : ` - s${i - 1}`;
    rows.push(
      ` w${i}: s${i}${before} ${signed(-model.charge.share)} c${i} ` +
        `${signed(model.discharge.share)} d${i} = ${digits(i === 0 ? stored : 0)}`,
    );
    bounds.push(` 0 <= c${i} <= ${digits(into)}`, ` 0 <= d${i} <= ${digits(out)}`);
    bounds.push(` 0 <= s${i} <= ${digits(model.room)}`);
    if (!isExclusive) continue;
    const most = into + out + Math.abs(net(i));
    rows.push(` x${i}: i${i} - ${digits(most)} u${i} <= 0`);
    rows.push(` y${i}: e${i} + ${digits(most)} u${i} <= ${digits(most)}`);
    rows.push(` v${i}: c${i} - ${digits(into)} z${i} <= 0`);
    rows.push(` z${i}: d${i} + ${digits(out)} z${i} <= ${digits(out)}`);
    binaries.push(`u${i}`, `z${i}`);
  }
  if (endValue !== undefined) cost.push(`${signed(-endValue)} s${count - 1}`);
  else rows.push(` end: s${count - 1} ${isExact ? "=" : ">="} ${digits(stored)}`);
  return [
    "Minimize",
    ` obj: ${cost.join("\n ")}`,
    "Subject To",
    ...rows,
    "Bounds",
    ...bounds,
    ...binaries.length > 0 ? ["Binary", ` ${binaries.join(" ")}`] : [],
    "End",
  ].join("\n");
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"} ${digits(Math.abs(value))}`;
}

function digits(value: number): string {
  return value.toFixed(14);
}
