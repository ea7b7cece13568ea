import { describe, expect, test } from "vitest";
import { recogniseHouse } from "../../src/setup/recognise_house.ts";
import { drawHouse } from "../houses/house.ts";
import { judge, type Verdict } from "./judge.ts";
import { memoryClient } from "./memory_client.ts";
import { NAMINGS, scrambledNamings } from "./namings.ts";
import { worldOf } from "./world.ts";

/** Houses that no rule was tuned on; `bench/setup_accuracy.ts` judges more of them. */
const FIRST = 5000;

async function verdictsOf(count: number, isScrambled: boolean): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let number = FIRST; number < FIRST + count; number++) {
    const house = { ...drawHouse(number), fault: null, mistake: null, usesDefaultNames: false };
    const naming = isScrambled
      ? scrambledNamings()[number % 2]!
      : NAMINGS[number % NAMINGS.length]!;
    const world = worldOf(house, naming, { others: 36 });
    const { proposals } = await recogniseHouse(memoryClient(world.series), { now: world.now });
    verdicts.push(...judge(world, proposals));
  }
  return verdicts;
}

function shareOf(verdicts: readonly Verdict[], verdict: Verdict["verdict"]): number {
  return verdicts.filter((one) => one.verdict === verdict).length / verdicts.length;
}

describe("houses under the names of known sources", () => {
  test(
    "nearly all roles are right, and what is bound without a question is never wrong",
    async () => {
      const verdicts = await verdictsOf(NAMINGS.length * 2, false);
      expect(verdicts.length).toBeGreaterThan(100);
      expect(shareOf(verdicts, "right")).toBeGreaterThan(0.97);
      expect(verdicts.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
    },
    180_000,
  );
});

describe("houses under names that say nothing", () => {
  test("most roles are right by the samples alone", async () => {
    const verdicts = await verdictsOf(14, true);
    expect(verdicts.length).toBeGreaterThan(50);
    expect(shareOf(verdicts, "right")).toBeGreaterThan(0.9);
    expect(verdicts.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
  }, 180_000);
});

test("a server without a house gives no proposal that is proved", async () => {
  const house = { ...drawHouse(FIRST), fault: null, mistake: null, usesDefaultNames: false };
  const world = worldOf(house, NAMINGS[0]!, { others: 60 });
  const others = world.series.filter(({ labels }) => labels["room"] !== undefined);
  const { proposals } = await recogniseHouse(memoryClient(others), { now: world.now });
  expect(proposals.filter(({ certainty }) => certainty === "proved")).toEqual([]);
});
