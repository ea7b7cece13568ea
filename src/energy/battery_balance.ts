/**
 * The balance of a day with a battery: direct use, stored use, losses, and which flags follow.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { BatteryDay } from "./battery.ts";
import type { GridDirection } from "./grid.ts";

/** Energies of a period of a house with a battery. `null` is unknown. [kWh, shares 0–1] */
export interface BatteryFigures {
  /** Into the battery. [kWh] */
  readonly battery_charged_kwh: number | null;
  /** Out of the battery. [kWh] */
  readonly battery_discharged_kwh: number | null;
  /** Charged from the grid. [kWh] */
  readonly battery_from_grid_kwh: number | null;
  /** Discharged into the grid. [kWh] */
  readonly battery_to_grid_kwh: number | null;
  /** PV energy that was used at once. [kWh] */
  readonly direct_use_kwh: number | null;
  /** Energy from the battery that was used in the house. [kWh] */
  readonly stored_use_kwh: number | null;
  /** What was charged and neither discharged nor is still stored. [kWh] */
  readonly battery_loss_kwh: number | null;
  /** State of charge at the start. [0–1] */
  readonly soc_start: number | null;
  /** State of charge at the end. [0–1] */
  readonly soc_end: number | null;
  /** Share of the consumption that PV covered at once. [0–1] */
  readonly autarky_direct: number | null;
  /** Share of the consumption that the battery covered, less what the grid had charged. [0–1] */
  readonly autarky_battery: number | null;
  /** Share of the period with samples of the battery's power. [0–1] */
  readonly coverage_battery: number | null;
}

