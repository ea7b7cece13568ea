/**
 * Meters: one phase for the whole house, or a consumer that is counted twice.
 *
 * @module
 */

import type { Role } from "../../catalogue/roles.ts";
import { rowAt } from "../../columns.ts";
import { quantiles } from "../../frames/distribution.ts";
import { usualStep } from "../../frames/samples.ts";
import { type Binding, hasBattery } from "../../household.ts";
import { HOUR } from "../../time.ts";
import { hasInverter } from "../limits.ts";
import { consumerExcess } from "./consumer_excess.ts";
import { type Contradiction, COVERED, DAYS, ENOUGH, type Facts, stepOf } from "./facts.ts";
import { bindingsText, bindingText, listText } from "./household_lines.ts";
import { HOURS, powerAt, STEP } from "./instants.ts";
import { slopeOf } from "./response.ts";

/** Power that is a part of the meter's, or more than it. */
export function wrongShare(facts: Facts): Contradiction[] {
  return byNight(facts) ?? byExport(facts) ?? byGeneration(facts) ?? byConsumers(facts) ?? [];
}

/** Energies that are compared, such as those of a night. [kWh] */
interface Compared {
  /** By power. */
  readonly added: number;
  /** By the registers. */
  readonly counted: number;
}

/** Power is less than this share of the register's energy, on most of the parts. */
const LESS = { much: 0.75, less: 0.8, most: 0.7 } as const;
/** The same for power that is more. */
const MORE = { much: 1.35, more: 1.2, most: 0.7 };
/**
 * The same for export. Samples miss some of it, where import and export within a step cancel out, but
 * they do not add any.
 */
const MORE_EXPORT: typeof MORE = { much: 1.1, more: 1.03, most: 0.9 };

/** How power differs from registers over all parts and most of them; `null` if it does not. */
function shareOf(
  parts: readonly Compared[],
  steps: number,
  { much, more, most }: typeof MORE = MORE,
): "less" | "more" | null {
  const sum = (of: keyof Compared) => parts.reduce((all, part) => all + part[of], 0);
  const counted = sum("counted"), added = sum("added");
  const error = steps * Math.sqrt(parts.length) / Math.sqrt(6);
  if (parts.length < DAYS || Math.max(counted, added) < 3 + 15 * error) return null;
  const share = (is: (part: Compared) => boolean) => parts.filter(is).length / parts.length;
  const isLess = added < LESS.much * counted &&
    share((part) => part.added < LESS.less * part.counted) >= LESS.most;
  const isMore = added > much * counted &&
    share((part) => part.added > more * part.counted) >= most;
  return isLess ? "less" : isMore ? "more" : null;
}

function sumsText(parts: readonly Compared[]): string {
  const sum = (of: keyof Compared) => parts.reduce((all, part) => all + part[of], 0).toFixed(1);
  return `grid power adds up to ${sum("added")} kWh, the register to ${sum("counted")} kWh`;
}

/** Powers that are less apart are not a matter of phases or consumers. [W] */
const LEAST_APART = 20;

/** Import at night, when directions do not cancel between phases. */
function byNight(facts: Facts): Contradiction[] | null {
  const nights = facts.nights.filter(({ counted }) => counted >= 0);
  const told = nights.map(({ imported, counted }) => ({ added: imported, counted }));
  const step = stepOf(facts.grid, "imports");
  // What silent registers may have counted in addition, or not, speaks for the household file.
  const isShare = (is: "less" | "more", sign: 1 | -1) =>
    shareOf(
      nights.map(({ imported, counted, doubt }) => (
        { added: imported, counted: Math.max(0, counted + sign * doubt) }
      )),
      step,
    ) === is;
  const share = isShare("less", -1) ? "less" : isShare("more", 1) ? "more" : null;
  const hours = nights.reduce((sum, { start, end }) => sum + (end - start) / HOUR, 0);
  const apart = told.reduce((sum, { added, counted }) => sum + added - counted, 0);
  // A battery leaves a few watts, of which each meter shows another part.
  if (share === null || Math.abs(1000 * apart / hours) < LEAST_APART) return null;
  const both = `At night ${sumsText(told)}`;
  if (share === "less") {
    return [partial(facts, `${both}: the power is only a part of the house, such as a phase`)];
  }
  const { household: { bindings: { grid_power } } } = facts;
  return [{
    flag: "meter_doubled",
    holds: facts.days.map(() => true),
    says: `${both}: the power contains something twice, or more than the register's meter`,
    mend: bindingsText("grid_power", grid_power.slice(0, 1)),
  }];
}

