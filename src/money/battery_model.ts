/**
 * A battery that does not exist: what it can take, give and lose.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";

/** How a simulated battery is connected. */
export type Coupling = "ac" | "dc";

/** The couplings, for options. */
export const COUPLINGS: readonly Coupling[] = ["ac", "dc"];

/** A battery, as a data sheet describes it. */
export interface BatterySpec {
  /** Capacity between empty and full by its own display. [kWh] */
  readonly kwh: number;
  /** Greatest charging and discharging power. [kW] */
  readonly kw: number;
  /** Greatest discharging power, if it is another one. [kW] @default {kw} */
  readonly dischargeKw?: number | undefined;
  /**
   * Share of the energy that charging keeps, and again that discharging keeps; the round trip is its
   * square. [0–1] @default {0.95}
   */
  readonly efficiency?: number | undefined;
  /** The same for discharging, if it is another one. [0–1] @default {efficiency} */
  readonly dischargeEfficiency?: number | undefined;
  /** Loss while it charges or discharges, at any power. [W] @default {0} */
  readonly converterW?: number | undefined;
  /**
   * Further loss that grows with the square of the power, as a share of the greatest power. [0–1]
   * @default {0}
   */
  readonly fullLoadLoss?: number | undefined;
  /** What it draws all the time, charging or not. [W] @default {0} */
  readonly standbyW?: number | undefined;
  /**
   * How long it takes to follow a change of the house. [s]
   *
   * @default {that of the battery of the house, else 3}
   */
  readonly reactionS?: number | undefined;
  /** Share of the capacity that it keeps. [0–1] @default {0} */
  readonly minCharge?: number | undefined;
  /** `ac`: with an inverter of its own. `dc`: behind the PV inverter. @default {"ac"} */
  readonly coupling?: Coupling | undefined;
  /** Greatest AC power of the PV inverter that PV and a DC battery share. [kW] @default {unlimited} */
  readonly inverterKw?: number | undefined;
  /** Efficiency of that inverter. [0–1] @default {0.97} */
  readonly inverterEfficiency?: number | undefined;
}

/** One direction of a battery. AC energy P lasting h hours costs `share`·P + `constant`·h + `square`·P²/h. */
export interface Direction {
  /** Greatest AC power. [kW] */
  readonly kw: number;
  /** Stored energy per AC energy, without the other two losses. */
  readonly share: number;
  /** [kW] */
  readonly constant: number;
  /** [1/kW] */
  readonly square: number;
}

/** A battery as the simulation uses it. Energy is counted from the charge that it keeps. */
export interface BatteryModel {
  /** Capacity that may be used. [kWh] */
  readonly room: number;
  /** From the house into the battery. */
  readonly charge: Direction;
  /** From the battery into the house. */
  readonly discharge: Direction;
  /** Load while it stands by. [kW] */
  readonly standby: number;
  /** AC power that PV and discharge may have together; infinite with an inverter of its own. [kW] */
  readonly inverter: number;
  /** Whether it can be charged from the grid. */
  readonly takesGrid: boolean;
  /** How long it takes to follow a change of the house; `undefined` if that is not said. [s] */
  readonly reaction: number | undefined;
}

type Amount = Exclude<keyof BatterySpec, "coupling">;

/** What each number may be: its bounds, whether the lower one is allowed, its unit. */
const BOUNDS: Readonly<
  Record<Amount, readonly [low: number, high: number, isOpen: boolean, unit: string]>
> = {
  kwh: [0, 10_000, true, "kWh"],
  kw: [0, 10_000, true, "kW"],
  dischargeKw: [0, 10_000, true, "kW"],
  efficiency: [0, 1, true, ""],
  dischargeEfficiency: [0, 1, true, ""],
  converterW: [0, 10_000, false, "W"],
  fullLoadLoss: [0, 0.5, false, ""],
  standbyW: [0, 1000, false, "W"],
  reactionS: [0, 60, false, "s"],
  minCharge: [0, 0.95, false, ""],
  inverterKw: [0, 10_000, true, "kW"],
  inverterEfficiency: [0, 1, true, ""],
};

const HINTS: Partial<Record<Amount, string>> = {
  efficiency: "Give the share that one way keeps, such as 0.95. 95 % of a round trip are 0.975.",
  dischargeEfficiency: "Give the share that discharging keeps, such as 0.95.",
  minCharge: "Give the share of the capacity that is kept, such as 0.1.",
  inverterEfficiency: "Give a share, such as 0.97.",
  fullLoadLoss: "Give the share of the greatest power that is lost at that power, such as 0.02.",
};

