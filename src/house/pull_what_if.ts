/**
 * Pulls the past of a household and runs batteries through it.
 *
 * @module
 */

import { pullRole } from "../energy/signals/roles.ts";
import { WattbookError } from "../errors.ts";
import { usualStep } from "../frames/samples.ts";
import { batteryHistory, gapNotice } from "../money/battery_history.ts";
import type { PricedInput } from "../money/battery_input.ts";
import type { BatterySpec, Spelling } from "../money/battery_model.ts";
import { simulateSizes, sizeWorthIt, specsOf } from "../money/battery_sizes.ts";
import { checkPayback, type PaybackOptions } from "../money/payback.ts";
import type { PricedTariff } from "../money/price_series.ts";
import type { Tariff } from "../money/tariff.ts";
import { addDays, HOUR, MINUTE, SECOND, startOfDay } from "../time.ts";
import { asFlag, checkOptions, parseStep } from "./check_options.ts";
import { type HomeParts, pullOf, type PullOptions, type TariffOption } from "./options.ts";
import { pickDays } from "./pick_days.ts";
import { pullDays } from "./pull_days.ts";
import { openTariffs, pricesOf } from "./tariff_source.ts";
import { BatteryWhatIf } from "./what_if.ts";

/** The batteries that are tried. */
export interface BatteryOptions extends Omit<BatterySpec, "kwh" | "kw"> {
  /** Capacities. [kWh] */
  readonly kwh: number | readonly number[];
  /** Powers. [kW] */
  readonly kw: number | readonly number[];
  /**
   * Whether the best use may charge from the grid. @default {true, unless it is DC-coupled}
   */
  readonly gridCharging?: boolean | undefined;
  /** Whether the best use may feed the grid from the battery. @default {true} */
  readonly gridDischarging?: boolean | undefined;
}

/** Which batteries, which tariffs, which days. */
export interface WhatIfOptions extends PullOptions {
  /** The batteries. */
  readonly battery: BatteryOptions;
  /** Tariff files, or their content. @default {that of the house} */
  readonly tariffs?: readonly TariffOption[] | undefined;
  /** First local day. @default {as for days} */
  readonly from?: string | undefined;
  /** Last local day, inclusive. @default {as for days} */
  readonly to?: string | undefined;
  /** Cadence of the simulation. @default {that of the meter, 5 s to an hour} */
  readonly step?: string | number | undefined;
  /** Whether the best use is computed too. @default {true} */
  readonly optimum?: boolean | undefined;
  /** What is assumed of a purchase. @default {nothing: no payback} */
  readonly payback?: PaybackOptions | undefined;
}

const BATTERY = [
  ...[
    "kwh",
    "kw",
    "dischargeKw",
    "efficiency",
    "dischargeEfficiency",
    "converterW",
    "fullLoadLoss",
  ],
  ...["standbyW", "reactionS", "minCharge", "coupling", "inverterKw", "inverterEfficiency"],
  ...["gridCharging", "gridDischarging"],
];
const OPTIONS = [
  ...["battery", "tariffs", "from", "to", "step", "optimum", "payback", "signal", "onProgress"],
];

/** Cadences that divide a quarter of an hour or are made of such; longer ones are not simulated. [ms] */
const STEPS = [
  ...[5, 10, 15, 20, 30, 60, 90, 100, 150, 180, 225, 300, 450, 900, 1800, 3600].map((s) =>
    s * SECOND
  ),
];
/** More intervals would not fit into memory beside their prices. */
const MOST_INTERVALS = 4_000_000;

