/**
 * The tests that can notice a change of a file: those that import it, directly or not.
 *
 * @module
 */

/** Tests that take minutes, or need programs of their own. */
const SLOW = /^tests\/(browser|gallery|image|notebooks|published|scale|servers)\//;

/** The TypeScript files below a folder, in a fixed order. */
export function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) =>
    entry.isDirectory
      ? filesBelow(`${folder}${entry.name}/`)
      : /\.tsx?$/.test(entry.name)
      ? [folder + entry.name]
      : []
  );
}

/** Which files import each file. */
export function importersOf(files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const text = Deno.readTextFileSync(file);
    for (const [, path] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"|import "(\.[^"]+)"/g)) {
      const found = new URL(path!, `file:///${file}`).pathname.slice(1);
      importers.set(found, [...importers.get(found) ?? [], file]);
    }
  }
  return importers;
}

/** The tests that import a file, with the number of imports in between and one. */
export function testsOf(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const distance = new Map([[file, 0]]);
  for (const [one, steps] of distance) {
    for (const other of importers.get(one) ?? []) {
      if (!distance.has(other)) distance.set(other, steps + 1);
    }
  }
  return new Map([...distance].filter(([name]) => /\.test\.tsx?$/.test(name) && !SLOW.test(name)));
}

/** The first further round takes so long, each later one so many times as long. [s] */
const SHORTEST = 8, LONGER = 3;

/** These compare all results of simulated houses with what they were. */
const HOUSES = [
  "tests/houses/battery.test.ts",
  "tests/houses/went_wrong_once.test.ts",
  "tests/houses/houses.test.ts",
];

/**
 * The tests of a file in rounds. First come those that import it directly or mirror its place, such as
 * `tests/energy/contradictions/` and `contradictions.test.ts`, then the simulated houses.
 * The others follow, near and quick ones first.
 *
 * @param seconds How long each test file takes; files that are not in it are left out.
 */
export function roundsOf(
  file: string,
  tests: ReadonlyMap<string, number>,
  seconds: Readonly<Record<string, number>>,
): string[][] {
  const mirror = file.replace(/^src/, "tests").split("/").slice(0, -1).slice(0, 3).join("/");
  const known = [...tests].filter(([test]) => test in seconds);
  const isNear = ([test, steps]: [string, number]) =>
    steps === 1 ||
    (mirror.split("/").length > 2 && test.replace(/[/.][^/]*$/, "").startsWith(mirror));
  const near = known.filter(isNear).map(([test]) => test);
  const far = known.filter((one) => !isNear(one) && !HOUSES.includes(one[0]))
    .map(([test, steps]) => ({ test, cost: steps * seconds[test]! }))
    .sort((a, b) => a.cost - b.cost);
  const houses = HOUSES.filter((test) => tests.has(test) && test in seconds);
  const rounds: string[][] = [near, ...houses.length > 0 ? [houses] : []];
  let left = 0, length = SHORTEST;
  for (const { test } of far) {
    if (left <= 0) {
      rounds.push([]);
      left = length;
      length *= LONGER;
    }
    rounds.at(-1)!.push(test);
    left -= seconds[test]!;
  }
  return rounds;
}
