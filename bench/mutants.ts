/**
 * Changes one operator, number or statement of the source at a time and looks whether a test notices:
 *
 *     deno run -A bench/mutants.ts FILE [--count 100] [--seed mutants] [--minutes 5] [--rounds 2] [--again OTHER]
 *
 * Verdicts are appended to FILE, and what is in it already is not run again. FILE.times.json says how long
 * each test takes without a mutant; it is measured first. After so many minutes no further mutant begins,
 * and after so many rounds of tests no further round.
 * With `--again`, the mutants are those in another file of verdicts that no test killed. It changes files
 * of the working tree and restores them, so run it in a worktree in which you do nothing else.
 *
 * A mutant is tested by all tests that import its file, directly or not, in rounds: the nearest first,
 * then the simulated houses, then the quick ones. A test kills it if it fails or takes far too long, and
 * does not without the mutant.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { random } from "../tests/simulator/house/random.ts";
import { changed, type Mutant, mutantsOf } from "./mutants/mutate.ts";
import { filesBelow, importersOf, roundsOf, testsOf } from "./mutants/reach.ts";
import { failureOf, timesOf } from "./mutants/run_tests.ts";

/** What is mutated. */
const FOLDERS = ["src/frames/", "src/energy/", "src/archive/", "src/commands/sync/"];

/** A mutant and what became of it. */
interface Verdict extends Mutant {
  readonly line: number;
  /** The test that fails; `null` if none does so far. */
  readonly killedBy: string | null;
  /** How many rounds of tests were run, and how many there are. */
  readonly steps: number;
  readonly rounds: number;
}

const { positionals: [report], values } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "mutants" },
    minutes: { type: "string", default: "Infinity" },
    rounds: { type: "string", default: "Infinity" },
    again: { type: "string" },
  },
});
if (report === undefined) throw new TypeError("Name the file for the verdicts");
const end = Date.now() + Number(values.minutes) * 60_000;
const importers = importersOf(["mod.ts", ...filesBelow("src/"), ...filesBelow("tests/")]);
const mutants = values.again === undefined
  ? drawn(Number(values.count), values.seed)
  : survivorsIn(await verdictsIn(values.again));
const seconds = await testTimes(`${report}.times.json`);
const verdicts = await verdictsIn(report);

// A round for all mutants before the next: the last rounds take long.
for (let round = 0, isLast = false; !isLast && round < Number(values.rounds); round++) {
  isLast = true;
  for (const mutant of mutants) {
    const rounds = roundsOf(mutant.file, testsOf(mutant.file, importers), seconds);
    const own = verdicts.get(keyOf(mutant));
    if (own && (own.killedBy !== null || own.steps > round)) {
      isLast &&= own.killedBy !== null || own.steps >= rounds.length;
      continue;
    }
    if (Date.now() > end) Deno.exit(0);
    const source = await Deno.readTextFile(mutant.file);
    const killedBy = await killerOf(rounds[round]!, (run) => mutated(mutant, source, run));
    const verdict: Verdict = {
      ...mutant,
      line: source.slice(0, mutant.at).split("\n").length,
      killedBy,
      steps: round + 1,
      rounds: rounds.length,
    };
    isLast &&= killedBy !== null || verdict.steps === rounds.length;
    verdicts.set(keyOf(mutant), verdict);
    await Deno.writeTextFile(report, `${JSON.stringify(verdict)}\n`, { append: true });
    const { file, line, before, after } = verdict;
    console.log(`${killedBy ? "killed" : "lives"} ${file}:${line} ${before.trim()} → ${after}`);
  }
}
const killed = mutants.filter((one) => verdicts.get(keyOf(one))!.killedBy !== null).length;
console.log(`${killed} of ${mutants.length} killed`);

function keyOf({ file, at, before }: Mutant): string {
  return [file, at, before].join(" ");
}

/** So many mutants by chance. */
function drawn(count: number, seed: string): Mutant[] {
  const chance = random(seed);
  return FOLDERS.flatMap(filesBelow)
    .flatMap((file) => mutantsOf(file, Deno.readTextFileSync(file)))
    .map((mutant) => ({ mutant, order: chance.between(0, 1) }))
    .sort((a, b) => a.order - b.order).values()
    .map(({ mutant }) => mutant)
    .filter((mutant) => changed(mutant, Deno.readTextFileSync(mutant.file)) !== null)
    .take(count).toArray();
}

function survivorsIn(verdicts: ReadonlyMap<string, Verdict>): Mutant[] {
  return [...verdicts.values()].filter(({ killedBy }) => killedBy === null)
    .map(({ file, at, before, after }) => {
      if (!Deno.readTextFileSync(file).startsWith(before, at)) {
        throw new Error(`${file} has changed: "${before}" is no longer at ${at}`);
      }
      return { file, at, before, after };
    });
}

/** The last verdict on each mutant. */
async function verdictsIn(path: string): Promise<Map<string, Verdict>> {
  const text = await Deno.readTextFile(path).catch(() => "");
  const all: Verdict[] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return new Map(all.map((one) => [keyOf(one), one]));
}

/** How long the tests take that can notice any mutant. [s] */
async function testTimes(path: string): Promise<Record<string, number>> {
  const known = await Deno.readTextFile(path).catch(() => null);
  if (known !== null) return JSON.parse(known);
  const files = FOLDERS.flatMap(filesBelow);
  const tests = new Set(files.flatMap((file) => [...testsOf(file, importers).keys()]));
  const seconds = await timesOf([...tests]);
  await Deno.writeTextFile(path, JSON.stringify(seconds, null, 1));
  return seconds;
}

async function mutated<Result>(
  mutant: Mutant,
  source: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const { file } = mutant, text = changed(mutant, source);
  if (text === null) throw new Error(`${keyOf(mutant)} is no program`);
  await Deno.writeTextFile(file, text);
  try {
    return await run();
  } finally {
    await Deno.writeTextFile(file, source);
  }
}

/** The first test that fails, but not without the mutant. */
async function killerOf(
  tests: readonly string[],
  withMutant: <Result>(run: () => Promise<Result>) => Promise<Result>,
): Promise<string | null> {
  for (;;) {
    const some = tests.filter((test) => test in seconds);
    const failed = await withMutant(() => failureOf(some, seconds));
    if (failed === null) return null;
    if (failed === "time") return await failureOf(some, seconds) === "time" ? null : failed;
    const file = some.find((test) => failed.startsWith(test));
    if (file === undefined || await failureOf([file], seconds) === null) return failed;
    delete seconds[file];
    console.log(`${file} fails without a mutant`);
  }
}
