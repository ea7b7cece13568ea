import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readManifest } from "../../../replay/run/manifest.ts";
import { stage } from "../stage.ts";

/** The one run of a lab. */
async function runOf(runs: string): Promise<string> {
  const [run] = await Array.fromAsync(Deno.readDir(runs));
  return join(runs, run!.name);
}

const exploratory = (out: string) => /There is no verdict about hasty: ([^.]*)\./.exec(out)?.[1];

describe("a plan", () => {
  test("is written before the first answer, and named in the manifest", async () => {
    let plans: string | undefined;
    const file: { path?: string } = {};
    await using lab = await stage({
      alerts: 8,
      answer: () => {
        plans ??= Deno.readTextFileSync(file.path!);
        return new Response("", { status: 400 });
      },
    });
    file.path = join(lab.folder, "plans.jsonl");
    const { err } = await lab.record();
    expect(err).toMatch(
      /The plan [0-9a-f]{12} is in '.*plans\.jsonl': verdicts will be about score/,
    );
    const { sha256, names } = JSON.parse(plans!);
    expect(names).toHaveLength(8);
    expect(readManifest(await runOf(lab.runs)).plan).toBe(sha256);
  });

  test("is what a verdict needs: rules that are changed afterwards have none", async () => {
    await using lab = await stage({ alerts: 10 });
    await lab.record();
    const planned = await lab.replay("run", lab.file);
    expect(exploratory(planned.out)).toBeUndefined();
    const yaml = await Deno.readTextFile(lab.file);
    await lab.write("replay.yaml", `${yaml}within: 0.3\n`);
    const changed = await lab.replay("run", lab.file);
    expect(exploratory(changed.out)).toBe(
      "cases, labels, prompts or rules are not those of any plan",
    );
    // A plan made now is younger than the answers.
    await lab.record();
    const late = await lab.replay("run", lab.file);
    expect(exploratory(late.out)).toBe("its answers were recorded before this plan was made");
    await Deno.remove(join(lab.folder, "plans.jsonl"));
    expect(exploratory((await lab.replay("run", lab.file)).out))
      .toBe("no plan was made before the answers were recorded");
    // What fails in CI does not hang on a plan.
    expect((await lab.replay("run", lab.file)).code).toBe(planned.code);
  });

  test("is attempted again where everything is asked anew, and then has to be surer", async () => {
    await using lab = await stage({ alerts: 12 });
    await lab.record();
    const again = await lab.record(["--refresh", "--yes"]);
    expect(again.out.replace(/\s+/g, " ")).toContain("This is plan 2 on these names.");
    // Asking for one case anew would be a choice of answers.
    const part = await lab.record(["--refresh", "--yes", "--case", "case-3"]);
    expect(part.code).toBeLessThan(3);
    const { out } = await lab.replay("run", lab.file);
    expect(exploratory(out)).toBe("its answers were recorded before this plan was made");
  });

  test("lets a further candidate be judged against the answers that are there, more strictly", async () => {
    await using lab = await stage({ alerts: 12 });
    await lab.record();
    const yaml = await Deno.readTextFile(lab.file);
    await lab.write("prompts/bold.md", "Guess boldly.");
    await lab.write(
      "replay.yaml",
      yaml.replace(
        /( {2}- \{ name: hasty.*\n)/,
        "$1  - { name: bold, prompts: prompts/bold.md, model: claude-haiku-5-5 }\n",
      ),
    );
    await lab.record();
    const { out } = await lab.replay("run", lab.file);
    expect(exploratory(out)).toBe("its answers were recorded before this plan was made");
    expect(out).toMatch(/bold is (typically )?worse than careful/);
    expect(out.replace(/\s+/g, " ")).toContain(
      "This is plan 2 on these names. Its verdicts may be wrong in at most 2.5 % of runs",
    );
  });
});

test("labels make the name of an alert where the configuration says so", async () => {
  await using lab = await stage({ alerts: 4, yaml: "cluster: [namespace]\n" });
  const { out } = await lab.record();
  expect(out).toContain("4 alerts (1 name)");
});

test("'replay plan' says how many names and repeats a loss takes", async () => {
  await using lab = await stage({ alerts: 8, repeats: 2 });
  await lab.record();
  const plan = (...args: string[]) => lab.replay("plan", "--config", lab.file, ...args);
  const large = await plan("--difference", "0.5"), small = await plan("--difference", "0.2");
  const names = (out: string) => Number(/\n2 +(\d+)\n/.exec(out)?.[1]);
  expect(large.code).toBe(0);
  expect(names(large.out)).toBeLessThan(names(small.out));
  expect((await plan("--difference", "2")).code).toBe(1);
});