/** Runs batteries through the past of a household. */
export async function pullWhatIf(home: HomeParts, options: WhatIfOptions): Promise<BatteryWhatIf> {
  checkOptions("whatIf()", options, OPTIONS);
  checkOptions("whatIf() battery", options.battery ?? {}, BATTERY);
  const spelling: Spelling = home.asFlags ? asFlag : (name) => name;
  const { gridCharging, gridDischarging, ...battery } = options.battery;
  const kwh = [battery.kwh].flat(), kw = [battery.kw].flat();
  const specs = specsOf({ ...battery, kwh, kw }, spelling);
  if (gridCharging === true && battery.coupling === "dc") {
    throw new WattbookError(
      "BAD_OPTION",
      `${spelling("gridCharging")} is not possible with a DC-coupled battery`,
      { hint: "It is simulated behind the panels only. Leave the option out." },
    );
  }
  const payback = options.payback && checkPayback(options.payback, spelling);
  const named = options.tariffs?.length ? options.tariffs : [home.tariff ?? []].flat();
  const tariffs = await tariffsOf(named, home, spelling);
  const currencies = [...new Set(tariffs.map(({ currency }) => currency))];
  if (currencies.length > 1) {
    throw new WattbookError(
      "BAD_OPTION",
      `The tariffs are in ${currencies.join(" and ")}`,
      { hint: "Compare tariffs of one currency; nothing is converted." },
    );
  }
  const { source, household } = home, { zone } = household;
  const { from, to } = await pickDays(source, zone, {
    ...options,
    ...{ includeToday: false, now: home.now(), asFlags: home.asFlags },
  });
  const length = startOfDay(addDays(to, 1), zone) - startOfDay(from, zone);
  const own = options.step === undefined ? await cadenceOf(home, from, to) : null;
  const asked = own ?? parseStep(options.step!);
  if (own === null && !STEPS.includes(asked)) {
    throw new WattbookError("BAD_STEP", `${spelling("step")} is ${asked / SECOND} s`, {
      hint: `Use one of ${STEPS.map((one) => `${one / SECOND}s`).join(", ")}.`,
    });
  }
  const step = STEPS.find((one) => one >= asked && length / one <= MOST_INTERVALS) ?? HOUR;
  const days = await pullDays(home, { ...pullOf(options), from, to, power: step, strings: false });
  const history = batteryHistory({
    household,
    rows: days.rows,
    reconciled: days.analysis!.reconciled,
    power: days.power.table,
  });
  // Days that are not over are left out.
  const { rows } = days, first = rows[0]!, last = rows.at(-1)!;
  const range = { start: first.start, end: last.end };
  const priced: PricedTariff[] = [];
  for (const tariff of tariffs) {
    priced.push(await pricesOf(tariff, range, source, options));
  }
  const { batteries, without, priced: inputs } = await simulateSizes(history, priced, specs, {
    freedom: { gridCharging, gridDischarging },
    ...options.optimum !== undefined && { optimum: options.optimum },
    payback,
    onBattery: () => options.signal?.throwIfAborted(),
  });
  const compared = batteries.filter(({ tariff, spec }) =>
    tariff === without[0]!.tariff && spec.kw === specs[0]!.kw
  );
  return new BatteryWhatIf({
    ...{ batteries, without, zone, currency: currencies[0]! },
    priced: inputs,
    worthIt: sizeWorthIt(compared),
    ...{ from: first.date, to: last.date },
    source: days.source,
    notices: [
      ...days.notices,
      NATURE,
      `Simulated in steps of ${written(step)}` +
      (own === null || step === own ? "" : `; the meter is read every ${written(own)}`),
      ...gapNotice(history.flows),
      ...history.notices,
      ...history.missed && specs[0]!.reactionS === undefined ? [OWN_REACTION] : [],
      ...hasLosses(specs[0]!) ? [] : [noLosses(spelling)],
      ...inputs.flatMap((input, i) => tariffNotices(input, tariffs[i]!)),
      ...payback && batteries.every((one) => one.payback === null) ? [TOO_SHORT] : [],
    ],
  });
}

const NATURE =
  "Import, export and prices are history; the battery is simulated; the best use is a bound that " +
  "needs to know the future. None of it is a forecast";
const OWN_REACTION =
  "Each simulated battery follows the load with the delay that the power of the house's own battery " +
  "shows";

/** Whether anything is lost besides the share of each direction. */
function hasLosses({ converterW = 0, fullLoadLoss = 0, standbyW = 0 }: BatterySpec): boolean {
  return converterW + fullLoadLoss + standbyW > 0;
}

function noLosses(spelling: Spelling): string {
  return "The losses of a real converter at small power and its standby are not in it; they can " +
    `take a third of the gain. Set ${spelling("converterW")} and ${
      spelling("standbyW")
    } as in the ` +
    "data sheet";
}

const TOO_SHORT =
  "Payback needs twelve months in a row with summer and winter; these days are fewer";

function tariffNotices({ unpriced, unusual }: PricedInput, { name }: Tariff): string[] {
  return [
    ...unpriced < 1 / 60 ? [] : [
      `Tariff '${name}' has no price for ${unpriced.toFixed(1)} h; they count as a gap`,
    ],
    ...unusual === 0 ? [] : [
      `In ${
        (100 * unusual).toFixed(1)
      } % of the time under tariff '${name}' a price is below zero ` +
      "or export earns more than import costs. There the best use is a bound that may not be " +
      "reachable",
    ],
  ];
}

async function tariffsOf(
  given: readonly TariffOption[],
  { household }: HomeParts,
  spelling: Spelling,
): Promise<Tariff[]> {
  if (given.length === 0) {
    throw new WattbookError(
      "BAD_OPTION",
      `A battery needs prices: ${spelling("tariff")} is missing`,
      {
        hint:
          "Name a tariff file, or write tariff.json beside household.json; docs/money.md shows " +
          "how.",
      },
    );
  }
  const tariffs = await openTariffs(given, household);
  for (const { netting, name } of tariffs) {
    if (netting === "none") continue;
    const how = netting === "year" ? "over the year" : "within each step";
    throw new WattbookError("BAD_OPTION", `Tariff '${name}' nets import and export ${how}`, {
      hint: netting === "year"
        ? "There a battery has nothing to gain by shifting energy; choose another tariff."
        : "The simulation of batteries does not net; choose a tariff that counts both registers.",
    });
  }
  return tariffs;
}

/** How often the meter is read, by a day in the middle. [ms] */
async function cadenceOf(home: HomeParts, from: string, to: string): Promise<number> {
  const { source, household: { zone } } = home;
  const count = Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR));
  for (const share of [0.5, 0.25, 0.75, 0, 1]) {
    const day = addDays(from, Math.round(count * share));
    const range = { start: startOfDay(day, zone), end: startOfDay(addDays(day, 1), zone) };
    const { signals } = await pullRole(source, home.household, "grid_power", range, {});
    const step = Math.max(...signals.map(usualStep).filter((one) => one > 0), 0);
    if (step > 0) return Math.round(step / SECOND) * SECOND;
  }
  return MINUTE;
}

function written(step: number): string {
  return step % MINUTE === 0 ? `${step / MINUTE} min` : `${step / SECOND} s`;
}
