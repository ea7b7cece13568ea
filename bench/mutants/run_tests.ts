/**
 * Runs test files in a process of their own, because a mutant may never return.
 *
 * @module
 */

/** A run may take so many times what it takes without a mutant, and so much more. [s] */
const SLOWER = 5, START = 60;

async function vitest(args: readonly string[], limit = Infinity) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--config=deno.dev.json", "npm:vitest", "run", "--project", "unit"],
      ...args,
    ],
    env: { TZ: "Pacific/Chatham", CI: "true" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let isLate = false;
  const timer = Number.isFinite(limit)
    ? setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, 1000 * limit)
    : undefined;
  const { success, stdout } = await child.output();
  clearTimeout(timer);
  return { success, isLate, text: new TextDecoder().decode(stdout) };
}

/** How long each test file takes. Files that fail are left out. [s] */
export async function timesOf(tests: readonly string[]): Promise<Record<string, number>> {
  const { text } = await vitest(["--reporter", "json", ...tests]);
  const report: {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  } = JSON.parse(text.slice(text.indexOf("{")));
  const passed = report.testResults.filter(({ status }) => status === "passed");
  const path = (name: string) => name.slice(name.lastIndexOf("/tests/") + 1);
  return Object.fromEntries(
    passed.map(({ name, startTime, endTime }) => [path(name), (endTime - startTime) / 1000]),
  );
}

/**
 * The first test that fails, with its file; `time` if they take far too long, `null` if none fails.
 *
 * @param seconds How long each test file takes.
 */
export async function failureOf(
  tests: readonly string[],
  seconds: Readonly<Record<string, number>>,
): Promise<string | null> {
  if (tests.length === 0) return null;
  const limit = START + SLOWER * tests.reduce((sum, test) => sum + seconds[test]!, 0);
  const { success, isLate, text } = await vitest(
    ["--bail", "1", "--maxWorkers", "1", "--reporter", "tap-flat", ...tests],
    limit,
  );
  if (success) return null;
  // Tests that were not run after the first failure fail without a time. If what comes before all tests
  // of a file fails, they are skipped.
  const failed = (/^not ok \d+ - (.*) # time.*$/m.exec(text) ?? /^not ok \d+ - (.*)$/m.exec(text) ??
    /^ok \d+ - (\S+\.test\.tsx?) .*# SKIP$/m.exec(text))?.[1];
  if (failed === undefined && !isLate) throw new Error(`No test ran: ${text}`);
  return failed ?? "time";
}
