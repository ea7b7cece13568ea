import { afterAll, describe, expect, test } from "vitest";
import { fileURLToPath } from "node:url";
import { bareEnvironment, countingRegistry, isRegistryThere } from "./registry.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MEGABYTE = 1e6;

/** The most that the first report may download and leave. [MB] */
const LIMITS = { downloads: 95, leaves: 300 };

async function run(program: string, args: string[], options: Deno.CommandOptions = {}) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, ...options }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

describe.runIf(await isRegistryThere())("in a fresh clone and an empty home folder", async () => {
  const folder = await Deno.makeTempDir();
  afterAll(() => Deno.remove(folder, { recursive: true }));
  const clone = `${folder}/wattbook`, home = `${folder}/home`;
  await Deno.mkdir(home);
  await copyTracked(clone);

  const task = (args: string[], env: Record<string, string> = {}) =>
    run(Deno.execPath(), ["task", "--quiet", ...args], {
      cwd: clone,
      clearEnv: true,
      env: { ...bareEnvironment(home), ...env },
    });
  const REPORT = ["report", "--from", "2025-06-01", "--to", "2025-06-02"];

  test("the first report downloads and leaves no more than the README says", async () => {
    await using registry = await countingRegistry();
    const { code, out, err } = await task(REPORT, { NPM_CONFIG_REGISTRY: registry.url });
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Wrote report.csv (2 days)");
    const downloads = registry.bytes() / MEGABYTE;
    const left = await run("du", ["-sc", "-B1", `${home}/.cache`, `${clone}/node_modules`]);
    const leaves = Number.parseInt(left.out.trim().split("\n").at(-1)!) / MEGABYTE;
    const readme = await Deno.readTextFile(`${ROOT}README.md`);
    const [, mostDownloads, mostLeaves] = /downloads (\d+) MB of packages and leaves (\d+) MB/.exec(
      readme,
    )!.map(Number);
    const text = `downloads ${downloads.toFixed(1)} MB, leaves ${leaves.toFixed(1)} MB`;
    // The README's numbers are right, and within the limits.
    expect(downloads, text).toBeLessThan(mostDownloads!);
    expect(leaves, text).toBeLessThan(mostLeaves!);
    expect(downloads, text).toBeGreaterThan(mostDownloads! * 0.8);
    expect(leaves, text).toBeGreaterThan(mostLeaves! * 0.8);
    expect(mostDownloads).toBeLessThanOrEqual(LIMITS.downloads);
    expect(mostLeaves).toBeLessThanOrEqual(LIMITS.leaves);
  });

  // Whoever asks a registry now is refused.
  const CUT = { HTTPS_PROXY: "http://127.0.0.1:9/", HTTP_PROXY: "http://127.0.0.1:9/" };

  test.each([
    ["the same home folder", {}],
    ["a cache elsewhere that is empty", { DENO_DIR: `${folder}/elsewhere` }],
  ])("the second needs no network and says nothing of packages, with %s", async (_, env) => {
    const { code, err } = await task(REPORT, { ...CUT, ...env });
    expect({ code, err: err.replace(/^notice: .*\n/gm, "") }).toEqual({
      code: 0,
      err: "",
    });
  });

  test.each(["now", "doctor", "sync", "verify"])("%s starts without a network", async (name) => {
    const { code, out, err } = await task([name, "--help"], CUT);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Usage: deno task ${name} `);
  });
});

/** What a clone would hold, with what is not committed yet. */
async function copyTracked(to: string): Promise<void> {
  const { out } = await run(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    { cwd: ROOT },
  );
  for (const path of out.split("\0").filter((path) => path && !path.startsWith("alerts/data/"))) {
    await Deno.mkdir(`${to}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
    await Deno.copyFile(`${ROOT}${path}`, `${to}/${path}`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}
