/**
 * Power of a role, ready to be integrated: without what cannot be, with the values that hold.
 *
 * @module
 */

import type { Role } from "../../catalogue/roles.ts";
import type { Samples } from "../../columns.ts";
import { type HeldSamples, withHeldValues, type Witnesses } from "../../frames/held.ts";
import { withoutImpossible } from "../../frames/impossible.ts";
import { restartsIn } from "../../frames/restarts.ts";
import { addSignals } from "../../frames/samples.ts";
import { type AuditRow, impossiblePower } from "../repairs.ts";
import type { RoleSignals } from "./roles.ts";

/** Power of a role without what cannot be, added up and device by device. */
export function powerOf(
  role: Role,
  { signals, series }: RoleSignals,
  limit: number,
  repair: boolean,
  counters: Witnesses,
): {
  sum: HeldSamples;
  parts: readonly HeldSamples[];
  written: readonly Samples[];
  impossible: readonly AuditRow[];
} {
  const impossible: AuditRow[] = [];
  const possible = (one: Samples) => {
    if (!repair) return one;
    const { samples, runs } = withoutImpossible(one, limit);
    impossible.push(...impossiblePower(role, runs));
    return samples;
  };
  const written = orNone(signals).map(possible);
  const parts = written
    .map((one, index, all) =>
      withHeldValues(one, {
        ...witnessesOf(index, all, counters),
        outages: series[index] ? restartsIn(series[index]) : [],
      })
    );
  // Each phase may be possible by itself, and their sum not.
  const sum = parts.length === 1 ? parts[0]! : {
    ...possible(addSignals(parts)),
    holds: parts.flatMap(({ holds = [] }) => holds),
  };
  return { sum, parts, written, impossible };
}

/**
 * What is heard of the device behind one of several powers: its own counters if each power has one,
 * else the others and all counters, which tell only that it works.
 */
function witnessesOf<Power extends Samples>(
  index: number,
  powers: readonly Power[],
  { positive = [], negative = [], regulator }: Witnesses,
): Witnesses {
  if (powers.length === 1) return { positive, negative, regulator };
  const others = powers.toSpliced(index, 1);
  return positive.length === powers.length && negative.length === 0
    ? { positive: [positive[index]!] }
    : { others, heard: [...positive, ...negative] };
}

/** The signals of a role, or one without samples. */
export function orNone(signals: readonly Samples[]): readonly Samples[] {
  return signals.length > 0 ? signals : [{ time: new Float64Array(), value: new Float64Array() }];
}
