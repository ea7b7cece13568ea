/**
 * Gaps as a frame.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Gap } from "./gaps.ts";
import type { Frame } from "./polars.ts";

/**
 * Gaps as a frame.
 *
 * @returns Columns `start`, `end` (UTC), `class` and `evidence`; without gaps they are empty.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapFrame } from "./gap_frame.ts";
 *
 * assert(gapFrame([]).columns.join() === "start,end,class,evidence");
 * ```
 */
export function gapFrame(gaps: readonly Gap[]): Frame {
  const instants = (name: "start" | "end") =>
    pl.Series(name, Float64Array.from(gaps, (gap) => gap[name])).cast(pl.Datetime("ms", "UTC"));
  const texts = (name: "class" | "evidence") =>
    pl.Series(name, gaps.map((gap) => gap[name] as string), pl.String);
  return pl.DataFrame([instants("start"), instants("end"), texts("class"), texts("evidence")]);
}
