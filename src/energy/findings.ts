/**
 * What the signals around some days show about them.
 *
 * @module
 */

import { type DayClock, dayClock } from "../frames/day_counter.ts";
import type { Gap } from "../frames/gaps.ts";
import { isHeldNearZero } from "../frames/regulated.ts";
import { slotIndexes } from "../frames/samples.ts";
import type { Household } from "../household.ts";
import { bordersOf, type Period, type TimeRange } from "../time.ts";
import { type BatteryDay, batteryEnergies } from "./battery.ts";
import { type ConsumerDay, consumerEnergies } from "./consumers.ts";
import { contradictionsOf } from "./contradictions.ts";
import type { Contradiction } from "./contradictions/facts.ts";
import { dayRow, gapsWithin } from "./day.ts";
import { type GridDay, gridEnergies, type GridRegisters } from "./grid.ts";
import { hasInverter, limitsOf } from "./limits.ts";
import { type PvDay, pvEnergies } from "./pv.ts";
import type { AuditRow } from "./repairs.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";
import { dcEnergies } from "./strings.ts";
import type { EnergyRow } from "./table.ts";

/** One day and the evidence behind its row. */
export interface FoundDay {
  /** Its row in the table. */
  readonly row: EnergyRow;
  /** Where no inverter is bound: the same row, if the house has no PV at all. */
  readonly rowWithoutPv?: EnergyRow;
  /** The grid. */
  readonly grid: GridDay;
  /** The inverter. */
  readonly pv: PvDay;
  /** DC energy of all strings; `null` unless asked for. [kWh] */
  readonly dc: number | null;
  /** The battery; `null` in a house without one. */
  readonly battery: BatteryDay | null;
  /** Consumers that are measured by themselves. */
  readonly consumers: readonly ConsumerDay[];
}

/** Gaps in the two powers that decide whether a day is complete, each ascending. */
export interface HouseholdGaps {
  /** In the grid power. */
  readonly grid: readonly Gap[];
  /** In the generation power, nights included; none in a house without an inverter. */
  readonly generation: readonly Gap[];
  /** In the power of the battery and of consumers, by their names; left out in a house without. */
  readonly devices?: Readonly<Record<string, readonly Gap[]>>;
}

/** What is known about some days. */
export interface Findings {
  /** One entry per day. */
  readonly days: readonly FoundDay[];
  /** Gaps that touch these days. */
  readonly gaps: HouseholdGaps;
  /** When each inverter was off for the night. */
  readonly nights: readonly (readonly TimeRange[])[];
  /** Repairs of counters, in ascending time. */
  readonly repairs: readonly AuditRow[];
  /** Per inverter, how its days differ from the house's; `null` if they do not. */
  readonly clocks: readonly (DayClock | null)[];
  /** Times of samples that were left out because they repeat the time of another one. [ms] */
  readonly repeated: HouseholdSignals["repeated"];
  /** What the samples say against the household file. */
  readonly contradictions: readonly Contradiction[];
  /** What a reader should know. */
  readonly notices: readonly string[];
  /** The meter's registers. */
  readonly registers: GridRegisters;
}

/** Options of {@linkcode findingsOf}. */
export interface FindingsOptions {
  /** The house. */
  readonly household: Household;
  /** Whether counters are repaired. */
  readonly repair: boolean;
  /** Share of a day that grid power samples must cover for its export to count as complete. [0–1] */
  readonly completeCoverage: number;
  /** The present. [ms] */
  readonly now: number;
}

/**
 * Computes days from their signals.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 */
