/**
 * Everything that the days of a household need from a source.
 *
 * @module
 */

import type { Role } from "../../catalogue/roles.ts";
import type { Samples } from "../../columns.ts";
import { counterPower } from "../../frames/counter_readings.ts";
import { CLOCK_REACH, type DayReset, dayResets } from "../../frames/day_counter.ts";
import { type Daylight, daylightByHabit, daylightBySun } from "../../frames/daylight.ts";
import { sampledRange } from "../../frames/gaps.ts";
import type { HeldSamples } from "../../frames/held.ts";
import { withoutImpossible } from "../../frames/impossible.ts";
import { mergeByMax } from "../../frames/restarts.ts";
import { rowsOf, slotIndexes } from "../../frames/samples.ts";
import type { Household } from "../../household.ts";
import { addDays, localDays, MINUTE, type Period, type TimeRange } from "../../time.ts";
import { limitsOf } from "../limits.ts";
import { type AuditRow, impossiblePower } from "../repairs.ts";
import {
  absentSeries,
  type RoleSignals,
  roleStream,
  type StringSignal,
  stringStreams,
} from "./roles.ts";
import type { Source, SourceOptions } from "./source.ts";
import { orNone, powerOf } from "./clean_power.ts";
import { type DeviceSignals, deviceStream, panelLight, panelPower } from "./device_signals.ts";
import { monthlyPieces } from "./stream.ts";

/** Signals of a household around some days. */
export interface HouseholdSignals {
  /** Grid power: positive import, negative export. [W] */
  readonly grid: HeldSamples;
  /** Import registers, to be added. [kWh] */
  readonly imports: readonly Samples[];
  /** Export registers, to be added; none where the meter has none. [kWh] */
  readonly exports: readonly Samples[];
  /** Generation power of all inverters together, without what a battery behind them gives. [W] */
  readonly generation: HeldSamples;
  /**
   * What the generation roles count: the same, or the AC output of a hybrid inverter, which contains
   * its battery. [W]
   */
  readonly output: HeldSamples;
  /**
   * Generation power, one per inverter. If the house binds none, it is derived from the inverter's
   * counters, whose samples show when the inverter was reachable. [W]
   */
  readonly inverters: readonly HeldSamples[];
  /**
   * Power of each series as its device wrote it, without impossible samples and without held values,
   * for which counters are consulted that may be wrong. [W]
   */
  readonly written: Readonly<Record<"grid" | "generation", readonly Samples[]>>;
  /** The inverters' day counters, one per inverter. [kWh] */
  readonly today: readonly Samples[];
  /** The inverters' lifetime counters, in the same order. [kWh] */
  readonly total: readonly Samples[];
  /** The resets of the day counters, in the same order, including two weeks on either side. */
  readonly resets: readonly (readonly DayReset[])[];
  /** DC power of the strings; none unless asked for. [W] */
  readonly strings: readonly StringSignal[];
  /** The same where it stands in for a generation power that the house does not bind. [W] */
  readonly panels: readonly Samples[];
  /** When it was light and dark. */
  readonly daylight: Daylight;
  /** Impossible power samples, which are left out of `grid` and `generation`. */
  readonly impossible: readonly AuditRow[];
  /** The same for the strings. */
  readonly impossibleDc: readonly AuditRow[];
  /** Times of samples that were left out because they repeat the time of another one. [ms] */
  readonly repeated: ReadonlyMap<Role, readonly number[]>;
  /** Battery and consumers. */
  readonly devices: DeviceSignals;
  /** What the source has for each role around these days. */
  readonly roles: ReadonlyMap<Role, RoleSignals>;
  /** Roles for which a recording rule stands in. */
  readonly fallbacks: readonly Role[];
  /** Warnings of the source, and what else a reader should know. */
  readonly notices: readonly string[];
}

/** Days that {@linkcode daylightByHabit} looks at on either side. */
const NEIGHBOURS = 7;

/** The roles that the daily table reads. */
const READ: readonly Role[] = [
  "grid_power",
  "import_energy",
  "export_energy",
  "generation_power",
  "yield_today",
  "yield_total",
];

