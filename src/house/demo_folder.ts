/**
 * The demo households that come with Wattbook, and where their samples lie.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import { WattbookError } from "../errors.ts";

/** A demo household: `true` is the first one, `battery` has battery, wallbox and heat pump. */
export type DemoName = true | "battery";

/** Names of the demo households, besides the first one, which has solar panels only. */
export const DEMO_NAMES: readonly Exclude<DemoName, true>[] = ["battery"];

/** The exporters of a demo household: only the first one has such. */
export function demoJobs(demo: DemoName): Pick<Config, "inverterJob" | "meterJob"> {
  return demo === true ? { inverterJob: "inverter-exporter", meterJob: "gridbox-exporter" } : {};
}

/**
 * Where the samples of a demo household lie: beside the code.
 *
 * @param base Address of this file.
 * @throws {WattbookError} `BAD_OPTION` for a name that is none; `NO_DATA` where the code was loaded
 * from a web server.
 */
export function demoFolder(demo: DemoName, base: string = import.meta.url): string {
  if (demo !== true && !DEMO_NAMES.includes(demo)) {
    throw new WattbookError("BAD_OPTION", `There is no demo household '${demo}'`, {
      hint: `Give demo: true, or one of these names: ${DEMO_NAMES.join(", ")}.`,
    });
  }
  const name = demo === true ? "demo" : `demo-${demo}`;
  const folder = new URL(`../../data/fixtures/${name}`, base);
  if (folder.protocol === "file:") return fileURLToPath(folder);
  throw new WattbookError("NO_DATA", `The demo household is not on this machine: ${folder}`, {
    hint:
      "Configure a server or open an archive, or install Wattbook instead of importing it by URL.",
  });
}
