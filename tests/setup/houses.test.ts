import { beforeAll, describe, expect, test } from "vitest";
import { recogniseHouse } from "../../src/setup/recognise_house.ts";
import { howMany } from "../how_many.ts";
import { drawHouse } from "../houses/house.ts";
import { judge, type Verdict } from "./judge.ts";
import { memoryClient } from "./memory_client.ts";
import { NAMINGS, scrambledNamings } from "./namings.ts";
import { worldOf } from "./world.ts";

/** Houses that no rule was tuned on; `bench/setup_accuracy.ts` judges more of them. */
const FIRST = 5000;

/** The verdicts on houses, those under the names of known sources and those under others. */
const verdicts: Record<"known" | "scrambled", Verdict[]> = { known: [], scrambled: [] };

/** How many houses of each kind are judged. */
const COUNT = { known: NAMINGS.length * howMany(2, 1), scrambled: howMany(14, 6) };

beforeAll(async () => {
  for (let index = 0; index < Math.max(COUNT.known, COUNT.scrambled); index++) {
    const number = FIRST + index;
    const house = { ...drawHouse(number), fault: null, mistake: null, usesDefaultNames: false };
    // One after the other: a house is simulated once for both.
    for (const kind of ["known", "scrambled"] as const) {
      if (index >= COUNT[kind]) continue;
      const namings = kind === "known" ? NAMINGS : scrambledNamings();
      const world = worldOf(house, namings[number % namings.length]!, { others: 36 });
      const { proposals } = await recogniseHouse(memoryClient(world.series), { now: world.now });
      verdicts[kind].push(...judge(world, proposals));
    }
  }
}, 180_000);

function shareOf(verdicts: readonly Verdict[], verdict: Verdict["verdict"]): number {
  return verdicts.filter((one) => one.verdict === verdict).length / verdicts.length;
}

describe("houses under the names of known sources", () => {
  test("nearly all roles are right, and what is bound without a question is never wrong", () => {
    expect(verdicts.known.length).toBeGreaterThan(3.6 * COUNT.known);
    expect(shareOf(verdicts.known, "right")).toBeGreaterThan(0.97);
    expect(verdicts.known.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
  });
});

describe("houses under names that say nothing", () => {
  test("most roles are right by the samples alone", () => {
    expect(verdicts.scrambled.length).toBeGreaterThan(3.6 * COUNT.scrambled);
    expect(shareOf(verdicts.scrambled, "right")).toBeGreaterThan(0.9);
    expect(verdicts.scrambled.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
  });
});

test("a server without a house gives no proposal that is proved", async () => {
  const house = { ...drawHouse(FIRST), fault: null, mistake: null, usesDefaultNames: false };
  const world = worldOf(house, NAMINGS[0]!, { others: 60 });
  const others = world.series.filter(({ labels }) => labels["room"] !== undefined);
  const { proposals } = await recogniseHouse(memoryClient(others), { now: world.now });
  expect(proposals.filter(({ certainty }) => certainty === "proved")).toEqual([]);
});
