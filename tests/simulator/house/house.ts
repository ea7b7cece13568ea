/**
 * The demo house: where it stands, what is on its roof, which names its devices have.
 *
 * @module
 */

import type { TimeRange } from "../../../src/time.ts";

/** One PV string: modules that face one way, wired to one input of the inverter. */
export interface PvString {
  /** Value of the label `string`. */
  readonly name: string;
  /** Rated power, 0 where nothing is connected. [kWp] */
  readonly kwp: number;
  /** Direction the modules face, clockwise from north. [°] */
  readonly azimuth: number;
  /** Slope of the modules; 0 lies flat. [°] */
  readonly tilt: number;
  /** Voltage at rated conditions. [V] */
  readonly volts: number;
}

/** A pod of an exporter, from its first to its last scrape. */
export interface Pod extends TimeRange {
  /** Value of the label `pod`. */
  readonly pod: string;
  /** Value of the label `instance`. */
  readonly instance: string;
}

/** An exporter: a scrape job and the pods that served it, one after the other. */
export interface Exporter {
  /** Value of the label `job`. */
  readonly job: string;
  /** Pods; a rolling update lets two overlap. */
  readonly pods: readonly Pod[];
}

/** What a simulation needs to know of a house. */
export interface House {
  /** Root of all chance in it. */
  readonly seed: string;
  /** IANA zone. */
  readonly zone: string;
  /** [°] */
  readonly latitude: number;
  /** [°] */
  readonly longitude: number;
  /** Inputs of the inverter, in order. */
  readonly strings: readonly PvString[];
  /** Most that the inverter delivers. [W] */
  readonly inverterLimit: number;
  /** Local days on which nobody is at home. */
  readonly away: { readonly from: string; readonly to: string };
  /**
   * When the inverter does not work at all. Unix times. [ms]
   *
   * @default {[]}
   */
  readonly inverterOutages?: readonly TimeRange[];
  /** Identifier of the meter, without the sub-unit's suffix. */
  readonly ain: string;
  /** Reading of the import register when the simulation starts. [Wh] */
  readonly importRegister: number;
  /** Reading of the export register when the simulation starts; without it there is none. [Wh] */
  readonly exportRegister?: number;
  /** Reading of the inverter's lifetime counter when the simulation starts. [kWh] */
  readonly yieldRegister: number;
  /** Reads the inverter. */
  readonly inverterExporter: Exporter;
  /** Reads the grid meter. */
  readonly meterExporter: Exporter;
}
