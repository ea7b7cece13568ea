/**
 * Recognises a house in the series of a server.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { type Candidate, listCandidates } from "./candidates.ts";
import { proposeByName, withTwins } from "./by_name.ts";
import { proposeConsumers } from "./consumers.ts";
import {
  type Evidence,
  familyOf,
  gatherEvidence,
  type PowerSignal,
  type PowerUnit,
} from "./evidence.ts";
import { findPlants } from "./inverters/find_plants.ts";
import { findStrings } from "./inverters/find_strings.ts";
import { generationOf, type Plant, sunOf } from "./inverters/plant.ts";
import { proposeGeneration } from "./inverters/propose.ts";
import { isSameReading } from "./meter/reading.ts";
import { proposeMeter } from "./meter/propose.ts";
import { readMeters } from "./meter/read_meters.ts";
import { addTraces } from "./physics.ts";
import type { Proposal, ProposedSeries } from "./proposal.ts";
import { ENERGY_UNITS, POWER_UNITS } from "./roles.ts";
import { type Shape, shapeOf, sketchAll } from "./sketch.ts";
import { recognise } from "./sources.ts";
import { estimatePlace, type FoundPlace, statedPlace } from "./place.ts";
import {
  couplingOf,
  dischargeOf,
  findStorage,
  type FoundCoupling,
  isInOutput,
  proposeStorage,
} from "./storage.ts";
import { formatSelector } from "../selector.ts";
import { HOUR, type TimeRange } from "../time.ts";
import { DAY, traceAll, type Wanted } from "./traces.ts";
import { consumerName, type Thing, thingsIn, unitIn } from "./words.ts";

/** What was found on a server. */
export interface FoundHouse {
  /** When it was looked for. [ms] */
  readonly at: number;
  /** One proposal per role that the house seems to have. */
  readonly proposals: readonly Proposal[];
  /** Number of series on the server, and of those that could be a house's. */
  readonly counted: { readonly series: number; readonly candidates: number };
  /** Middle of the sun's day, in UTC; `null` without generation. [h] */
  readonly noon: number | null;
  /** Where the house is; `null` if the server does not show it. */
  readonly place: FoundPlace | null;
  /** How the battery is connected; `null` without a battery, or if it hardly discharged. */
  readonly coupling: FoundCoupling | null;
  /** Names of the sources that were recognised. */
  readonly sources: readonly string[];
}

/** Options of {@linkcode recogniseHouse}. */
export interface RecogniseOptions {
  /** The server's present. [ms] */
  readonly now: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Called with what is being done. */
  readonly onProgress?: (text: string, done: number, total: number) => void;
}

/** Days that are sketched, and days that are compared sample by sample. */
const SKETCHED = 3, TRACED = 8;

/**
 * Recognises a house.
 *
 * @throws {WattbookError} Whatever the client throws.
 */
export async function recogniseHouse(
  client: Pick<Client, "series" | "queryRange" | "samples">,
  { now, signal, onProgress }: RecogniseOptions,
): Promise<FoundHouse> {
  const recent = { start: now - SKETCHED * DAY, end: now };
  const options = signal ? { signal } : {};
  onProgress?.("listing series", 0, 1);
  const { candidates, series } = await listCandidates(client, recent, options);
  const sketches = await sketchAll(client, candidates, recent, {
    ...options,
    onProgress: (done, total) => onProgress?.("looking at the last days", done, total),
  });
  const shapes = new Map([...sketches].map(([one, sketch]) => [one, shapeOf(sketch)]));
  // A wallbox that was last used before may have been used in the days that are compared.
  const still = [...shapes].flatMap(([one, { kind }]) => kind === "constant" ? [one] : []);
  const before = { start: now - TRACED * DAY, end: now };
  for (const [one, sketch] of await sketchAll(client, still, before, { ...options, step: HOUR })) {
    shapes.set(one, shapeOf(sketch));
  }
  const wanted = chooseWanted(shapes);
  const traces = await traceAll(client, wanted, { start: now - TRACED * DAY, end: now }, {
    ...options,
    onProgress: (done, total) => onProgress?.("comparing", done, total),
  });
  const evidence = gatherEvidence(traces);
  const { proposals, plants, coupling, sun } = propose(evidence);
  const place = statedPlace(sketches) ??
    (sun && estimatePlace(sun, traces.start));
  return {
    at: now,
    proposals: await withPeaks(client, proposals, { start: now - 365 * DAY, end: now }, options),
    counted: { series, candidates: candidates.length },
    noon: place ? (36 - place.longitude / 15) % 24 : noonOf(plants),
    place,
    coupling,
    sources: [
      ...new Set(
        proposals.flatMap((one) => one.series.map(({ candidate }) => recognise(candidate)?.source))
          .filter((source) => source !== undefined),
      ),
    ],
  };
}

