/**
 * How far off the energies of battery and consumers may be, and what that means for the house.
 *
 * @module
 */

import { BATTERY_BANDED } from "../../catalogue/columns.ts";
import type { HouseDevices } from "../../household.ts";
import type { Energies } from "../balance.ts";
import type { BatteryDay } from "../battery.ts";
import { type BatteryFigures, MOST_CONVERSION } from "../battery_balance.ts";
import type { ConsumerDay, ConsumerFigures } from "../consumers.ts";
import type { GridDirection } from "../grid.ts";
import {
  addDependent,
  addEstimates,
  type Band,
  bandOf,
  type Estimate,
  type Estimates,
  isBounded,
  subtract,
  WIDTH,
} from "./estimate.ts";

/** Errors of what battery and consumers used. */
export interface DeviceEstimates {
  /** By column; `null` is unknown. [kWh] */
  readonly columns: Readonly<Record<string, Estimate | null>>;
  /** Consumption that did not come from the grid; the self-sufficiency follows from it. [kWh] */
  readonly own: Estimate | null;
  /** PV energy that was fed in at once; the self-consumption rate follows from it. [kWh] */
  readonly pvExport: Estimate | null;
}

/** What bands need of a row of the table. */
interface Row extends Energies {
  readonly hours: number;
  readonly battery?: BatteryFigures;
  readonly consumed?: ConsumerFigures;
}

/** What the bands of a day with a battery follow from. */
export interface BatteryEvidence {
  readonly row: Row;
  readonly battery: BatteryDay;
  /** Errors of import and export. */
  readonly grid: Pick<Estimates, "import_kwh" | "export_kwh">;
  /** Error of what the generation roles count. */
  readonly output: Estimate | null;
  /** How one direction is estimated, see `directionEstimate()`. */
  readonly estimate: (
    direction: GridDirection,
    about: { readonly kwh: number; readonly other: GridDirection; readonly coverage: number },
  ) => Estimate;
}

/** The inverter itself draws no more than this. [kW] */
const MOST_STANDBY = 0.012;
/** How much of what the battery's power scatters may have been exchanged with the grid. */
const MOVED = 1.3;
/** A day of which both powers cover less has moments that nobody saw. [0–1] */
const COVERED = 0.998;
/** No exchange is known better. [kWh] */
const FINEST = 0.005;
/** Two signals that are sampled at different moments scatter more than each alone predicts. */
const SCATTER = 2;

/**
 * Errors of a day with a battery: those of its columns, and those of all energies that it takes part
 * in.
 */
export function batteryEstimates(
  { row, battery, grid, output, estimate }: BatteryEvidence,
): { energies: Partial<Estimates>; devices: DeviceEstimates } {
  const figures = row.battery!, { charged, discharged, coupling, soc, capacity } = battery;
  const coverage = battery.coverage ?? 1;
  const of = (direction: GridDirection, other: GridDirection, kwh: number | null) => {
    if (kwh === null) return null;
    const one = estimate(direction, { kwh, other, coverage });
    // What a hybrid inverter converts at night is less than its battery gives.
    return { ...one, above: one.above + Math.max(0, (direction.kwh ?? kwh) - kwh) };
  };
  const into = of(charged, discharged, figures.battery_charged_kwh);
  const out = of(discharged, charged, figures.battery_discharged_kwh);
  const { import_kwh: imported, export_kwh: exported } = grid;
  const exchange = (
    shared: BatteryDay["fromGrid"],
    kwh: number | null,
    { sigma, kwh: whole }: GridDirection,
    other: number | null,
  ): Estimate | null =>
    shared === null || kwh === null ? null : {
      kwh,
      below: Math.max(0, kwh - shared.kwh) + shared.doubt,
      // While one of both powers is missing, all may have been exchanged that the counters allow.
      above: shared.covered < COVERED
        ? Math.max(0, Math.min(whole ?? Infinity, other ?? Infinity) - kwh)
        : Math.max(0, shared.kwh - kwh),
      // What began and ended between two samples moved the battery, too.
      sigma: Math.hypot(SCATTER * shared.sigma, MOVED * sigma, FINEST),
    };
  const from = exchange(battery.fromGrid, figures.battery_from_grid_kwh, charged, row.import_kwh);
  const to = exchange(battery.toGrid, figures.battery_to_grid_kwh, discharged, row.export_kwh);
  const generated = row.yield_kwh === null || !output
    ? null
    : coupling === "hybrid_output"
    ? into && out && panelEstimate(row.yield_kwh, output, into, out)
    : output;
  const pvExport = exported && to && subtract(exported, to);
  const selfConsumed = row.self_consumed_kwh === null || !generated || !pvExport
    ? null
    : named(row.self_consumed_kwh, subtract(generated, pvExport));
  const direct = figures.direct_use_kwh === null || !selfConsumed || !into || !from
    ? null
    : named(figures.direct_use_kwh, subtract(selfConsumed, subtract(into, from)));
  const stored = figures.stored_use_kwh === null || !out || !to
    ? null
    : named(figures.stored_use_kwh, subtract(out, to));
  const own = row.consumption_kwh === null || !exported || !output || !into || !out
    ? null
    : ownEstimate(row, battery, { exported, output, into, out });
  return {
    energies: {
      yield_kwh: generated,
      self_consumed_kwh: selfConsumed,
      consumption_kwh: own && imported &&
        named(row.consumption_kwh!, addDependent(own, imported)),
    },
    devices: {
      columns: {
        battery_charged_kwh: into,
        battery_discharged_kwh: out,
        battery_from_grid_kwh: from,
        battery_to_grid_kwh: to,
        direct_use_kwh: direct,
        stored_use_kwh: stored,
        battery_loss_kwh: figures.battery_loss_kwh === null || !into || !out ? null : withNoise(
          named(figures.battery_loss_kwh, subtract(into, out)),
          soc.step * capacity! / Math.sqrt(6),
        ),
      },
      own,
      pvExport,
    },
  };
}