/** The balance of a day with a battery. [kWh] */
export interface BatteryBalance {
  /** Yield after the battery's part was taken out of it; `null` if unknown. [kWh] */
  readonly generated: number | null;
  /** PV energy that was used at once or charged; `null` if unknown. [kWh] */
  readonly selfConsumed: number | null;
  /** Energy used in the house; `null` if unknown. [kWh] */
  readonly consumed: number | null;
  /** Columns of the battery besides the shares of self-sufficiency. */
  readonly figures: Omit<BatteryFigures, "autarky_direct" | "autarky_battery">;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** Energies that the battery is balanced with. `null` is unknown. [kWh] */
export interface BalancedWith {
  /** Drawn from the grid. [kWh] */
  readonly imported: number | null;
  /** Fed into the grid. [kWh] */
  readonly exported: number | null;
  /** What the generation roles count. [kWh] */
  readonly generated: number | null;
  /** How far export and yield may be off together. [kWh] */
  readonly error: number;
}

/** The conversion of a hybrid inverter loses less than this share. */
export const MOST_CONVERSION = 0.1;

/** Excess that the error of good meters explains, as a share of what they measure. */
const METER_ERROR = 0.01;

/** Excess that the error of an integrated battery power explains, as a share of it. */
const INTEGRAL_ERROR = 0.02;

/** So many standard deviations are no chance. */
const SURE = 5;

/**
 * Balances a day: consumption = import + yield + discharged − charged − export, and at the same time
 * direct use + stored use + import that was not charged. Direct use, stored use and what was exchanged
 * with the grid are never negative. If charging and export exceed the yield within the errors of
 * their measurement, what was charged from the grid is raised, then what was discharged into it, then
 * the yield. If they exceed it further, nothing that depends on them is known.
 */
export function batteryBalance(
  { imported, exported, generated, error }: BalancedWith,
  battery: BatteryDay,
): BatteryBalance {
  const { charged, discharged, coupling, soc, capacity } = battery;
  const flags: Flag[] = coupling === "hybrid_panels" ? ["inverter_loss_included"] : [];
  const into = charged.kwh;
  let out = discharged.kwh;
  const figures = {
    battery_charged_kwh: into,
    battery_discharged_kwh: out,
    battery_from_grid_kwh: null,
    battery_to_grid_kwh: null,
    direct_use_kwh: null,
    stored_use_kwh: null,
    battery_loss_kwh: lossOf(into, out, soc, capacity),
    soc_start: soc.start,
    soc_end: soc.end,
    coverage_battery: battery.coverage,
  };
  const isHybrid = coupling === "hybrid_output";
  const unknown = { selfConsumed: null, consumed: null, figures, flags };
  if (into === null || out === null) return { ...unknown, generated: isHybrid ? null : generated };
  const slack = error + directionError(charged) + directionError(discharged);
  let pv = generated;
  if (isHybrid && pv !== null) {
    pv += into - out - battery.drawn;
    // At night its output lacks what the conversion loses.
    if (pv < 0 && -pv <= slack + MOST_CONVERSION * out) {
      out += pv;
      pv = 0;
      flags.push("balanced");
    }
  }
  if (imported === null || exported === null || pv === null) return { ...unknown, generated: pv };
  const tooMuch = { ...unknown, flags: [...flags, "charge_exceeds_yield" as const] };
  if (battery.fromGrid === null || battery.toGrid === null) {
    const consumed = imported + pv + out - into - exported;
    if (consumed < -slack) return { ...tooMuch, generated: pv };
    return {
      ...unknown,
      generated: pv,
      consumed: Math.max(0, consumed),
      figures: { ...figures, battery_discharged_kwh: out },
    };
  }
  const mostFrom = Math.min(into, imported), mostTo = Math.min(out, exported);
  let fromGrid = Math.min(battery.fromGrid.kwh, mostFrom);
  let toGrid = Math.min(battery.toGrid.kwh, mostTo);
  let direct = pv - (exported - toGrid) - (into - fromGrid);
  const exchange = SURE * Math.hypot(battery.fromGrid.sigma, battery.toGrid.sigma);
  if (direct < -(slack + exchange + METER_ERROR * (pv + into))) {
    return { ...tooMuch, generated: pv };
  }
  if (direct < 0) {
    const more = Math.min(-direct, mostFrom - fromGrid);
    fromGrid += more;
    const still = Math.min(-direct - more, mostTo - toGrid);
    toGrid += still;
    const rest = -direct - more - still;
    pv += rest;
    if (rest > 1e-9 && !flags.includes("balanced")) flags.push("balanced");
    direct = 0;
  }
  return {
    generated: pv,
    selfConsumed: direct + into - fromGrid,
    consumed: direct + (out - toGrid) + (imported - fromGrid),
    figures: {
      ...figures,
      battery_discharged_kwh: out,
      battery_from_grid_kwh: fromGrid,
      battery_to_grid_kwh: toGrid,
      direct_use_kwh: direct,
      stored_use_kwh: out - toGrid,
      battery_loss_kwh: lossOf(into, out, soc, capacity),
    },
    flags,
  };
}

/** What was charged and neither discharged nor is still stored. [kWh] */
function lossOf(
  into: number | null,
  out: number | null,
  { start, end }: BatteryDay["soc"],
  capacity: number | null,
): number | null {
  if (into === null || out === null || start === null || end === null || capacity === null) {
    return null;
  }
  return into - out - (end - start) * capacity;
}

/** How far one direction may be off by its samples, or by its counter. [kWh] */
function directionError({ method, sigma, register, integral }: GridDirection): number {
  return method === "counter" && register
    ? 2.5 * register.sigma + register.lost
    : Math.max(SURE * sigma, INTEGRAL_ERROR * integral);
}

/** Shares of the consumption that PV and battery covered, of summed energies. [0–1] */
export function autarkyBySource(
  autarky: number | null,
  consumed: number | null,
  direct: number | null,
): Pick<BatteryFigures, "autarky_direct" | "autarky_battery"> {
  if (autarky === null || direct === null || !consumed) {
    return { autarky_direct: null, autarky_battery: null };
  }
  const share = Math.min(autarky, direct / consumed);
  return { autarky_direct: share, autarky_battery: autarky - share };
}
