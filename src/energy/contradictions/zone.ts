/**
 * Zone and coordinates: against each other, and against the sun that the inverter sees.
 *
 * @module
 */

import zoneAt from "@photostructure/tz-lookup";
import type { DayClock } from "../../frames/day_counter.ts";
import { solarNoon } from "../../frames/sun_up.ts";
import { HOUR, offsetAt } from "../../time.ts";
import type { Contradiction, Facts } from "./facts.ts";
import { type GenerationHours, hoursApart } from "./generation_hours.ts";

/**
 * The sun is highest between these hours by the clock, wherever people live, and panels in the shade
 * until noon move the middle of the generation by less than an hour. [h]
 */
const NOON = { earliest: 10.25, latest: 15.75 } as const;
/** An inverter's clock that is off by more, and explains so much of the sun's, tells the zone. [h] */
const CLOCK = 2.5, BETTER = 0.5;
/**
 * The middle of the generation is nearer to the sun's noon, even behind a house; farther only where the
 * zone says otherwise, too. [h]
 */
const SHADE = { atMost: 1.75, always: 2 } as const;
/** People near a border may use the zone beyond it. [°] */
const NEAR = 0.25;
/** Coordinates in whole degrees may be this far from the house, too. [°] */
const ROUNDED = 0.5;

/** The zone, or the coordinates if these disagree with the sun. */
export function wrongZone(facts: Facts, hasGeneration: boolean): Contradiction[] {
  const { days, household: { zone, latitude, longitude } } = facts;
  const seen = hasGeneration && facts.generation?.isSunlike ? facts.generation : null;
  if (latitude === undefined || longitude === undefined) return wrongBySun(facts, seen);
  const near = zonesNear(latitude, longitude), [found] = near;
  const isOther = days.map(({ start, end }) => {
    const isAt = (other: string, at: number) => offsetAt(at, other) === offsetAt(at, zone);
    return !near.some((other) => isAt(other, start) && isAt(other, end));
  });
  const isZone = !isOther.includes(true);
  const middle = (days[0]!.start + days.at(-1)!.end) / 2;
  const sunNoon = solarNoon(middle, { latitude, longitude }) % (24 * HOUR) / HOUR;
  const off = seen === null ? 0 : Math.abs(hoursApart(seen.middle, sunNoon));
  if (seen !== null && off > (isZone ? SHADE.always : SHADE.atMost)) {
    return [{
      flag: "place_wrong",
      holds: isZone ? days.map(() => true) : isOther,
      says:
        `The inverter generates around ${clockText(seen.middle)} UTC, ${off.toFixed(1)} h away ` +
        "from noon at the coordinates of the household file: the coordinates are wrong",
      mend: `"latitude" and "longitude": those of the house instead of ${latitude} and ` +
        `${longitude} (north and east are positive)`,
    }];
  }
  if (isZone) return wrongBySun(facts, seen);
  const says = `By its coordinates the house is in ${found}, whose clock is not that of ${zone}`;
  return [{
    flag: "zone_wrong",
    holds: isOther,
    says: seen === null
      ? `${says}: the zone or the coordinates are wrong`
      : `${says}, and the inverter generates around noon there: the zone is wrong`,
    mend: `"zone": "${found}" (or --zone, HOUSEHOLD_ZONE)`,
  }];
}

/** Without coordinates, only a zone in which nobody sees such a noon is wrong. */
function wrongBySun(
  { days, clocks, household: { zone } }: Facts,
  seen: GenerationHours | null,
): Contradiction[] {
  if (seen === null) return [];
  const { start } = days[0]!, { end } = days.at(-1)!;
  // Some places moved their clocks by hours, but not the sun.
  if (Math.abs(offsetAt(end, zone) - offsetAt(start, zone)) > HOUR) return [];
  const offset = offsetAt((start + end) / 2, zone) / HOUR;
  const noon = (seen.middle + offset + 24) % 24;
  const isTold = clocks.some((clock) => clock !== null && explains(clock, noon));
  if (noon >= NOON.earliest && noon <= NOON.latest && !isTold) return [];
  return [{
    flag: "zone_wrong",
    holds: days.map(() => true),
    says: `The inverter generates around ${clockText(noon)} of ${zone}, not around noon: ` +
      "the zone is wrong",
    mend: `"zone": the zone of the house instead of "${zone}" (or --zone, HOUSEHOLD_ZONE)`,
  }];
}

/** Whether an inverter's clock is off by as much as the sun. */
function explains({ earliest, latest }: DayClock, noon: number): boolean {
  if (latest - earliest > 3 * HOUR) return false;
  const hours = (earliest + latest) / 2 / HOUR, off = noon - 12;
  return Math.abs(hours) > CLOCK && Math.abs(hoursApart(off, hours)) < Math.abs(off) - BETTER;
}

/** The zone of a place, and those around it. */
function zonesNear(latitude: number, longitude: number): readonly [string, ...string[]] {
  const isRounded = Number.isInteger(latitude) && Number.isInteger(longitude);
  const near = NEAR + (isRounded ? ROUNDED : 0);
  const around = [-near, 0, near].flatMap((north) =>
    [-near, 0, near].map((east) =>
      zoneAt(
        Math.max(-90, Math.min(90, latitude + north)),
        (longitude + east + 540) % 360 - 180,
      )
    )
  );
  return [zoneAt(latitude, longitude), ...around];
}

function clockText(hour: number): string {
  const minutes = Math.floor(hour * 60 + 1e-6);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
