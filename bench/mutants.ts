/**
 * Changes one operator or number of the source at a time and looks whether a test notices:
 * `deno run -A bench/mutants.ts FILE [count] [seed] [minutes]`. Verdicts are appended to FILE; what is
 * in it already is not run again. It changes files of the working tree and restores them. After so many
 * minutes it begins no further mutant.
 *
 * A mutant is tested by the tests that import its file, directly or not, the nearest first, until one
 * fails that passes without the mutant, or takes too long only with it.
 *
 * @module
 */

import { random } from "../tests/simulator/house/random.ts";

/** What is mutated. */
const FOLDERS = ["src/frames/", "src/energy/", "src/archive/"];
/** Tests that take minutes, or need programs of their own. */
const SLOW = /^tests\/(browser|gallery|image|notebooks|published|scale|servers)\//;
/** Groups of tests of a file, those first that usually notice. Each test is in the first that fits. */
const GROUPS: readonly ((test: string, file: string, steps: number) => boolean)[] = [
  (_, __, steps) => steps === 1,
  // Those that mirror its folder, such as tests/energy/contradictions/ and contradictions.test.ts.
  (test, file) => test.replace(/[/.][^/]*$/, "").startsWith(folderOf(file, 3)),
  (test, file) => test.startsWith(`${folderOf(file, 2)}/`),
  () => true,
];

/** The folder of tests that mirrors the one of a file, to a depth. */
function folderOf(file: string, depth: number): string {
  return file.replace(/^src/, "tests").split("/").slice(0, -1).slice(0, depth).join("/");
}

/** For the tests of one group. [ms] */
const LIMIT = 200_000;

/** Operators between spaces, and what replaces them. */
const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
};
const NAMES: Readonly<Record<string, string>> = {
  "Math.max": "Math.min",
  "Math.min": "Math.max",
  true: "false",
  false: "true",
  ".some(": ".every(",
  ".every(": ".some(",
};
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PATTERN = new RegExp(
  [
    `(?<= )(?:${Object.keys(OPERATORS).map(escaped).join("|")})(?= )`,
    ...Object.keys(NAMES).map((name) =>
      /^\w/.test(name) ? `\\b${escaped(name)}\\b` : escaped(name)
    ),
    "(?<![\\w.])\\d[\\d_]*(?:\\.\\d+)?(?![\\w.])",
    "(?<=[( ])!(?=[\\w(])",
    "(?<=\\n) +if \\(.*\\) (?:return|continue|break)[^\\n]*;(?=\\n)",
    "(?<=\\n) +[\\w.]+\\([^\\n]*\\);(?=\\n)",
  ].join("|"),
  "g",
);