/** Adds the greatest power of each string in a year. */
async function withPeaks(
  client: Pick<Client, "queryRange">,
  proposals: readonly Proposal[],
  { start, end }: TimeRange,
  options: { readonly signal?: AbortSignal },
): Promise<Proposal[]> {
  const peakOf = async ({ candidate, unit }: ProposedSeries) => {
    const query = `max_over_time(${formatSelector(candidate.selector)}[1d])`;
    const { columns } = await client.queryRange(query, { start, end, step: DAY }, options);
    const most = columns.value.reduce((a, b) => b > a ? b : a, 0);
    return most * POWER_UNITS[unit as PowerUnit] / 1000;
  };
  return await Promise.all(
    proposals.map(async (proposal) =>
      proposal.role !== "string_power" ? proposal : {
        ...proposal,
        series: await Promise.all(
          proposal.series.map(async (one) => ({ ...one, peak: await peakOf(one) })),
        ),
      }
    ),
  );
}

/** Most series that are compared sample by sample. */
const MOST_TRACED = 150;

/** Words that name what a house has once; it may have hundreds of plugs. */
const RARE: readonly Thing[] = [
  "grid",
  "imported",
  "exported",
  "solar",
  "battery",
  "soc",
  "string",
];

/** How much a name says for a comparison. */
function nameScore({ words }: Candidate, isKnown: boolean, things: ReadonlySet<Thing>): number {
  if (isKnown) return 6;
  if (things.has("consumer")) return consumerName(words) === null ? 1 : 4;
  return RARE.some((one) => things.has(one)) ? 4 : things.size > 0 ? 1 : 0;
}

/** The candidates that are worth a comparison: named ones first, then those of a fitting shape. */
export function chooseWanted(shapes: ReadonlyMap<Candidate, Shape>): Wanted[] {
  const isCounting = ({ kind }: Shape) => kind === "counter" || kind === "day_counter";
  // A register that hardly moves is one if the other tariff is.
  const families = new Set(
    [...shapes].flatMap(([candidate, shape]) => isCounting(shape) ? [familyOf(candidate)] : []),
  );
  const ranked = [...shapes].flatMap(([candidate, shape]) => {
    const known = recognise(candidate), things = thingsIn(candidate.words);
    if (things.has("forecast") || (things.has("weather") && !known)) return [];
    const isNamed = known !== null || things.size > 0;
    const unit = known?.unit ?? unitIn(candidate.words);
    // A register that did not move and a wallbox that was not used are known by their names.
    const isKin = families.has(familyOf(candidate));
    if (shape.kind === "constant" && !isKin && !(isNamed && unit !== null && unit !== "%")) {
      return [];
    }
    // A stated unit knows better than the shape: a wallbox that runs once a day looks like a counter.
    const isCounter = unit !== null && unit in ENERGY_UNITS ||
      !(unit !== null && unit in POWER_UNITS) && (isCounting(shape) || isKin);
    const score = nameScore(candidate, known !== null, things) + (shape.isSigned ? 2 : 0) +
      2 * shape.sun + (isCounter ? 0.5 : 0) - (things.has("electrical") ? 3 : 0);
    const kinds: Wanted["kind"][] = [isCounter ? "counter" : "power"];
    // A charge level may look like a power, and a power that hardly moves like a level.
    if (shape.isBounded && shape.kind === "power") kinds.push("level");
    // A wallbox that runs once a day may look like a day counter.
    if (shape.kind === "day_counter" && unit === null) kinds.push("power");
    return kinds.map((kind) => ({ candidate, kind, score }));
  });
  return ranked.sort((a, b) => b.score - a.score).slice(0, MOST_TRACED)
    .map(({ candidate, kind }) => ({ candidate, kind }));
}