function named(kwh: number, estimate: Estimate): Estimate {
  return { ...estimate, kwh };
}

function withNoise(estimate: Estimate, sigma: number): Estimate {
  return { ...estimate, sigma: Math.hypot(estimate.sigma, sigma) };
}

/** What the panels gave: output + charged − discharged. */
function panelEstimate(kwh: number, output: Estimate, into: Estimate, out: Estimate): Estimate {
  return named(kwh, subtract(addEstimates([output, into]), out));
}

/** Yield + discharged − charged − export; of a hybrid inverter, output − export. */
function ownEstimate(
  row: Row,
  { coupling }: BatteryDay,
  { exported, output, into, out }: Record<"exported" | "output" | "into" | "out", Estimate>,
): Estimate {
  const kwh = row.consumption_kwh! - row.import_kwh!;
  if (coupling === "hybrid_output") return named(kwh, subtract(output, exported));
  const all = subtract(addEstimates([output, out]), addEstimates([exported, into]));
  if (coupling === "ac") return named(kwh, all);
  const through = Math.max(0, output.kwh + out.kwh - into.kwh);
  const lost = MOST_CONVERSION * through + MOST_STANDBY * row.hours;
  return { ...named(kwh, all), below: all.below + lost };
}

/** Errors of the consumers of a day, and of everything else. */
export function consumerEstimates(
  row: Row,
  consumers: readonly ConsumerDay[],
  { consumed, estimate }: {
    readonly consumed: Estimate | null;
    readonly estimate: BatteryEvidence["estimate"];
  },
): Record<string, Estimate | null> {
  const parts = consumers.map(({ used, coverage }) =>
    used.kwh === null ? null : estimate(used, { kwh: used.kwh, other: NOTHING, coverage })
  );
  const known = parts.filter((one) => one !== null), rest = row.consumed?.other_kwh ?? null;
  return {
    ...Object.fromEntries(consumers.map(({ name }, index) => [`${name}_kwh`, parts[index]!])),
    other_kwh: rest === null || !consumed || known.length < parts.length
      ? null
      : named(rest, subtract(consumed, addEstimates(known))),
  };
}

/** A consumer has no other direction. */
const NOTHING: GridDirection = { kwh: null, method: "unknown", integral: 0, sigma: 0, flags: [] };

/** Sums of the days that know each; `null` if none does. */
export function sumDevices(days: readonly DeviceEstimates[]): DeviceEstimates {
  const sum = (all: readonly (Estimate | null | undefined)[]) => {
    const known = all.filter((one) => one !== null && one !== undefined);
    return known.length === 0 ? null : addEstimates(known);
  };
  const names = Object.keys(days[0]?.columns ?? {});
  return {
    columns: Object.fromEntries(
      names.map((name) => [name, sum(days.map(({ columns }) => columns[name]))]),
    ),
    own: sum(days.map(({ own }) => own)),
    pvExport: sum(days.map(({ pvExport }) => pvExport)),
  };
}

/** Bands of the columns. What a battery lost may seem negative, by the steps of its state of charge. */
export function deviceBands({ columns }: DeviceEstimates): Record<string, Band | null> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, one]) => {
      if (!one || !isBounded(one)) return [name, null];
      const noise = WIDTH * one.sigma;
      return [
        name,
        name === "battery_loss_kwh"
          ? { low: one.kwh - one.below - noise, high: one.kwh + one.above + noise }
          : bandOf(one),
      ];
    }),
  );
}

/** The columns of a house's devices that have an error band, in their order. */
export function bandedDevices({ battery, consumers }: HouseDevices): string[] {
  return [
    ...battery ? BATTERY_BANDED : [],
    ...consumers.map((name) => `${name}_kwh`),
    ...consumers.length > 0 ? ["other_kwh"] : [],
  ];
}
