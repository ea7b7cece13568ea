/**
 * Generation: a series that is bound twice, or a consumer or the grid in the place of the inverter.
 *
 * @module
 */

import type { Role } from "../../catalogue/roles.ts";
import type { Samples } from "../../columns.ts";
import { INVERTER_ROLES } from "../limits.ts";
import { type Contradiction, COVERED, type Facts } from "./facts.ts";
import { bindingsText, bindingText } from "./household_lines.ts";
import { isFollowed } from "./response.ts";

const COMPARED: readonly Role[] = [
  "grid_power",
  "import_energy",
  "export_energy",
  "generation_power",
  "yield_today",
  "yield_total",
];

/** Two bindings of which one series has both. */
export function sameSeries(
  { signals: { roles }, household: { bindings }, days }: Facts,
): Contradiction[] {
  const all = COMPARED.flatMap((role) => {
    const found = roles.get(role);
    if (!found || found.signals.length !== bindings[role].length) return [];
    return found.signals.map((samples, index) => (
      { role, index, samples, name: JSON.stringify(found.series[index]!.labels) }
    ));
  });
  for (const [i, a] of all.entries()) {
    for (const b of all.slice(i + 1)) {
      if (!isSame(a, b)) continue;
      const isList = a.role === b.role;
      const copies = all.filter((one, index) =>
        one.role === b.role &&
        all.slice(0, index).some((other) => other.role === one.role && isSame(other, one))
      );
      const rest = bindings[b.role].filter((_, index) =>
        !copies.some((copy) => copy.index === index)
      );
      return [{
        flag: isList ? "meter_doubled" : "series_repeated",
        holds: days.map(() => true),
        says: isList
          ? `${a.role} has the same series twice`
          : `${b.role} has the same samples as ${a.role}: they are one series`,
        mend: isList
          ? bindingsText(b.role, rest)
          : `"${b.role}": the inverter's own series instead of ${
            bindingText(b.role, bindings[b.role][b.index]!)
          }, or null`,
      }];
    }
  }
  return [];
}

/** A signal and the labels of its series. */
interface Signal {
  readonly samples: Samples;
  readonly name: string;
}

/** So many changes at the same moments are no chance. */
const CHANGES = 20;

/** Whether signals are one series but for a factor. */
function isSame({ samples: a, name }: Signal, { samples: b, name: other }: Signal): boolean {
  const rows = a.time.length;
  if (rows < 50 || b.time.length !== rows) return false;
  if (a.time[0] !== b.time[0] || a.time[rows - 1] !== b.time[rows - 1]) return false;
  const stride = Math.ceil(rows / 2000);
  let scale = NaN, changes = 0, before = NaN;
  for (let row = 0; row < rows; row += stride) {
    const x = a.value[row]!, y = b.value[row]!;
    if (a.time[row] !== b.time[row] || (x === 0) !== (y === 0)) return false;
    // A consumer of constant power changes only when it is switched.
    if (x !== before) changes++;
    before = x;
    if (x === 0) continue;
    const own = y / x;
    if (Number.isNaN(scale)) scale = own;
    else if (Math.abs(own - scale) > 1e-9 * Math.abs(scale)) return false;
  }
  return changes >= CHANGES || (name === other && changes > 1);
}

/** Days that show whether import rises with the yield, and how much the yield must differ. [kWh] */
const DAYS = 5, SPREAD = 5;
/** Import rises by so much of what the yield rises, and hardly scatters around that. [0–1] */
const SLOPE = { least: 0.8, most: 1.2 } as const, SCATTER = 0.15;

/** Whether the house imports more on days with more yield, as much more as the yield is. */
function isFollowedByDay({ pv, flows }: Facts): boolean {
  const told = pv.flatMap(({ kwh }, d) => {
    const { imported, heard } = flows[d]!;
    return kwh !== null && heard >= COVERED ? [{ x: kwh, y: imported }] : [];
  });
  const mean = (of: "x" | "y") => told.reduce((sum, one) => sum + one[of], 0) / told.length;
  const middle = { x: mean("x"), y: mean("y") };
  let xx = 0, xy = 0, yy = 0;
  for (const { x, y } of told) {
    xx += (x - middle.x) ** 2;
    xy += (x - middle.x) * (y - middle.y);
    yy += (y - middle.y) ** 2;
  }
  const slope = xy / xx, scatter = Math.sqrt(Math.max(0, yy - slope * xy) / xx);
  return told.length >= DAYS && Math.sqrt(xx / told.length) > SPREAD && slope > SLOPE.least &&
    slope < SLOPE.most && scatter < SCATTER;
}

/** A power that raises what the house draws is no generation. */
export function consumerAsGeneration(facts: Facts): Contradiction[] {
  const { response, hourlyResponse, generation, days, household: { bindings } } = facts;
  // Between rare samples of the grid power, steps look smaller than they are; means of hours do not.
  const isHourly = isFollowed(hourlyResponse) && !generation?.isSunlike;
  if (!isFollowed(response) && !isHourly && !isFollowedByDay(facts)) return [];
  const bound = INVERTER_ROLES.filter((role) => bindings[role].length > 0);
  return [{
    flag: "generation_wrong",
    holds: days.map(() => true),
    says: "Grid power rises whenever the generation does: its series belong to a consumer",
    mend: bound.map((role) =>
      `"${role}": the inverter's own series instead of ${
        bindings[role].map((one) => bindingText(role, one)).join(", ")
      }`
    ).join(", "),
  }];
}