/** A change of one file. */
interface Mutant {
  readonly file: string;
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

function mutantsOf(file: string, source: string): Mutant[] {
  const isCode = codeOf(source);
  return [...source.matchAll(PATTERN)].flatMap(({ index: at, 0: before }) => {
    const start = at + before.length - before.trimStart().length;
    return isCode[start] ? [{ file, at, before, after: replaced(before) }] : [];
  });
}

function replaced(text: string): string {
  if (text in OPERATORS) return OPERATORS[text]!;
  if (text in NAMES) return NAMES[text]!;
  if (/^\d/.test(text)) return text === "0" ? "1" : text === "1" ? "2" : `(${text} * 1.3)`;
  return "";
}

/** Per character, whether it is code: not a comment, a text or a type's definition. */
function codeOf(source: string): boolean[] {
  const isCode = new Array<boolean>(source.length).fill(true);
  const others = [
    /\/\*[\s\S]*?\*\//g,
    /\/\/.*/g,
    /"(?:[^"\\\n]|\\.)*"/g,
    /`(?:[^`\\]|\\.)*`/g,
    /^(?:export )?(?:interface|type) [\s\S]*?^\}$|^(?:export )?type .*$/gm,
    /^import [\s\S]*?;$/gm,
  ];
  for (const pattern of others) {
    for (const { index, 0: text } of source.matchAll(pattern)) {
      isCode.fill(false, index, index + text.length);
    }
  }
  return isCode;
}

/** The TypeScript files below a folder. */
function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) =>
    entry.isDirectory
      ? filesBelow(`${folder}${entry.name}/`)
      : /\.tsx?$/.test(entry.name)
      ? [folder + entry.name]
      : []
  );
}

/** Which files import each file. */
function importersOf(files: readonly string[]): Map<string, string[]> {
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

/** The tests that import a file, with their distance from it. */
function testsOf(file: string, importers: ReadonlyMap<string, readonly string[]>) {
  const distance = new Map([[file, 0]]);
  for (const [one, steps] of distance) {
    for (const other of importers.get(one) ?? []) {
      if (!distance.has(other)) distance.set(other, steps + 1);
    }
  }
  return [...distance].filter(([name]) => /\.test\.tsx?$/.test(name) && !SLOW.test(name))
    .sort(([, a], [, b]) => a - b);
}

/** The first test that fails, with its file; `time` if they take too long, `null` if none fails. */
async function failureOf(tests: readonly string[]): Promise<string | null> {
  if (tests.length === 0) return null;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--config=deno.dev.json", "npm:vitest", "run", "--project", "unit"],
      ...["--bail", "1", "--maxWorkers", "1", "--reporter", "tap-flat", ...tests],
    ],
    env: { TZ: "Pacific/Chatham" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, LIMIT);
  const { success, stdout } = await child.output();
  clearTimeout(timer);
  if (success) return null;
  const text = new TextDecoder().decode(stdout);
  // If what comes before all tests of a file fails, they are skipped.
  const failed = (/^not ok \d+ - (.*?)(?: # time.*)?$/m.exec(text) ??
    /^ok \d+ - (\S+\.test\.tsx?) .*# SKIP$/m.exec(text))?.[1];
  if (failed === undefined && !isLate) throw new Error(`No test ran: ${text}`);
  return failed ?? "time";
}

/** Tests that fail without any mutant. */
const broken = new Set<string>();

/** The same, without tests that fail or take too long anyway. */
async function killerOf(
  tests: readonly string[],
  withMutant: <Result>(run: () => Promise<Result>) => Promise<Result>,
): Promise<string | null> {
  for (;;) {
    const some = tests.filter((test) => !broken.has(test));
    const failed = await withMutant(() => failureOf(some));
    if (failed === "time") return await failureOf(some) === "time" ? null : failed;
    const file = some.find((test) => failed?.startsWith(test));
    if (file === undefined || await failureOf([file]) === null) return failed;
    broken.add(file);
    console.log(`${file} fails without a mutant`);
  }
}

/** A mutant and what became of it. */
interface Verdict extends Mutant {
  readonly line: number;
  /** The test that fails; `null` if none does. */
  readonly killedBy: string | null;
  /** How many groups of tests were run. */
  readonly steps: number;
}

const [report, count = "100", seed = "mutants", minutes = "Infinity"] = Deno.args;
if (report === undefined) throw new TypeError("Name the file for the verdicts");
const sources = FOLDERS.flatMap(filesBelow);
const chance = random(seed);
const mutants = sources.flatMap((file) => mutantsOf(file, Deno.readTextFileSync(file)))
  .map((mutant) => ({ mutant, order: chance.between(0, 1) }))
  .sort((a, b) => a.order - b.order)
  .slice(0, Number(count))
  .map(({ mutant }) => mutant);
const verdicts: Verdict[] = await Deno.readTextFile(report)
  .then((text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line)), () => []);
const end = Date.now() + Number(minutes) * 60_000;
const importers = importersOf(["mod.ts", ...filesBelow("src/"), ...filesBelow("tests/")]);
// The nearest tests of all mutants first: the farthest take long.
for (let group = 0; group < GROUPS.length; group++) {
  for (const { file, at, before, after } of mutants) {
    const own = verdicts.filter((one) =>
      one.file === file && one.at === at && one.before === before
    );
    if (own.some(({ killedBy, steps }) => killedBy !== null || steps > group)) continue;
    if (Date.now() > end) Deno.exit(0);
    const source = await Deno.readTextFile(file);
    const tests = testsOf(file, importers)
      .filter(([test, steps]) => GROUPS.findIndex((isIn) => isIn(test, file, steps)) === group)
      .map(([test]) => test);
    const withMutant = async <Result>(run: () => Promise<Result>) => {
      await Deno.writeTextFile(
        file,
        source.slice(0, at) + after + source.slice(at + before.length),
      );
      try {
        return await run();
      } finally {
        await Deno.writeTextFile(file, source);
      }
    };
    const killedBy = await killerOf(tests, withMutant);
    const line = source.slice(0, at).split("\n").length;
    const verdict: Verdict = {
      file,
      at,
      before,
      after,
      line,
      killedBy,
      steps: group + 1,
    };
    verdicts.push(verdict);
    await Deno.writeTextFile(report, `${JSON.stringify(verdict)}\n`, { append: true });
    console.log(`${killedBy ? "killed" : "lives"} ${file}:${line} ${before.trim()} → ${after}`);
  }
}