/** The signals of a household through a window of days that only moves forward. */
export interface SignalStream {
  /**
   * The signals of some days, each from the last sample before them to the first one after.
   *
   * @param days Local days, ascending, without gap; not earlier than those of the window before.
   * @param repair Whether power samples that cannot be true are left out.
   * @throws {WattbookError} Whatever the source throws, and `AMBIGUOUS_SERIES`.
   */
  window(days: readonly Period[], repair: boolean): Promise<HouseholdSignals>;
}

/** Options of {@linkcode openSignals}. */
export interface SignalOptions extends SourceOptions {
  /**
   * The present; nothing later is pulled. [ms]
   *
   * @default {Infinity}
   */
  readonly now?: number;
  /**
   * Whether the power of the strings is pulled too.
   *
   * @default {false}
   */
  readonly strings?: boolean;
  /**
   * Roles whose recording rules are pulled beside their raw samples.
   *
   * @default {[]}
   */
  readonly rules?: readonly Role[];
}

/**
 * Opens the signals of all roles that the daily table reads. They are pulled a month at a time, so
 * that ten years need no more memory than one.
 *
 * @param days All local days of which there will be windows, ascending.
 */
export function openSignals(
  source: Source,
  household: Household,
  days: readonly Period[],
  options: SignalOptions = {},
): SignalStream {
  const { now = Infinity, strings = false, rules = [], onProgress, signal } = options;
  const { zone, latitude, longitude } = household;
  const sun = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  // Without coordinates, light is inferred from when the inverter generated on the days around.
  const seen = (some: readonly Period[]) => sun ? some : withNeighbours(some, zone);
  const upToNow = (some: readonly Period[], reach = 0) => (
    {
      start: some[0]!.start - reach,
      end: Math.min(some.at(-1)!.end + reach, now),
    }
  );
  const hasPower = household.bindings.generation_power.length > 0;
  const reach: Partial<Record<Role, number>> = {
    yield_today: CLOCK_REACH,
    ...(!hasPower && { yield_total: CLOCK_REACH }),
  };
  const rangeOf = (role: Role, some: readonly Period[]) =>
    role === "generation_power" ? upToNow(seen(some)) : upToNow(some, reach[role]);
  const limits = limitsOf(household);
  const owners = new Map<string, number>();
  let done = 0, total = 0;
  const piecesOf = (role: Role) => {
    const range = rangeOf(role, days);
    const pieces = range.start <= range.end ? monthlyPieces(range) : [];
    total += pieces.length * household.bindings[role].length;
    return pieces;
  };
  const pull = {
    ...(signal && { signal }),
    onProgress: () => onProgress?.(Math.min(++done, total), total),
  };
  const streams = READ.map((role) =>
    roleStream(source, household, role, piecesOf(role), {
      ...pull,
      withRules: rules.includes(role),
    })
  );
  const isHybrid = household.batteryCoupling === "hybrid_output";
  const devices = deviceStream(household, (bound, role) => {
    const range = upToNow(isHybrid ? seen(days) : days);
    const pieces = range.start <= range.end ? monthlyPieces(range) : [];
    total += pieces.length * bound.bindings[role].length;
    return roleStream(source, bound, role, pieces, pull);
  });
  const standIn = household.bindings.generation_power.length === 0;
  const dc = strings || standIn
    ? stringStreams(source, household, piecesOf("string_power"), pull)
    : [];

  return {
    async window(some, repair) {
      const range = upToNow(some);
      // The source itself limits how many requests are in flight.
      const [pulled, pulledDc, ofDevices] = await Promise.all([
        Promise.all(streams.map((stream, index) => stream.window(rangeOf(READ[index]!, some)))),
        Promise.all(dc.map((stream) => stream.window(range))),
        devices.window(isHybrid ? upToNow(seen(some)) : range, repair),
      ]);
      const of = (role: Role) => pulled[READ.indexOf(role)]!;
      const all = [...READ.map((role) => [role, of(role)] as const), ...ofDevices.pulled];
      const today = of("yield_today").signals,
        lifetime = of("yield_total").signals;
      const grid = powerOf(
        "grid_power",
        of("grid_power"),
        limits.gridPower,
        repair,
        {
          positive: of("import_energy").signals,
          negative: of("export_energy").signals,
          regulator: ofDevices.battery?.power,
        },
      );
      const generation = powerOf(
        "generation_power",
        of("generation_power"),
        limits.generationPower,
        repair,
        { positive: lifetime.length > 0 ? lifetime : today },
      );
      const possibleDc = named(pulledDc, owners).map(({ name, power }) => (
        {
          name,
          ...withoutImpossible(
            power,
            repair ? limits.generationPower : Infinity,
          ),
        }
      ));
      const repeatedDc = strings ? pulledDc.flat().flatMap(({ repeated }) => repeated) : [];
      const inverters = hasPower
        ? generation.parts
        : orNone(today.length > 0 ? today : lifetime).map((counter) => counterPower(counter));
      const hybrid = isHybrid ? ofDevices.battery?.power : undefined;
      const panels = standIn ? possibleDc.map(({ samples }) => samples) : [];
      // Coarse counters stand still long before the sun is down.
      const sunny = hybrid
        ? [panelLight(generation.sum, hybrid)]
        : [...inverters, ...panels.map(withoutStandby)];
      // Samples beyond the window serve only to infer the light and the inverter's clock.
      const near = <Signal extends Samples>(signals: readonly Signal[]) =>
        signals.map((one) => around(one, range));
      return {
        grid: grid.sum,
        imports: of("import_energy").signals,
        exports: of("export_energy").signals,
        generation: hybrid ? panelPower(generation.sum, hybrid) : generation.sum,
        output: generation.sum,
        inverters: near(inverters),
        written: { grid: grid.written, generation: near(generation.written) },
        today: near(today),
        resets: today.map(dayResets),
        total: near(lifetime),
        strings: strings ? possibleDc.map(({ name, samples }) => ({ name, power: samples })) : [],
        panels,
        daylight: sun
          ? daylightBySun(sampledRange(near(inverters), range), sun)
          // It is light when any inverter generates.
          : daylightByHabit(seen(some), mergeByMax(sunny, 5 * MINUTE), {
            neighbours: NEIGHBOURS,
          }),
        impossible: [...grid.impossible, ...generation.impossible, ...ofDevices.impossible],
        impossibleDc: strings
          ? possibleDc.flatMap(({ runs }) => impossiblePower("string_power", runs))
          : [],
        repeated: new Map<Role, readonly number[]>([
          ...repeatedOf(all),
          ["string_power", repeatedDc],
        ]),
        devices: ofDevices,
        roles: new Map(READ.map((role) => [role, of(role)])),
        fallbacks: READ.filter((role) => of(role).isFallback),
        notices: [
          ...new Set([...all.map(([, one]) => one), ...dc].flatMap(({ notices }) => notices)),
          ...absentSeries(all, source.description),
        ],
      };
    },
  };
}

