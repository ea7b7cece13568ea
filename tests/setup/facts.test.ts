import { expect, test } from "vitest";
import type { LabelledSamples } from "../../src/columns.ts";
import { type FoundHouse, recogniseHouse } from "../../src/setup/recognise_house.ts";
import { howMany } from "../how_many.ts";
import { drawHouse, type House } from "../houses/house.ts";
import { memoryClient } from "./memory_client.ts";
import { NAMINGS } from "./namings.ts";
import { worldOf } from "./world.ts";

const HOME_ASSISTANT = NAMINGS.find(({ name }) => name === "Home Assistant exporter")!;

interface Looked {
  readonly house: House;
  readonly found: FoundHouse;
}

/** What was found in houses, by their numbers: most are looked at for several reasons. */
const looked = new Map<number, Promise<Looked>>();

/** Looks at houses as setup does. */
async function lookAt(
  numbers: Iterable<number>,
  isWanted: (house: House) => boolean,
): Promise<Looked[]> {
  const all: Looked[] = [];
  for (const number of numbers) {
    const house = { ...drawHouse(number), fault: null, mistake: null, usesDefaultNames: false };
    if (!isWanted(house)) continue;
    if (!looked.has(number)) looked.set(number, look(house));
    all.push(await looked.get(number)!);
  }
  return all;
}

async function look(house: House): Promise<Looked> {
  const world = worldOf(house, HOME_ASSISTANT, { others: 0 });
  const found = await recogniseHouse(memoryClient(world.series), { now: world.now });
  return { house, found };
}

const range = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => start + index);

/** The value that a share of the values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

test("the sun's days tell about where a house is", async () => {
  const all = await lookAt(
    range(5000, 5000 + howMany(20, 6)),
    ({ inverters }) => inverters[0]?.power != null,
  );
  const places = all.flatMap(({ house, found: { place } }) =>
    place
      ? [{
        north: place.latitude - house.place.latitude,
        east: place.longitude - house.place.longitude,
      }]
      : []
  );
  // Near the equinoxes, and of days that are too dark, nothing is said.
  expect(places.length).toBeGreaterThan(0.5 * all.length);
  expect(quantile(places.map(({ north }) => Math.abs(north)), 0.5)).toBeLessThan(3);
  expect(quantile(places.map(({ north }) => Math.abs(north)), 0.9)).toBeLessThan(9);
  expect(quantile(places.map(({ east }) => Math.abs(east)), 0.5)).toBeLessThan(1.5);
  expect(quantile(places.map(({ east }) => Math.abs(east)), 0.9)).toBeLessThan(6);
}, 300_000);

test("a battery's connection that is called proved is the house's", async () => {
  const all = await lookAt(
    range(5000, 5000 + howMany(150, 60)),
    ({ battery, inverters }) => battery !== null && inverters[0]?.power != null,
  );
  expect(all.length).toBeGreaterThan(howMany(5, 1));
  const wrong = all.flatMap(({ house: { seed, battery }, found: { coupling } }) => {
    const truth = battery!.coupling === "ac"
      ? "ac"
      : battery!.generation === "output"
      ? "hybrid_output"
      : "hybrid_panels";
    // Both have the same energies; the error bands of the guess are the wider ones.
    const isGuess = coupling && !coupling.isProved && coupling.value === "hybrid_panels" &&
      truth === "ac";
    return coupling === null || coupling.value === truth || isGuess
      ? []
      : [`${seed}: ${truth}, found ${coupling.value}`];
  });
  expect(wrong).toEqual([]);
  expect(all.filter(({ found }) => found.coupling !== null).length).toBeGreaterThan(
    0.8 * all.length,
  );
}, 300_000);

test("the greatest power of a string is near its nameplate, never far above", async () => {
  const all = await lookAt(
    range(5000, 5000 + howMany(20, 12)),
    ({ inverters }) => inverters[0]?.strings === true,
  );
  const shares = all.flatMap(({ house, found }) => {
    const strings = found.proposals.find(({ role }) => role === "string_power")?.series ?? [];
    return strings.flatMap(({ candidate: { labels }, peak }) => {
      const plane = house.inverters.length === 1 &&
        house.inverters[0]!.planes.find(({ name }) => labels["entity"]!.endsWith(name));
      return plane ? [peak! / plane.kwp] : [];
    });
  });
  expect(shares.length).toBeGreaterThan(4);
  expect(Math.max(...shares)).toBeLessThan(1.1);
}, 300_000);

test("Home Assistant's own position counts, not the estimate", async () => {
  const house = { ...drawHouse(17), fault: null, mistake: null, usesDefaultNames: false };
  const { series, now } = worldOf(house, HOME_ASSISTANT, { others: 0 });
  const zone = (name: string, value: number): LabelledSamples => {
    const time = Float64Array.from({ length: 8 * 24 }, (_, hour) => now - hour * 3_600_000)
      .reverse();
    return {
      labels: { __name__: `zone.home_${name}`, domain: "zone", entity_id: "home" },
      time,
      value: time.map(() => value),
    };
  };
  const client = memoryClient([...series, zone("latitude", 50.61), zone("longitude", 9.72)]);
  const { place } = await recogniseHouse(client, { now });
  expect(place).toEqual({ latitude: 50.61, longitude: 9.72, source: "stated" });
}, 60_000);