/** How an option is spelled where it was given. */
export type Spelling = (name: string) => string;

/**
 * Checks a battery and turns it into what the simulation uses.
 *
 * @param spelling How messages name an option.
 * @throws {WattbookError} `BAD_OPTION` that names the option and its value.
 */
export function batteryModel(spec: BatterySpec, spelling: Spelling = (name) => name): BatteryModel {
  for (const name of Object.keys(BOUNDS) as Amount[]) checkAmount(name, spec[name], spelling);
  const { kwh, kw, dischargeKw = kw, efficiency = 0.95, dischargeEfficiency = efficiency } = spec;
  const { converterW = 0, fullLoadLoss = 0, standbyW = 0, minCharge = 0, coupling = "ac" } = spec;
  if (!COUPLINGS.includes(coupling)) {
    throw new WattbookError(
      "BAD_OPTION",
      `${spelling("coupling")} is '${coupling}', which is not a way to connect a battery`,
      {
        hint:
          "Use ac for a battery with an inverter of its own, dc for one behind the PV inverter.",
      },
    );
  }
  const isDc = coupling === "dc";
  if (!isDc && (spec.inverterKw ?? spec.inverterEfficiency) !== undefined) {
    const name = spec.inverterKw === undefined ? "inverterEfficiency" : "inverterKw";
    throw new WattbookError(
      "BAD_OPTION",
      `${spelling(name)} has no meaning for an AC-coupled battery`,
      { hint: `Leave it out, or give ${spelling("coupling")} dc.` },
    );
  }
  // All flows are counted on the AC side: what a DC battery takes never passes the inverter.
  const inverting = isDc ? spec.inverterEfficiency ?? 0.97 : 1;
  return {
    room: kwh * (1 - minCharge),
    charge: {
      kw: kw * inverting,
      share: efficiency / inverting,
      constant: converterW / 1000,
      square: fullLoadLoss / (kw * inverting),
    },
    discharge: {
      kw: dischargeKw,
      share: 1 / (dischargeEfficiency * inverting),
      constant: converterW / 1000,
      square: fullLoadLoss / dischargeKw,
    },
    standby: standbyW / 1000,
    inverter: isDc ? spec.inverterKw ?? Infinity : Infinity,
    takesGrid: !isDc,
    reaction: spec.reactionS,
  };
}

function checkAmount(name: Amount, value: unknown, spelling: Spelling): void {
  if (value === undefined && name !== "kwh" && name !== "kw") return;
  const [low, high, isOpen, unit] = BOUNDS[name];
  const isNumber = typeof value === "number" && !Number.isNaN(value);
  if (isNumber && value <= high && (isOpen ? value > low : value >= low)) return;
  const wanted = isOpen ? `above ${low} and at most ${high}` : `between ${low} and ${high}`;
  const written = value === undefined ? "missing" : `${value}${unit && ` ${unit}`}`;
  throw new WattbookError("BAD_OPTION", `${spelling(name)} is ${written}`, {
    hint: HINTS[name] ?? `Give a number ${wanted}${unit && ` [${unit}]`}.`,
  });
}

/** Whether the battery loses the same share at any power. */
export function isLinear({ charge, discharge }: BatteryModel): boolean {
  return charge.constant + charge.square + discharge.constant +
      discharge.square === 0;
}

/** The energy that is stored when AC energy is charged within some hours. [kWh] */
export function storedBy(
  ac: number,
  hours: number,
  { share, constant, square }: Direction,
): number {
  return Math.max(0, ac * share - constant * hours - square * ac * ac / hours);
}

/** The stored energy that is used up when AC energy is given within some hours. [kWh] */
export function usedUpBy(
  ac: number,
  hours: number,
  { share, constant, square }: Direction,
): number {
  return ac === 0 ? 0 : ac * share + constant * hours + square * ac * ac / hours;
}

/** The AC energy that stores an amount within some hours; the least one. [kWh] */
export function acToStore(stored: number, hours: number, { share, constant, square }: Direction) {
  const wanted = stored + constant * hours;
  if (square === 0) return wanted / share;
  const bend = square / hours, root = share * share - 4 * bend * wanted;
  return root <= 0 ? share / (2 * bend) : 2 * wanted / (share + Math.sqrt(root));
}

/** The AC energy that a stored amount gives within some hours. [kWh] */
export function acFromStored(
  stored: number,
  hours: number,
  { share, constant, square }: Direction,
) {
  const left = stored - constant * hours;
  if (left <= 0) return 0;
  if (square === 0) return left / share;
  const bend = square / hours;
  return 2 * left / (share + Math.sqrt(share * share + 4 * bend * left));
}