/** Export: the phase on which the inverter is feeds in more than the house. */
function byExport(facts: Facts): Contradiction[] | null {
  const { grid, flows } = facts;
  const told = grid.flatMap(({ exports: { method, flags, kwh }, cancelled }, d) => {
    const { exported, heard } = flows[d]!;
    const isKnown = method === "counter" && flags.length === 0 && heard > COVERED;
    if (!isKnown || Math.max(exported, kwh!) <= ENOUGH) return [];
    // In the means of a meter, import and export of the same minute cancel; its register counts both.
    return [{ added: Math.max(exported, Math.min(kwh!, exported + cancelled)), counted: kwh! }];
  });
  if (shareOf(told, stepOf(grid, "exports"), MORE_EXPORT) === null) return null;
  return [partial(facts, `For export, ${sumsText(told)}: the power is not that of all phases`)];
}

/** Steps of generation that say something. */
const STEPS = 30;
/** Half of the answers lie within this of their median. */
const STEADY = 0.12;
/** The share of generation that a phase of three sees, and the most that one without inverter does. */
const THIRD = { most: -0.15, least: -0.6 } as const, NONE = 0.08;

/** The same by means of hours, which scatter more, but whose median does not depend on the sampling. */
const HOURLY = { steps: 60, steady: 0.35, most: -0.2, least: -0.45 } as const;

/** Generation of which one of three phases sees a third, or nothing. */
function byGeneration(facts: Facts): Contradiction[] | null {
  // Strings show more steps, and the counters of an hour do not suffer from samples at other times.
  const steady = [facts.sunResponse, facts.response].filter(({ count, spread }) =>
    count >= STEPS && spread <= STEADY
  );
  const { hourlyResponse: hourly } = facts;
  const isHourly = hourly.count >= HOURLY.steps && hourly.spread <= HOURLY.steady &&
    hourly.median > HOURLY.least && hourly.median < HOURLY.most;
  const third = steady.find(({ median }) => median > THIRD.least && median < THIRD.most) ??
    (isHourly ? hourly : undefined);
  if (third) {
    return [
      partial(
        facts,
        `Grid power falls by only ${(-100 * third.median).toFixed(0)} % of what the generation ` +
          "rises: it is not that of all phases",
      ),
    ];
  }
  const [first] = steady;
  if (!first || Math.abs(first.median) > NONE || !isUntouched(facts)) return null;
  return [
    partial(
      facts,
      "Grid power does not change when the generation does: it is a phase without the inverter, " +
        "or another meter",
    ),
  ];
}

/** Consumers that draw more than the meter lets in, in a house in which nothing else gives power. */
function byConsumers(facts: Facts): Contradiction[] | null {
  if (hasInverter(facts.household) || hasBattery(facts.household)) return null;
  const excess = consumerExcess(facts, [{ start: -Infinity, end: Infinity }]);
  return excess && [
    partial(
      facts,
      `For ${
        Math.round(100 * excess.share)
      } % of the time in which it is on, ${excess.names} draws ` +
        "more than grid power says: the power is only a part of the house, such as a phase, or " +
        "something else feeds in",
    ),
  ];
}

/** Power above which generation must show, and above which a house varies. [W] */
const SHOWN = 300, VARIES = 150;

/**
 * Whether the house draws what it likes while there is generation, and never feeds in. A battery that
 * takes up all generation takes up the changes of the house, too.
 */
