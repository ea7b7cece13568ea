import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doctor } from "../../src/commands/doctor.ts";
import { report } from "../../src/commands/report.ts";
import { setup } from "../../src/commands/setup.ts";
import { sync } from "../../src/commands/sync.ts";
import { verify } from "../../src/commands/verify.ts";
import { whatIf } from "../../src/commands/whatif.ts";
import type { Effects } from "../../src/terminal/command.ts";
import { howMany } from "../how_many.ts";
import { denoEnvironment } from "../run.ts";
import { effects } from "../terminal/capture.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PAGES = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n")
  .filter((page) =>
    /^(README|CONTRIBUTING|docs\/[^/]+|alerts\/(README|docs\/[^/]+))(\.md)?$/.test(page)
  );

/** Household commands, which are run also where a sentence names them with options. */
const IN_SENTENCES = /^deno task (report|whatif|setup|doctor|now|sync|verify)\b.* -/;

/** Commands of a page, each on one line, as `deno task …` where `npx` starts Deno. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block!)
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"));
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => plain(span!))
    .filter((span) => IN_SENTENCES.test(span) && !/…|FILE|NAME|DIR/.test(span));
  return [...blocks.map(plain).filter((line) => line !== ""), ...spans];
}

function plain(line: string): string {
  return line.replace(/\s+#.*$/, "").trim().replace(/^npx -y deno@[\d.]+ task/, "deno task");
}

const commands = new Map<string, string[]>();
for (const page of PAGES) {
  for (const command of commandsOf(await readFile(join(ROOT, page), "utf8"))) {
    commands.set(command, [...commands.get(command) ?? [], page]);
  }
}

/** Commands that are not run here, and why. Each line has a command that it is about. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^(apt-get|docker|kubectl (-n|apply)) /, "changes the machine, or needs a daemon or a cluster"],
  [/^npm install -g|^deno install --global/, "changes the machine"],
  [/^(deno|npm) publish$|^cd npm\/package$/, "publishes; tests/published does so on loopback"],
  [/^deno task npm$/, "tests/published runs it"],
  [/^wattbook |^npx -y wattbook |^claude mcp /, "needs an installed package; tests/published"],
  [/^deno task test$/, "runs this test"],
  [/^deno task serve\b/, "serves until it is stopped; tests/browser/serve.test.ts"],
  [/^deno run .*(bench|tests)\//, "takes minutes; the benches and houses have tests of their own"],
  [/^deno task (host-)?analyzer(:doctor)?$/, "needs a cluster or hosts; alerts/tests/services"],
  [/^deno task replay (run|:record)|^deno task replay:record/, "needs cases of one's own"],
];

/** Commands that need a metrics server. Here they get as far as noticing that there is none. */
const NEEDS_SERVER =
  /task (setup|doctor|now|sync|verify)\b(?!.*--source demo)|--compute server|\+server/;
const NO_SERVER = /no server is configured|no metrics server is configured/i;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "commands-"));
  const demo = join(ROOT, "data/fixtures/demo");
  await symlink(demo, join(folder, "archive"));
  await mkdir(join(folder, "homes"));
  await symlink(demo, join(folder, "homes/household=weber"));
  for (const name of ["weber.json", "house.json"]) {
    await cp(join(demo, "household.json"), join(folder, name));
  }
  for (const name of ["tariff.json", "flat.json"]) {
    await cp(join(ROOT, "data/tariffs/de-flat.json"), join(folder, name));
  }
  await writeFile(join(folder, "shop.log"), "password=hunter2hunter2\n");
  // Stands in for a cluster's.
  await writeFile(join(folder, "kubectl"), `#!/bin/sh\necho '{"password":"hunter2"}'\n`, {
    mode: 0o755,
  });
});
afterAll(() => rm(folder, { recursive: true }));

/** How a command ended, and all that it printed. */
interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a line as a shell does, in a folder without settings. */
async function shell(line: string): Promise<Ended> {
  const deno = `"${Deno.execPath()}" task --quiet --config "${ROOT}deno.json"`;
  const child = new Deno.Command("bash", {
    args: ["-c", line.replaceAll("deno task", deno)],
    cwd: folder,
    clearEnv: true,
    env: { ...denoEnvironment(), PATH: `${folder}:${Deno.env.get("PATH")}`, NO_COLOR: "1" },
    stdin: "null",
  });
  const { code, stdout, stderr } = await child.output();
  return { code, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

const isListed = (command: string) => NOT_RUN.some(([pattern]) => pattern.test(command));
const runnable = [...commands.keys()].filter((command) => !isListed(command));
/** Of so many lines with the same options and other values, only the first ones run. */
const ALIKE = howMany(Infinity, 1);
const run = [...Map.groupBy(runnable, optionsOf).values()].flatMap((alike) =>
  alike.slice(0, ALIKE)
);

/** Household commands, as their processes call them. */
const INSIDE: Readonly<
  Record<string, (args: readonly string[], effects: Effects) => Promise<number>>
> = { doctor, report, setup, sync, verify, whatif: whatIf };

/** So many lines of a household command start a process. */
const STARTED = howMany(Infinity, 1);
const inside = new Set(
  [...Map.groupBy(run, (line) => line.match(/^deno task ([a-z]+)\b/)?.[1] ?? "")]
    .flatMap(([name, lines]) => Object.hasOwn(INSIDE, name) ? lines.slice(STARTED) : []),
);

/** Runs a line, where a process of the same command has been started, in this process. */
async function runLine(line: string): Promise<Ended> {
  if (!inside.has(line)) return await shell(line);
  const [, , name, ...args] = line.split(" ");
  const own = effects();
  const code = await INSIDE[name!]!(args, own);
  return { code, output: own.stdout.text + own.stderr.text };
}

// Not earlier: the pages are read by paths relative to the project.
const before = Deno.cwd();
beforeAll(() => Deno.chdir(folder));
afterAll(() => Deno.chdir(before));

/** A line without the values of its options. */
function optionsOf(line: string): string {
  return line.replaceAll(/(?<= --[a-z-]+ )[^-\s]\S*/g, "…");
}

test("the pages have commands", () => {
  expect(runnable.length).toBeGreaterThan(20);
});

test.each(NOT_RUN)("a page has a command of the list: %s", (pattern) => {
  expect([...commands.keys()].some((command) => pattern.test(command))).toBe(true);
});

// Two at once, as the project's configuration says.
describe.concurrent("commands that need no server work", () => {
  const each = run.filter((command) => !NEEDS_SERVER.test(command));
  test.each(each)("%s", async (command) => {
    const { code, output } = await runLine(command);
    expect(code, `${commands.get(command)}: ${output}`).toBe(0);
  }, 120_000);
});

describe.concurrent("commands that need a server accept their options", () => {
  const each = run.filter((command) => NEEDS_SERVER.test(command));
  test.each(each)("%s", async (command) => {
    const { code, output } = await runLine(command);
    expect(code, `${commands.get(command)}: ${output}`).toBe(1);
    expect(output).toMatch(NO_SERVER);
  }, 60_000);
});
