/**
 * Simplifies a house while its problem persists.
 *
 * @module
 */

import { type House, houseWithDefaultNames, type Inverter, type Meter, PLAIN } from "./house.ts";

/** A named simplification. */
type Step = readonly [name: string, change: (house: House) => House];

const meter = (...names: (keyof Meter)[]): Step => [
  `meter ${names.join(", ")}`,
  (house) => ({ ...house, meter: { ...house.meter, ...from(PLAIN.meter, names) } }),
];
const inverter = (...names: (keyof Inverter)[]): Step => [
  `inverter ${names.join(", ")}`,
  (house) => ({
    ...house,
    inverters: house.inverters.map((one) => ({ ...one, ...from(PLAIN.inverters[0]!, names) })),
  }),
];
const house = (...names: (keyof House)[]): Step => [
  names.join(", "),
  (one) => ({ ...one, ...from(PLAIN, names) }),
];

const STEPS: readonly Step[] = [
  house("fault"),
  house("mistake"),
  house("battery"),
  house("wallbox"),
  house("heatPump"),
  house("inverters"),
  ["one inverter", (one) => ({ ...one, inverters: one.inverters.slice(0, 1) })],
  house("meter"),
  meter("phases"),
  meter("tariffs"),
  meter("mean"),
  meter("unit", "sign", "rounding"),
  meter("exports"),
  meter("imports"),
  meter("opening"),
  meter("cadence"),
  inverter("planes", "limit"),
  inverter("cadence"),
  inverter("power"),
  inverter("today"),
  inverter("total"),
  inverter("rounds"),
  inverter("clock"),
  inverter("night"),
  inverter("strings"),
  house("place"),
  house("month"),
  house("sky"),
  house("demand"),
  house("usesDefaultNames"),
  house("tells"),
  house("binds"),
  house("seed"),
];

/**
 * Resets one trait after another to that of the plain house, and keeps each change that preserves the
 * problem.
 *
 * @returns The simplified house and the names of the traits that still differ.
 */
export async function shrinkHouse(
  found: House,
  isWrong: (house: House) => Promise<boolean>,
): Promise<{ house: House; odd: string[] }> {
  let house = found;
  for (const [, change] of STEPS) {
    const changed = change(house);
    const plainer = changed.usesDefaultNames ? houseWithDefaultNames(changed) : changed;
    if (JSON.stringify(plainer) !== JSON.stringify(house) && await isWrong(plainer)) {
      house = plainer;
    }
  }
  const odd = STEPS.filter(([, change]) => JSON.stringify(change(house)) !== JSON.stringify(house))
    .map(([name]) => name);
  return { house, odd };
}

function from<T extends object>(plain: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, plain[name]])) as Partial<T>;
}
