/**
 * How often the ranges of a what-if hold the truth, in houses that no range was made with.
 *
 * ```sh
 * deno run -A --config=deno.dev.json tests/money/range_coverage.ts 1 60
 * ```
 *
 * The houses are drawn from seeds of their own, each with its own month, place, devices, meter and
 * cadence; so are the batteries. Houses with a fault or a wrong household file are not asked.
 *
 * @module
 */

import { priceInput } from "../../src/money/battery_input.ts";
import { batteryModel } from "../../src/money/battery_model.ts";
import { ruleOutcome } from "../../src/money/battery_outcome.ts";
import { optimumOutcome } from "../../src/money/optimum_outcome.ts";
import { drawHouse, type House } from "../houses/house.ts";
import { random } from "../simulator/house/random.ts";
import { knownPast, type TrueBattery, trueMonth } from "./house_past.ts";
import { constantTariff } from "./tariff_of.ts";

/** Seeds of `tests/houses` are far below. */
const FIRST = 900_000;

/** What has a range. */
export const NUMBERS = ["gain", "import", "export", "best use"] as const;

/** One range, and the truth. */
export interface Held {
  readonly house: number;
  /** Cadence of the simulation. [s] */
  readonly step: number;
  readonly of: (typeof NUMBERS)[number];
  readonly truth: number;
  readonly low: number;
  readonly high: number;
}

/** A house with panels, without fault or mistake, and without a battery. */
export function heldBackHouse(number: number): House | null {
  const house: House = { ...drawHouse(FIRST + number), fault: null, mistake: null, battery: null };
  return house.inverters.length === 0 ? null : house;
}

/** Whether a range holds the truth; rounding of sums is not asked. */
export function holds({ truth, low, high }: Held): boolean {
  const slack = 1e-6 * Math.max(1, Math.abs(truth));
  return truth >= low - slack && truth <= high + slack;
}

/** The ranges of one house, with two batteries. */
export async function rangesOf(number: number): Promise<Held[]> {
  const house = heldBackHouse(number);
  if (!house) return [];
  const chance = random(`coverage/${number}`), { kind, step } = house.meter.cadence;
  // As `home.whatIf()` chooses it; who writes on change or now and then is asked per minute.
  const seconds = kind === "change" || kind === "mixed"
    ? 60
    : [5, 10, 15, 30, 60, 300, 900].find((one) => one >= step)!;
  const batteries = Array.from({ length: 2 }, (): TrueBattery => ({
    kwh: chance.between(2, 15),
    kw: chance.between(1.5, 6),
    efficiency: chance.between(0.88, 0.98),
    control: { dead: Math.floor(chance.between(0, 3)), lag: chance.between(0.7, 4) },
  }));
  const pi = chance.between(15, 45), pe = chance.between(3, 0.8 * 15);
  const truth = trueMonth(house, batteries), past = await knownPast(house, 1000 * seconds);
  const input = priceInput(past, await constantTariff(pi, pe, house.place.zone));
  return batteries.flatMap(({ kwh, kw, efficiency }, b): Held[] => {
    const model = batteryModel({ kwh, kw, efficiency }), rule = ruleOutcome(input, model);
    const { gain: best } = optimumOutcome(input, model, { rule });
    const { imported, exported, stored } = truth.batteries[b]!;
    const gain = (pi * (truth.importedWithout - imported + efficiency * stored) -
      pe * (truth.exportedWithout - exported)) / 100;
    const common = { house: number, step: seconds };
    return [
      { ...common, ...rule.gain, of: "gain", truth: gain },
      { ...common, ...rule.imported, of: "import", truth: imported },
      { ...common, ...rule.exported, of: "export", truth: exported },
      { ...common, ...best, of: "best use", truth: gain },
    ];
  });
}

if (import.meta.main) {
  const [from = 1, to = 20] = Deno.args.map(Number), all: Held[] = [];
  for (let number = from; number <= to; number++) {
    const held = await rangesOf(number);
    for (const one of held) if (!holds(one)) console.log(JSON.stringify(one));
    all.push(...held);
  }
  for (const name of NUMBERS) {
    const own = all.filter((one) => one.of === name);
    console.log(`${own.filter(holds).length} of ${own.length} hold the true ${name}`);
  }
}
