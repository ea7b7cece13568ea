/**
 * One day: its row of the table, and how good its data are.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Role } from "../catalogue/roles.ts";
import type { Gap, GapClass } from "../frames/gaps.ts";
import { hoursOf, MINUTE, type Period, type TimeRange } from "../time.ts";
import { type DayBalance, dayBalance, ratiosOf } from "./balance.ts";
import type { BatteryDay } from "./battery.ts";
import { autarkyBySource, type BatteryBalance, batteryBalance } from "./battery_balance.ts";
import { type ConsumerDay, divideConsumption } from "./consumers.ts";
import { unseen } from "./accuracy/direction_estimate.ts";
import { WIDTH } from "./accuracy/estimate.ts";
import type { GridDirection } from "./grid.ts";
import type { PvDay } from "./pv.ts";
import type { AuditRow } from "./repairs.ts";
import { type EnergyRow, type EnergyTable, UNTRUSTED_FLAGS } from "./table.ts";

/** What is known of a day besides its energies. */
export interface DayCircumstances {
  /** The present. [ms] */
  readonly now: number;
  /** Share of a day that grid power must cover for its export to be complete. [0–1] */
  readonly completeCoverage: number;
  /** Neither meter nor inverter has a sample on the day. */
  readonly isSilent: boolean;
  /** The household file binds an inverter. */
  readonly hasInverter: boolean;
  /**
   * Whether the house generates. A house whose file binds no inverter does if it ever feeds in.
   *
   * @default {true}
   */
  readonly hasPv?: boolean;
  /** A recording rule stands in for raw samples. */
  readonly isFallback: boolean;
  /** Impossible power samples were left out. */
  readonly hadImpossiblePower: boolean;
  /**
   * What the samples say against the household file.
   *
   * @default {[]}
   */
  readonly contradictions?: readonly Flag[];
  /** Gaps of the grid power and of the generation power. */
  readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
  /** The battery, in a house with one. */
  readonly battery?: BatteryDay;
  /**
   * Consumers that are measured by themselves.
   *
   * @default {[]}
   */
  readonly consumers?: readonly ConsumerDay[];
  /**
   * Who computed the energies; `method` names the server if it did.
   *
   * @default {"wattbook"}
   */
  readonly computedBy?: "wattbook" | "server";
}

/** The grid on a day, as far as a row shows it. */
export interface GridFigures {
  /** Share of the day, as far as it is over, that grid power covers. [0–1] */
  readonly coverage: number;
  /** Drawn from the grid. */
  readonly imports: Pick<GridDirection, "kwh" | "method" | "flags">;
  /** Fed into the grid. */
  readonly exports: Pick<GridDirection, "kwh" | "method" | "flags"> & DirectionError;
}

/** What a row needs to know of the error of its export; nothing if a server computed it. */
type DirectionError = Partial<Pick<GridDirection, "sigma" | "register">>;

/** The yield of a day, as far as a row shows it. */
export type YieldFigures =
  & Pick<PvDay, "kwh" | "method" | "coverage" | "flags">
  & Partial<Pick<PvDay, "sigma" | "steps" | "lost" | "tail">>;

/**
 * Makes the row of a day.
 */
