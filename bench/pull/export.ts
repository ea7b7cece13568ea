/**
 * VictoriaMetrics' own way to raw samples: `/api/v1/export`, a line of JSON per series with two lists of
 * numbers.
 *
 * @module
 */

import { joinSeries, type LabelledSamples, type Labels } from "../../src/columns.ts";
import { toFrame } from "../../src/frames/frame.ts";
import { END } from "../month.ts";

function address(url: URL, hours: number): URL {
  const target = new URL("api/v1/export", url);
  target.searchParams.set("match[]", "power_w");
  target.searchParams.set("start", String(END / 1000 - hours * 3600));
  target.searchParams.set("end", String(END / 1000));
  target.searchParams.set("reduce_mem_usage", "1");
  return target;
}

/** Downloads the last hours of the month with curl, and throws them away. [ms] */
export async function downloadExport(url: URL, hours: number): Promise<number> {
  const { success, stdout } = await new Deno.Command("curl", {
    args: [
      ...["--silent", "--fail", "--output", "/dev/null", "--write-out", "%{time_total}"],
      address(url, hours).href,
    ],
  }).output();
  if (!success) throw new Error("curl failed");
  return 1000 * Number(new TextDecoder().decode(stdout));
}

/** Pulls them into a frame with `JSON.parse`; returns the number of rows. */
export async function pullExport(url: URL, hours: number): Promise<number> {
  const text = await (await fetch(address(url, hours))).text();
  const series = text.trimEnd().split("\n").map((line): LabelledSamples => {
    const { metric, timestamps, values } = JSON.parse(line) as Line;
    return {
      labels: metric,
      time: Float64Array.from(timestamps),
      value: Float64Array.from(values, (one) => one ?? NaN),
    };
  });
  return toFrame(joinSeries(series)).height;
}

interface Line {
  readonly metric: Labels;
  readonly timestamps: readonly number[];
  readonly values: readonly (number | null)[];
}
