/**
 * The month of a real smart meter that lies beside the project, not in it.
 *
 * @module
 */

import { gunzipSync } from "node:zlib";
import type { LabelledSamples } from "../../src/columns.ts";
import { MINUTE, startOfDay } from "../../src/time.ts";

/** Where the month lies; not everyone has it. */
const P1_FOLDER: URL = new URL("../../../shared/data/p1-meter/", import.meta.url);

/** Zone of the meter's naive local times. The month has no clock change. */
export const P1_ZONE = "Europe/Amsterdam";

/** Import and export of one day. [kWh] */
export interface P1Day {
  readonly imported: number;
  readonly exported: number;
}

/** The month. */
export interface P1Month {
  /**
   * Six series under names of their own: four registers [kWh] and two powers [kW], stamped with the
   * end of their minute, where the registers were read.
   */
  readonly series: readonly LabelledSamples[];
  /** Both tariffs together at a local time such as `2024-02-24 00:00:00`. [kWh] */
  readonly readings: ReadonlyMap<string, P1Day>;
  /** The logger's own daily table, by local day. */
  readonly reference: ReadonlyMap<string, P1Day>;
}

const SERIES = [
  { __name__: "dsmr_import_kwh", tariff: "1" },
  { __name__: "dsmr_import_kwh", tariff: "2" },
  { __name__: "dsmr_export_kwh", tariff: "1" },
  { __name__: "dsmr_export_kwh", tariff: "2" },
  { __name__: "dsmr_power_kw", direction: "in" },
  { __name__: "dsmr_power_kw", direction: "out" },
];

/** Reads the month; `null`, with a message, where it is absent. */
export async function readP1Month(): Promise<P1Month | null> {
  let packed: Uint8Array;
  try {
    packed = await Deno.readFile(new URL("minute.csv.gz", P1_FOLDER));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.warn(`'${P1_FOLDER.pathname}' is absent: the month of a real meter is skipped`);
    return null;
  }
  const minutes = rowsOf(new TextDecoder().decode(gunzipSync(packed)));
  const days = rowsOf(await Deno.readTextFile(new URL("daily.csv", P1_FOLDER)));
  const time = Float64Array.from(minutes, ([local]) => instantOf(local!));
  return {
    series: SERIES.map((labels, column) => ({
      labels,
      time,
      value: Float64Array.from(minutes, (cells) => Number(cells[column + 1])),
    })),
    readings: new Map(minutes.map(([local, in1, in2, out1, out2]) => [local!, {
      imported: Number(in1) + Number(in2),
      exported: Number(out1) + Number(out2),
    }])),
    reference: new Map(days.map(([day, imported, exported]) => [day!, {
      imported: Number(imported),
      exported: Number(exported),
    }])),
  };
}

/** The instant of a naive local time of the month. */
export function instantOf(local: string): number {
  const [day, clock] = local.split(" "), [hours, minutes] = clock!.split(":").map(Number);
  return startOfDay(day!, P1_ZONE) + (hours! * 60 + minutes!) * MINUTE;
}

function rowsOf(csv: string): string[][] {
  return csv.trim().split(/\r?\n/).slice(1).map((line) => line.split(","));
}
