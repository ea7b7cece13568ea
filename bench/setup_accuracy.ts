/**
 * How often `deno task setup` is right: random houses of `tests/houses` under the names of known
 * sources, or under names that say nothing, among other series.
 *
 * ```sh
 * deno run -A --config=deno.dev.json bench/setup_accuracy.ts known 5000 200
 * deno run -A --config=deno.dev.json bench/setup_accuracy.ts scrambled 5000 200
 * ```
 *
 * @module
 */

import { recogniseHouse } from "../src/setup/recognise_house.ts";
import { drawHouse } from "../tests/houses/house.ts";
import { judge } from "../tests/setup/judge.ts";
import { memoryClient } from "../tests/setup/memory_client.ts";
import { NAMINGS, scrambledNamings } from "../tests/setup/namings.ts";
import { worldOf } from "../tests/setup/world.ts";

/** Series beside those of the house. */
const OTHERS = 48;

const [kind = "known", first = "5000", count = "100", verbose] = Deno.args;
const tally = new Map<string, Record<string, number>>();
const add = (key: string, verdict: string) => {
  const found = tally.get(key) ?? {};
  found[verdict] = (found[verdict] ?? 0) + 1;
  tally.set(key, found);
};

for (let number = Number(first); number < Number(first) + Number(count); number++) {
  const house = { ...drawHouse(number), fault: null, mistake: null, usesDefaultNames: false };
  const naming = kind === "scrambled"
    ? scrambledNamings()[number % 2]!
    : NAMINGS[number % NAMINGS.length]!;
  const world = worldOf(house, naming, { others: OTHERS });
  const { proposals } = await recogniseHouse(memoryClient(world.series), { now: world.now });
  for (const { role, verdict, why } of judge(world, proposals)) {
    const has = world.expected.some((one) => one.role === role && !one.isOptional);
    add(has ? role : "what the house does not have", verdict);
    if (has) add("all roles of the houses", verdict);
    if (verdict !== "right" && verbose) console.log(number, naming.name, verdict, role, why);
  }
}

console.log(`${count} houses from ${first}, ${kind} names, ${OTHERS} other series each`);
for (const [key, verdicts] of [...tally].sort(([a], [b]) => a < b ? -1 : 1)) {
  const all = Object.values(verdicts).reduce((a, b) => a + b, 0);
  const share = (100 * (verdicts["right"] ?? 0) / all).toFixed(1).padStart(6);
  console.log(`${key.padEnd(30)}${share} %  ${JSON.stringify(verdicts)}`);
}
