/**
 * The grid-meter exporter: what it shows of a day when it is scraped.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import { HOUR, SECOND } from "../../../src/time.ts";
import type { House, Pod } from "./house.ts";
import { Recording } from "./recording.ts";
import { secondOf, type Trace } from "./trace.ts";

/** What the meter reports as power: that of this moment, or the mean since the scrape before. */
export type MeterReport = "snapshot" | "mean";

/** The export register of a house that has one; the specification's meter has none. */
export const EXPORT_REGISTER = "gridbox_ha_multimeter_export_Wh";

/**
 * One pod of the exporter.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoHouse } from "./demo_house.ts";
 * import { MeterExporter } from "./meter_exporter.ts";
 *
 * const exporter = new MeterExporter(demoHouse, demoHouse.meterExporter.pods[0]!, "snapshot");
 * assert(exporter.series().length === 0);
 * ```
 */
export class MeterExporter {
  readonly #house: House;
  readonly #report: MeterReport;
  readonly #recording: Recording;
  #before: { time: number; net: number } | undefined;

  /** Starts a pod that has not been scraped yet. */
  constructor(house: House, { pod, instance }: Pod, report: MeterReport) {
    this.#house = house;
    this.#report = report;
    const target = { instance, job: house.meterExporter.job, pod };
    const main = { ain: house.ain, ...target }, subUnit = { ain: `${house.ain}-1`, ...target };
    this.#recording = new Recording([
      { __name__: "up", ...target },
      { __name__: "gridbox_ha_device_present", ...main },
      { __name__: "gridbox_ha_device_present", ...subUnit },
      { __name__: "gridbox_ha_multimeter_power_W", ...subUnit },
      { __name__: "gridbox_ha_multimeter_energy_Wh", ...subUnit },
      ...house.exportRegister === undefined ? [] : [{ __name__: EXPORT_REGISTER, ...subUnit }],
    ]);
  }

  /** A scrape at an instant of the day. Power in 1 W, energy in whole, completed Wh. */
  scrape(time: number, trace: Trace): void {
    const second = secondOf(trace, time);
    const imported = trace.registers.imported[second]!;
    const exported = trace.registers.exported[second]!, net = imported - exported;
    let power = trace.grid[second]!;
    if (this.#report === "mean" && this.#before) {
      const seconds = Math.round((time - this.#before.time) / SECOND);
      power = (net - this.#before.net) * HOUR / SECOND / seconds;
    }
    this.#before = { time, net };
    this.#recording.add(time, [
      1,
      1,
      1,
      // Adding zero turns the minus zero of a small export into a plain one.
      Math.round(power) + 0,
      Math.floor(this.#house.importRegister + imported),
      // Not recorded where the meter has no such register.
      Math.floor((this.#house.exportRegister ?? 0) + exported),
    ]);
  }

  /** All that was scraped. */
  series(): LabelledSamples[] {
    return this.#recording.series();
  }
}