export function dayRow(
  day: Period,
  grid: GridFigures,
  pv: YieldFigures,
  circumstances: DayCircumstances,
): EnergyRow {
  const { now, completeCoverage, isSilent, hasInverter, isFallback, gaps } = circumstances;
  const { hadImpossiblePower, contradictions = [], computedBy = "wattbook" } = circumstances;
  const { battery, consumers = [] } = circumstances;
  const { hasPv = true } = circumstances;
  const { imports, exports } = grid;
  const way = (method: string) =>
    computedBy === "server" && method !== "unknown" ? `server_${method}` : method;
  const isOver = day.end <= now, isCovered = grid.coverage >= completeCoverage;
  // A house without PV generates nothing, and feeds in nothing unless its meter says so.
  const hasNone = !hasPv && !isSilent;
  const exported = exports.kwh ?? (hasNone && imports.kwh !== null ? 0 : null);
  const generated = hasNone ? 0 : pv.kwh;
  const errors = {
    exported: exportError(exports),
    generated: yieldError(pv),
    unseen: pv.method === "integral" ? unseen(pv.kwh ?? 0, pv.coverage ?? 1) : 0,
  };
  const stored = battery && batteryBalance(
    { imported: imports.kwh, exported, generated, error: errors.exported + errors.generated },
    battery,
  );
  const balance = stored
    ? withBattery({ imported: imports.kwh, exported }, stored)
    : dayBalance(imports.kwh, exported, generated, exports.method, errors);
  const used = consumers.length > 0
    ? divideConsumption(
      balance.energies.consumption_kwh,
      consumers,
      errors.exported + errors.generated,
    )
    : null;
  const ratios = ratiosOf(balance.energies);
  const isStored = !battery || isBatteryCovered(battery, completeCoverage);
  // Registers go on while grid power is not heard; what battery and grid exchange is only known by it.
  const isExchanged = battery?.fromGrid == null || isCovered;
  const isUsed = consumers.every(({ used, coverage }) =>
    used.method === "counter" || coverage >= completeCoverage
  );
  const isKnown = hasInverter || hasNone
    ? balance.energies.consumption_kwh !== null
    : imports.kwh !== null && exports.kwh !== null;
  const lacksPv = hasInverter && pv.coverage !== null && pv.coverage < completeCoverage;
  const flags = new Set<Flag>(isOver ? [] : ["running"]);
  const gridGaps = notable(gaps.grid, day), pvGaps = notable(gaps.generation, day);
  if (isSilent) {
    flags.add("no_data");
    // `no_data` includes that the reason is unknown.
    [...gridGaps, ...pvGaps].filter((one) => one !== "gap_unknown").forEach((one) =>
      flags.add(one)
    );
  } else {
    if (!isCovered || gridGaps.length > 0) flags.add("grid_gap");
    if (lacksPv || pvGaps.length > 0) flags.add("pv_gap");
    for (const flag of [...gridGaps, ...pvGaps]) flags.add(flag);
    for (const flag of [...imports.flags, ...exports.flags, ...pv.flags, ...balance.flags]) {
      flags.add(flag);
    }
    if (imports.method === "integral") flags.add("import_integrated");
    if (!isStored) flags.add("battery_gap");
    if (!isUsed) flags.add("consumer_gap");
    for (const { charged, discharged } of battery ? [battery] : []) {
      for (const flag of [...charged.flags, ...discharged.flags]) flags.add(flag);
    }
    for (const flag of [...consumers.flatMap(({ used }) => used.flags), ...used?.flags ?? []]) {
      flags.add(flag);
    }
    if (hadImpossiblePower) flags.add("impossible_power");
    if (isFallback) flags.add("rule_fallback");
    for (const flag of contradictions) flags.add(flag);
  }
  return {
    date: day.label,
    start: day.start,
    end: day.end,
    hours: hoursOf(day),
    ...balance.energies,
    ...ratios,
    coverage_grid: grid.coverage,
    coverage_pv: hasInverter ? pv.coverage : null,
    complete: isOver && isKnown && isStored && isExchanged && isUsed &&
      // Like export, a yield by power alone is known in full where samples cover it.
      (pv.method !== "integral" || (pv.coverage !== null && !lacksPv)) &&
      (isCovered || (imports.method === "counter" && (hasNone || exports.method === "counter"))) &&
      !UNTRUSTED_FLAGS.some((flag) => flags.has(flag)),
    method: `import:${way(imports.method)} export:${way(exports.method)} yield:${
      hasNone ? "none" : way(pv.method)
    }${battery ? ` battery:${way(batteryMethod(battery))}` : ""}${
      consumers.map(({ name, used }) => ` ${name}:${way(used.method)}`).join("")
    }`,
    flags: [...flags],
    ...(stored && {
      battery: {
        ...stored.figures,
        ...autarkyBySource(
          ratios.autarky,
          balance.energies.consumption_kwh,
          stored.figures.direct_use_kwh,
        ),
      },
    }),
    ...(used && { consumed: { consumers: used.consumers, other_kwh: used.other_kwh } }),
  };
}

/** A day that a battery takes part in. */
function withBattery(
  { imported, exported }: { readonly imported: number | null; readonly exported: number | null },
  { generated, selfConsumed, consumed, flags }: BatteryBalance,
): DayBalance {
  return {
    energies: {
      import_kwh: imported,
      export_kwh: exported,
      yield_kwh: generated,
      self_consumed_kwh: selfConsumed,
      consumption_kwh: consumed,
    },
    flags,
  };
}