/** In the dark, a string shows no more than this. [W] */
const DARK = 10;

function withoutStandby({ time, value }: Samples): Samples {
  return { time, value: value.map((watts) => watts > DARK ? watts : 0) };
}

/** Repeated times per role. */
function repeatedOf(all: readonly (readonly [Role, RoleSignals])[]): Map<Role, number[]> {
  const times = new Map<Role, number[]>();
  for (const [role, { repeated }] of all) {
    times.set(role, [...times.get(role) ?? [], ...repeated]);
  }
  return times;
}

/**
 * The strings of all bindings, with names that no two share: inverters name theirs alike.
 *
 * @param owners The first binding that had each name; is added to.
 */
function named(
  bindings: readonly (readonly StringSignal[])[],
  owners: Map<string, number>,
): StringSignal[] {
  return bindings.flatMap((strings, binding) =>
    strings.map(({ name, power }) => {
      if (!owners.has(name)) owners.set(name, binding);
      return {
        name: owners.get(name) === binding ? name : `${binding + 1}:${name}`,
        power,
      };
    })
  );
}

/** From the last sample before a range to the first one after it. */
function around<Signal extends Samples>(samples: Signal, { start, end }: TimeRange): Signal {
  const [from, to] = slotIndexes(samples, [start, end]);
  return { ...samples, ...rowsOf(samples, Math.max(0, from! - 1), to! + 1) };
}

function withNeighbours(days: readonly Period[], zone: string): Period[] {
  return localDays(
    addDays(days[0]!.label, -NEIGHBOURS),
    addDays(days.at(-1)!.label, NEIGHBOURS),
    zone,
  );
}
