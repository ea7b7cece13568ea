/**
 * What flows while no panel can generate.
 *
 * @module
 */

import type { Role } from "../../catalogue/roles.ts";
import { rowAt, type Samples } from "../../columns.ts";
import { HOUR, MINUTE, type TimeRange } from "../../time.ts";
import type { AuditRow } from "../repairs.ts";
import { HOURS, STEP } from "./instants.ts";

/** A dark time. [kWh] */
export interface Night extends TimeRange {
  readonly imported: number;
  readonly exported: number;
  /** Grid power in the middle of its values. [W] */
  readonly median: number;
  /** By the import registers; NaN if it is not known. */
  readonly counted: number;
  /** By how much more or less they may have counted, because they were silent at an end of it. [kWh] */
  readonly doubt: number;
  /** By the export registers; NaN if it is not known. */
  readonly fedIn: number;
}

/** A shorter night says nothing. [instants] */
const SHORTEST = 6;
/** Share of a night on which grid power must be known. [0–1] */
const HEARD = 0.9;
/** A register that is silent for longer may have been replaced. [ms] */
const SILENCE = 15 * MINUTE;

/** The nights whose grid power is mostly known. */
export function nightsOf(
  { at, grid_w, dark, imports, exports, repairs, steps, heard = HEARD }: {
    readonly at: Float64Array;
    readonly grid_w: Float64Array;
    readonly dark: readonly TimeRange[];
    readonly imports: readonly Samples[];
    readonly exports: readonly Samples[];
    readonly repairs: readonly AuditRow[];
    /** Resolution of the registers. [kWh] */
    readonly steps: Readonly<Record<"imports" | "exports", number>>;
    /** Share of a night on which grid power must be known. [0–1] */
    readonly heard?: number;
  },
): Night[] {
  const faultsOf = (role: Role) =>
    repairs.filter((one) => one.role === role).map((one) => one.time);
  const faults = { imports: faultsOf("import_energy"), exports: faultsOf("export_energy") };
  return dark.flatMap(({ start, end }) => {
    const from = rowAt(at, start), to = rowAt(at, end);
    const known = grid_w.slice(from, to).filter((watts) => !Number.isNaN(watts)).sort();
    if (known.length < SHORTEST || known.length < heard * (to - from)) return [];
    let imported = 0, exported = 0;
    for (const watts of known) {
      if (watts > 0) imported += watts;
      else exported -= watts;
    }
    const range = { start: at[from]!, end: at[to - 1]! + STEP };
    const counted = (registers: readonly Samples[], of: "imports" | "exports") => {
      const isFaulty = faults[of].some((time) => time >= start - HOUR && time <= end + HOUR);
      return isFaulty || registers.length === 0
        ? { kwh: NaN, doubt: 0 }
        : rise(registers, range, steps[of]);
    };
    const { kwh, doubt } = counted(imports, "imports");
    return [{
      start,
      end,
      imported: imported * HOURS / 1000,
      exported: exported * HOURS / 1000,
      median: known[known.length >> 1]!,
      counted: kwh,
      doubt,
      fedIn: counted(exports, "exports").kwh,
    }];
  });
}

/** How far registers rose; NaN if their readings at one of the ends are not known. [kWh] */
function rise(
  registers: readonly Samples[],
  { start, end }: TimeRange,
  steps: number,
): { kwh: number; doubt: number } {
  let kwh = 0, doubt = 0;
  for (const { time, value } of registers) {
    const readingAt = (instant: number) => {
      const next = rowAt(time, instant), before = value[next - 1]!, after = value[next]!;
      const gap = time[next]! - time[next - 1]!;
      if (gap > SILENCE) {
        // A register that is written on change is silent while it stands still.
        if (!(after - before <= 2 * steps)) return NaN;
        doubt += Math.abs(after - before);
      }
      return before + (after - before) * (instant - time[next - 1]!) / gap;
    };
    const risen = readingAt(end) - readingAt(start);
    kwh += risen >= 0 ? risen : NaN;
  }
  return { kwh, doubt };
}