/** Whether what the battery did is known all day. Where it came from is known by its power alone. */
function isBatteryCovered(
  { charged, discharged, coverage }: BatteryDay,
  completeCoverage: number,
): boolean {
  if (charged.kwh === null || discharged.kwh === null) return false;
  return coverage === null || coverage >= completeCoverage;
}

function batteryMethod({ charged, discharged }: BatteryDay): string {
  return charged.method === discharged.method
    ? charged.method
    : [charged.method, discharged.method].includes("unknown")
    ? "unknown"
    : "integral";
}

/** So many standard deviations of an integral before its calibration are no chance. */
const SURE = 5;

/** How far an export may be off by its samples, or by its register. [kWh] */
function exportError({ method, sigma = 0, register }: DirectionError & { method: string }): number {
  return method === "counter" && register ? WIDTH * register.sigma + register.lost : SURE * sigma;
}

/** How far a yield may be off by the steps of its counters, or by its samples. [kWh] */
function yieldError({ method, sigma = 0, steps = [], lost = 0, tail = 0 }: YieldFigures): number {
  if (method === "integral") return SURE * sigma;
  return steps.reduce((sum, step) => sum + step, 0) + lost + tail;
}

/** Shorter gaps have no flag: an exporter restarted, or some scrapes failed. [ms] */
const NOTABLE = 5 * MINUTE;

/** Flags of the gaps that take more than five minutes of a day, in the order of the catalogue. */
function notable(gaps: readonly Gap[], { start, end }: TimeRange): Flag[] {
  const classes = new Set(
    gaps.filter((gap) => Math.min(gap.end, end) - Math.max(gap.start, start) > NOTABLE)
      .map((gap) => gap.class),
  );
  return GAP_FLAGS.flatMap(([one, flag]) => classes.has(one) ? [flag] : []);
}

/** Gaps that a person may want to look into; nights are normal. */
const GAP_FLAGS: readonly [GapClass, Flag][] = [
  ["logger_down", "logger_down"],
  ["outage", "outage"],
  ["unknown", "gap_unknown"],
];

/**
 * The gaps that touch a day.
 */
export function gapsWithin(gaps: readonly Gap[], { start, end }: TimeRange): Gap[] {
  return gaps.filter((gap) => gap.start < end && gap.end > start);
}

/** What went wrong with the data of one day. */
export interface DayQuality {
  /** Local day. */
  readonly date: string;
  /** Share of the day with grid power samples; `null` where nothing is known. [0–1] */
  readonly coverage_grid: number | null;
  /** Share of the daylight with inverter samples; `null` without daylight or inverter. [0–1] */
  readonly coverage_pv: number | null;
  /** Whether every energy is known and nothing is missing. */
  readonly complete: boolean;
  /** Classes of the gaps in the grid power that touch the day. */
  readonly gridGaps: readonly GapClass[];
  /** Classes of the gaps in the generation power that touch the day, without nights. */
  readonly pvGaps: readonly GapClass[];
  /** How many repairs the meter's samples needed on the day. */
  readonly gridRepairs: number;
  /** How many repairs the inverter's samples needed on the day. */
  readonly pvRepairs: number;
}

/**
 * Sums up gaps and repairs per day.
 *
 * @param analysis Days with the gaps and repairs behind them.
 * @returns One entry per row of the table.
 */
export function dayQualities(
  { table, gaps, repairs }: {
    readonly table: EnergyTable;
    readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
    readonly repairs: readonly AuditRow[];
  },
): DayQuality[] {
  const awake = gaps.generation.filter((gap) => gap.class !== "night");
  const classes = (list: readonly Gap[]) => [...new Set(list.map((gap) => gap.class))];
  const countOf = (roles: readonly Role[], { start, end }: TimeRange) =>
    repairs.filter(({ role, time }) => roles.includes(role) && time >= start && time < end).length;
  return table.rows.map((row) => ({
    date: row.date,
    coverage_grid: row.flags.includes("no_data") ? null : row.coverage_grid,
    coverage_pv: row.flags.includes("no_data") ? null : row.coverage_pv,
    complete: row.complete,
    gridGaps: classes(gapsWithin(gaps.grid, row)),
    pvGaps: classes(gapsWithin(awake, row)),
    gridRepairs: countOf(["grid_power", "import_energy", "export_energy"], row),
    pvRepairs: countOf(["generation_power", "yield_today", "yield_total", "string_power"], row),
  }));
}
