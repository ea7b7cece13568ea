/**
 * Mistakes that no sample tells: for each there is another house that has the same samples, and for
 * which the household file is right.
 */

import { expect, test } from "vitest";
import zoneAt from "@photostructure/tz-lookup";
import { parseHousehold } from "../../src/household.ts";
import { howMany } from "../how_many.ts";
import { drawHouse, type House, PLAIN } from "./house.ts";
import { boundPhase, fileOf, hoursEast } from "./household_file.ts";
import { simulateMonth } from "./house_month.ts";
import { analyse } from "./judge.ts";
import { daysOfMonth } from "./local_days.ts";
import { isOnFirstPhase, powersOf } from "./physics.ts";
import { INHABITED, isHidden, noonByFile } from "./tags.ts";

/** Some hidden houses with a mistake for which something holds. */
function hidden(
  mistake: House["mistake"],
  count: number,
  holds: (house: House) => boolean = () => true,
): House[] {
  const found: House[] = [];
  for (let number = 0; found.length < count; number++) {
    const house = { ...drawHouse(number), fault: null, mistake, battery: null };
    const { inverters } = house;
    const isOne = isHidden(house) && inverters.length > 0 && inverters[0]!.power;
    if (isOne && holds(house)) found.push(house);
  }
  return found;
}

/** Whether nobody has noon so early or late; others with turned panels have the same samples. */
function isOutside(house: House): boolean {
  const noon = noonByFile(house);
  return noon < INHABITED.from || noon > INHABITED.to;
}

/** Places with land, in steps of 5°. */
const PLACES = Array.from({ length: 24 }, (_, north) => -55 + 5 * north).flatMap((latitude) =>
  Array.from({ length: 72 }, (_, east) => ({ latitude, longitude: -180 + 5 * east }))
).map((place) => ({ ...place, zone: zoneAt(place.latitude, place.longitude) }))
  .filter(({ zone }) => !zone.startsWith("Etc/"));

const EACH = howMany(3, 1);

test.each([...hidden("neighbouring_zone", EACH), ...hidden("neighbouring_zone", EACH, isOutside)])(
  "a zone an hour off is right for a house elsewhere: $seed",
  async (house) => {
    const month = simulateMonth(house), { zone } = month.file;
    const own = hoursEast(zone, house);
    const elsewhere = PLACES.filter((place) => hoursEast(place.zone, house) === own)
      .map(({ latitude, longitude }) => ({ ...month.file, latitude, longitude }));
    let isRight = false;
    for (const file of elsewhere) {
      const analysis = await analyse({ ...month, file });
      if (typeof analysis === "string") continue;
      isRight = analysis.contradictions.length === 0;
      if (isRight) break;
    }
    expect(isRight).toBe(true);
  },
  120_000,
);

test("one phase without register is the meter of a house that uses what this phase uses", () => {
  const plain: House = {
    ...PLAIN,
    mistake: "one_phase",
    inverters: [{ ...PLAIN.inverters[0]!, limit: 4000 }],
    meter: { ...PLAIN.meter, phases: 3, imports: null },
  };
  const seeds = Array.from({ length: 9 }, (_, n) => ({ ...plain, seed: `phase/${n}` }));
  const house = seeds.find((one) => boundPhase(one) === 0)!;
  expect(isHidden(house)).toBe(true);
  for (
    const { phases, inverters, seconds } of powersOf(
      house,
      daysOfMonth("2025-06", "UTC", 0).slice(0, 3),
    )
  ) {
    for (let s = 0; s < seconds; s++) {
      // A house that uses a negative power would be no house.
      if (phases[0]![s]! + inverters[0]!.output[s]! < -1e-9) throw new RangeError(`second ${s}`);
    }
  }
  expect(house.inverters.every(isOnFirstPhase)).toBe(true);
  expect(parseHousehold(fileOf(house)).bindings.grid_power).toHaveLength(1);
});
