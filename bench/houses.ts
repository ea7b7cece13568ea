/**
 * Judges Wattbook on thousands of house-months:
 * `deno run -A bench/houses.ts FILE [count] [first] [commit]`.
 * Verdicts are appended to FILE, and houses that are in it already are not simulated again, so a run
 * can be continued. At the end their tables are written to `tests/houses/run.json`, from which
 * `deno task accuracy` renders a part of `docs/accuracy.md`. The goals of the houses judged before are kept
 * there.
 *
 * @module
 */

import { drawHouse } from "../tests/houses/house.ts";
import { judgeHouse, type Verdict } from "../tests/houses/judge.ts";
import { tablesOf } from "../tests/houses/tables.ts";
import { HELD_BACK } from "../tests/houses/limits.ts";
import type { Run } from "../tests/accuracy/page.ts";

const [file, count = HELD_BACK.count, first = HELD_BACK.first, commit = await head()] = Deno.args;
if (file === undefined) throw new TypeError("Name the file for the verdicts");
const from = Number(first), until = from + Number(count);
const numberOf = ({ seed }: Verdict) => Number(seed.split("/")[1]);
const verdicts: Verdict[] = await Deno.readTextFile(file)
  .then((text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line)), () => []);
const done = new Set(verdicts.map(numberOf));
for (let number = from; number < until; number++) {
  if (done.has(number)) continue;
  const verdict = await steadyVerdict(number);
  verdicts.push(verdict);
  await Deno.writeTextFile(file, `${JSON.stringify(verdict)}\n`, { append: true });
  if (verdicts.length % 100 === 0) console.error(`${verdicts.length} house-months`);
}
const asked = verdicts.filter((one) => numberOf(one) >= from && numberOf(one) < until);
const kept: Run = JSON.parse(await Deno.readTextFile("tests/houses/run.json"));
const before = kept.first === from ? kept.before : { ...kept, tables: kept.tables.slice(0, 1) };
const run: Run = {
  first: from,
  count: asked.length,
  houses: rangesOf(asked.map(numberOf).sort((a, b) => a - b)),
  commit,
  tables: tablesOf(asked),
  before,
};
await Deno.writeTextFile("tests/houses/run.json", `${JSON.stringify(run)}\n`);

/**
 * Judges a month. One with far days is judged twice: once in four thousand months, the sums of a true
 * day were wrong, and right in each repetition.
 */
async function steadyVerdict(number: number): Promise<Verdict> {
  const verdict = await judgeHouse(drawHouse(number));
  if (verdict.wrongDays === 0) return verdict;
  const again = await judgeHouse(drawHouse(number));
  if (again.wrongDays !== verdict.wrongDays) {
    console.error(`House ${number}: ${verdict.wrongDays} far days, then ${again.wrongDays}`);
  }
  return again.wrongDays === verdict.wrongDays ? verdict : await judgeHouse(drawHouse(number));
}

/** Ascending numbers as text. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => `${from} to ${to}`).join(" and ");
}

/** The commit that is judged. */
async function head(): Promise<string> {
  const args = ["rev-parse", "--short", "HEAD"];
  const { stdout } = await new Deno.Command("git", { args }).output();
  return new TextDecoder().decode(stdout).trim();
}