function isUntouched({ idle_w, sun_w }: Facts): boolean {
  const drawn = idle_w.filter((_, i) => sun_w[i]! > SHOWN);
  const [least, low, high] = quantiles(drawn, [0.005, 0.05, 0.98]) as [number, number, number];
  return least > -STANDBY && high - low > VARIES;
}

/** A house regulated to zero feeds in so much now and then. [W] */
const STANDBY = 10;

function partial(
  { days, household: { bindings: { grid_power } } }: Facts,
  says: string,
): Contradiction {
  return {
    flag: "meter_partial",
    holds: days.map(() => true),
    says,
    mend: grid_power.length > 1
      ? `"grid_power" needs the series of every phase, or of the whole meter; now it is ${
        bindingsText("grid_power", grid_power)
      }`
      : `${listText("grid_power", grid_power)} with the series of every phase, or ` +
        "the one of the whole meter",
  };
}

/** A consumer behind the meter that is added to it. */
export function consumersInList(facts: Facts): Contradiction[] {
  const { signals: { written: { grid: parts } }, household: { bindings }, at, days } = facts;
  if (parts.length < 2 || parts.length !== bindings.grid_power.length) return [];
  if (arePhases(bindings.grid_power)) return [];
  const values = parts.map((one) => powerAt([one], at));
  // A meter that is rarely sampled, or reports means, shows a step as a slope.
  const rarest = Math.max(...parts.map(usualStep)) / STEP;
  const lags = rarest > 0.25 ? [1, Math.ceil(rarest) + 1] : [1];
  const found = values.findIndex((own, index) => {
    let heard = 0, zeros = 0, least = Infinity;
    for (const watts of own) {
      if (Number.isNaN(watts)) continue;
      heard++;
      if (Math.abs(watts) < 5) zeros++;
      least = Math.min(least, watts);
    }
    if (heard < 50 || zeros < heard / 2 || least < -20) return false;
    const others = own.map((_, i) =>
      values.reduce((sum, one, other) => other === index ? sum : sum + one[i]!, 0)
    );
    return lags.some((lag) => {
      const { slope, count } = slopeOf(own, others, 300, lag);
      return count >= 4 * lag && slope > 0.7 && slope < 1.3;
    });
  });
  if (found < 0) return [];
  const register = registerOf(facts, values[found]!);
  const without = (role: Role, index: number) =>
    bindingsText(role, bindings[role].filter((_, other) => other !== index));
  return [{
    flag: "meter_doubled",
    holds: days.map(() => true),
    says: `Each step of ${
      bindingText("grid_power", bindings.grid_power[found]!)
    } is in the other series of grid_power too: a consumer behind the meter counts twice`,
    mend: [
      without("grid_power", found),
      ...register < 0 ? [] : [without("import_energy", register)],
    ].join(", "),
  }];
}

/** Names of the phases, where a metric has one per phase. */
const PHASE = /l?[1-3]|(?<=[_:])[a-c](?=[_:]|$)/gi;

/**
 * Whether three series are those of the three phases, which a big consumer steps alike: their metrics have
 * the same name, but for the phase.
 */
function arePhases(bindings: readonly Binding[]): boolean {
  const names = new Set(bindings.map(({ selector }) => selector.metric.replaceAll(PHASE, "")));
  return bindings.length === 3 && names.size === 1;
}

/** The import register that counts a power, day by day; −1 if none does. */
function registerOf(
  { signals: { imports }, household: { bindings }, days, day }: Facts,
  watts: Float64Array,
): number {
  if (imports.length < 2 || imports.length !== bindings.import_energy.length) return -1;
  const drawn = days.map(() => 0);
  watts.forEach((one, i) => drawn[day[i]!]! += (one || 0) * HOURS / 1000);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const off = imports.map(({ time, value }) =>
    sum(days.map(({ start, end }, d) => {
      const from = rowAt(time, start), to = rowAt(time, end) - 1;
      return to > from ? Math.abs(value[to]! - value[from]! - drawn[d]!) : 0;
    }))
  );
  const least = Math.min(...off);
  return least < 0.3 * sum(drawn) ? off.indexOf(least) : -1;
}