/** Most meters that are tried. */
const TRIED = 6;

/** Makes proposals of the evidence. */
function propose(
  evidence: Evidence,
): {
  proposals: Proposal[];
  plants: readonly Plant[];
  sun: Float64Array | null;
  coupling: FoundHouse["coupling"];
} {
  const storage = findStorage(evidence);
  const battery = new Set<PowerSignal>(
    evidence.powers.filter(({ members }) =>
      members.some((one) => storage?.power.members.includes(one))
    ),
  );
  const ofBattery = new Set(
    [storage?.charged?.counter, storage?.discharged?.counter].filter((one) => one !== undefined),
  );
  const discharge = storage && dischargeOf(storage);
  const contextOf = (plants: readonly Plant[]) => {
    const generation = generationOf(plants), supply = supplyOf(generation, discharge);
    return { generation, battery, discharge, supply };
  };
  // The meter is known better once the inverters are, and these once the meter is: each meter that is
  // possible is tried with the inverters that fit it.
  let plants = findPlants(evidence, { powers: battery, counters: ofBattery, discharge });
  let readings = readMeters(evidence, contextOf(plants));
  for (const tried of readings.slice(0, TRIED)) {
    const fitting = findPlants(evidence, {
      powers: new Set([...battery, ...tried.parts.map(({ power }) => power)]),
      counters: new Set([
        ...ofBattery,
        ...[tried.imports, tried.exports].flatMap((one) => one ? [one.counter] : []),
      ]),
      net: tried.net,
      discharge,
    });
    const again = readMeters(evidence, contextOf(fitting));
    const same = again.find((one) => isSameReading(one, tried));
    if (same && (tried === readings[0] || same.score > readings[0]!.score)) {
      plants = fitting;
      readings = [same, ...again.filter((one) => one !== same)];
    }
  }
  const [meter = null] = readings;
  const taken = {
    powers: new Set([...battery, ...meter?.parts.map(({ power }) => power) ?? []]),
    counters: ofBattery,
    discharge,
  };
  const strings = findStrings(evidence, plants, taken);
  const proved = [
    ...proposeMeter(evidence, readings),
    ...proposeGeneration(evidence, plants, strings),
    ...storage ? proposeStorage(evidence, storage) : [],
  ];
  const candidatesOf = (all: readonly Proposal[]) =>
    new Set(all.flatMap(({ series }) => series.map(({ candidate }) => candidate)));
  const proposals = withTwins(evidence, proved, candidatesOf(proved));
  const generation = generationOf(plants);
  const named = proposeByName(evidence, proposals, {
    imported: meter && meter.net.map((one) => Math.max(0, one)),
    exported: meter && meter.net.map((one) => Math.max(0, -one)),
    generated: generation,
  }, candidatesOf(proposals));
  const all = [...proposals, ...named], supply = supplyOf(generation, discharge);
  const load = meter && (supply ? addTraces([[meter.net, 1], [supply, 1]]) : meter.net);
  return {
    proposals: [...all, ...proposeConsumers(evidence, candidatesOf(all), load)],
    plants,
    sun: generation && sunOf(generation, discharge),
    coupling: discharge && generation && couplingOf(
      discharge,
      generation,
      strings.length > 0 ? addTraces(strings.map(({ watts }) => [watts, 1])) : null,
    ),
  };
}

/** Power of inverters and battery together. [W] */
function supplyOf(
  generation: Float64Array | null,
  discharge: Float64Array | null,
): Float64Array | null {
  if (!generation || !discharge) return generation ?? discharge;
  return isInOutput(discharge, generation)
    ? generation
    : addTraces([[generation, 1], [discharge.map((one) => Number.isNaN(one) ? 0 : one), 1]]);
}

function noonOf(plants: readonly Plant[]): number | null {
  const [shape] = plants.map(({ power, total, today }) => (power ?? total ?? today)?.shape);
  return shape?.centre ?? null;
}
