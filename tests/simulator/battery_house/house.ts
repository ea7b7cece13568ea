/**
 * What a simulation needs to know of a house with battery, wallbox and heat pump.
 *
 * @module
 */

import type { Exporter, PvString } from "../house/house.ts";

/** A battery with an inverter of its own on the AC side. */
export interface Battery {
  /** Energy between 0 and 100 % state of charge. [Wh] */
  readonly capacity: number;
  /** Greatest AC power in both directions. [W] */
  readonly power: number;
  /** It keeps this share for outages: in summer, in winter (November to February). */
  readonly reserve: { readonly summer: number; readonly winter: number };
}

/** The building as its heat pump sees it. */
export interface Heating {
  /** Heat that the building loses per degree of difference to the outside. [W/K] */
  readonly loss: number;
  /** Temperature indoors. [°C] */
  readonly indoors: number;
  /** Heat from people, appliances and the sun. [W] */
  readonly gains: number;
  /** Least and greatest thermal output. [W] */
  readonly output: { readonly least: number; readonly greatest: number };
}

/** The car and how it is charged. */
export interface Car {
  /** Energy that its battery holds. [Wh] */
  readonly capacity: number;
  /** Greatest current of the wallbox per phase; it has three. [A] */
  readonly amperes: number;
}

/** A device that several people would call by one name: its exporter, and how often it is read. */
export interface Read extends Exporter {
  /** Time between two scrapes. [ms] */
  readonly interval: number;
}

/** The house. */
export interface BatteryHouse {
  /** Root of all chance in it. */
  readonly seed: string;
  /** IANA zone. */
  readonly zone: string;
  /** [°] */
  readonly latitude: number;
  /** [°] */
  readonly longitude: number;
  /** First and last local day. */
  readonly days: { readonly from: string; readonly to: string };
  readonly strings: readonly PvString[];
  /** Most that the PV inverter delivers. [W] */
  readonly inverterLimit: number;
  /** Local days on which nobody is at home. */
  readonly away: { readonly from: string; readonly to: string };
  readonly battery: Battery;
  readonly heating: Heating;
  readonly car: Car;
  /** Readings of all counters when the simulation starts. [Wh] */
  readonly counters: {
    readonly imported: number;
    readonly exported: number;
    readonly generated: number;
    readonly charged: number;
    readonly discharged: number;
    readonly wallbox: number;
    readonly heatPump: number;
  };
  readonly exporters: Readonly<
    Record<"manager" | "inverter" | "wallbox" | "heatPump", Read>
  >;
}