export function findingsOf(
  days: readonly Period[],
  signals: HouseholdSignals,
  { household, repair, completeCoverage, now }: FindingsOptions,
): Findings {
  const limits = limitsOf(household);
  const grid = gridEnergies(days, signals, {
    now,
    repair,
    perHour: limits.grid,
    isRegulated: signals.devices.battery !== null || isHeldNearZero(signals.grid, signals.output),
  });
  const { generation: perHour, standbyPowerW } = limits;
  const { devices } = signals, of = { now, repair, perHour: limits.grid };
  const clocks = signals.resets.map((resets) => dayClock(resets, days, household));
  const pv = pvEnergies(days, signals, {
    now,
    repair,
    perHour,
    standbyPowerW,
    clocks: repair ? clocks : [],
    worksAtNight: devices.battery?.coupling === "hybrid_output",
  });
  const battery = devices.battery && batteryEnergies(days, devices.battery, signals, of);
  const consumers = consumerEnergies(days, devices.consumers, of);
  const borders = bordersOf(days);
  const isSilent = silentDays(signals, borders), dc = dcEnergies(signals.strings, borders);
  const withInverter = hasInverter(household);
  const repairs = [
    ...signals.impossible,
    ...grid.repairs,
    ...pv.repairs,
    ...signals.impossibleDc,
    ...battery?.repairs ?? [],
    ...consumers.repairs,
  ].sort((a, b) => a.time - b.time);
  const contradictions = contradictionsOf(days, signals, {
    household,
    grid: grid.days,
    pv: pv.days,
    battery: battery?.days ?? [],
    repairs,
    clocks,
    now,
  });
  return {
    days: days.map((day, d) => {
      const rowOf = (hasPv: boolean) =>
        dayRow(day, grid.days[d]!, pv.days[d]!, {
          now,
          completeCoverage,
          isSilent: isSilent[d]!,
          hasInverter: withInverter,
          hasPv,
          isFallback: signals.fallbacks.length > 0,
          hadImpossiblePower: signals.impossible.some(({ time, until = time }) =>
            until >= day.start && time < day.end
          ),
          contradictions: contradictions.filter(({ holds }) => holds[d]).map(({ flag }) => flag),
          ...(battery && { battery: battery.days[d]! }),
          consumers: consumers.days[d]!,
          gaps: {
            grid: gapsWithin(grid.gaps, day),
            generation: withInverter ? gapsWithin(pv.gaps, day) : [],
          },
        });
      return {
        row: rowOf(true),
        ...(!withInverter && { rowWithoutPv: rowOf(false) }),
        grid: grid.days[d]!,
        pv: pv.days[d]!,
        dc: dc[d]!,
        battery: battery?.days[d] ?? null,
        consumers: consumers.days[d]!,
      };
    }),
    gaps: {
      grid: grid.gaps,
      generation: withInverter ? pv.gaps : [],
      ...deviceGaps([
        ...devices.battery?.hasPower ? [["battery", battery!.gaps] as const] : [],
        ...consumers.gaps,
      ]),
    },
    nights: pv.nights,
    repairs,
    clocks,
    repeated: signals.repeated,
    contradictions,
    notices: signals.notices,
    registers: grid.registers,
  };
}

/**
 * The part of findings that belongs to a range. A repair belongs to the range in which it begins, a
 * gap to every range that it touches.
 */
export function findingsWithin(findings: Findings, { start, end }: TimeRange): Findings {
  const begins = (at: number) => at >= start && at < end;
  return {
    ...findings,
    days: findings.days.filter(({ row }) => begins(row.start)),
    gaps: {
      grid: gapsWithin(findings.gaps.grid, { start, end }),
      generation: gapsWithin(findings.gaps.generation, { start, end }),
      ...deviceGaps(
        Object.entries(findings.gaps.devices ?? {})
          .map(([name, gaps]) => [name, gapsWithin(gaps, { start, end })]),
      ),
    },
    repairs: findings.repairs.filter(({ time }) => begins(time)),
    repeated: new Map([...findings.repeated].map(([role, times]) => [role, times.filter(begins)])),
    clocks: findings.clocks.map((clock) =>
      clock?.isOff.some((isOff, d) => isOff && begins(findings.days[d]!.row.start)) ? clock : null
    ),
    contradictions: findings.contradictions.filter(({ holds }) =>
      holds.some((isOn, d) => isOn && begins(findings.days[d]!.row.start))
    ),
  };
}

function deviceGaps(
  devices: readonly (readonly [name: string, gaps: readonly Gap[]])[],
): Pick<HouseholdGaps, "devices"> {
  return devices.length === 0 ? {} : { devices: Object.fromEntries(devices) };
}

/** Per day, whether no signal has a sample in it. */
function silentDays(signals: HouseholdSignals, borders: readonly number[]): boolean[] {
  const { grid, imports, exports, generation, today } = signals;
  const indexes = [grid, ...imports, ...exports, generation, ...today]
    .map((samples) => slotIndexes(samples, borders));
  return borders.slice(1).map((_, d) => indexes.every((index) => index[d] === index[d + 1]));
}

/**
 * Gaps of consecutive stretches as one list without overlap. Both neighbours of a border find a gap
 * that lies across it. If they agree it is one gap; if not, each decides for its own days.
 *
 * @param parts Gaps that touch each stretch, ascending.
 * @param starts Where each stretch begins. [ms]
 */
export function joinGaps(parts: readonly (readonly Gap[])[], starts: readonly number[]): Gap[] {
  const joined: Gap[] = [];
  for (const [index, gaps] of parts.entries()) {
    for (const gap of gaps) {
      const last = joined.at(-1);
      if (!last || last.end <= gap.start) joined.push(gap);
      else if (last.class === gap.class && last.evidence === gap.evidence) {
        joined[joined.length - 1] = { ...gap, start: last.start };
      } else {
        const border = Math.max(starts[index]!, gap.start);
        joined[joined.length - 1] = { ...last, end: border };
        joined.push({ ...gap, start: border });
      }
    }
  }
  return joined;
}
