import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LlmRequest } from "../../../src/demo/llm_stand_in.ts";
import { caseLine, stage, stagedAnswer } from "../stage.ts";

/** A stage whose answers are recorded. */
async function recorded(options: Parameters<typeof stage>[0] = {}) {
  const lab = await stage(options);
  await lab.record();
  return lab;
}

const runOf = async (runs: string) => (await Array.fromAsync(Deno.readDir(runs)))[0]!.name;

/** Bytes of all files of a folder, by name. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile) files[name] = (await Deno.readFile(join(folder, name))).toBase64();
  }
  return files;
}

describe("replay run", () => {
  test("tells variants apart, and fails the gate where one is surely worse", async () => {
    await using lab = await recorded({ alerts: 16 });
    const { code, out, err } = await lab.replay("run", lab.file);
    expect([code, err]).toEqual([2, ""]);
    expect(out).toContain("16 alerts (16 names) × 2 variants × 1 repeat = 32 answers");
    expect(out).toContain("hasty is worse than careful: ");
    expect(out).toMatch(/careful \(baseline\) +claude-haiku-5-5 +1\.00 +16 of 16 alerts/);
    expect(out).toMatch(/hasty +claude-haiku-5-5 +0\.00 +16 of 16 alerts/);
    expect(out).toContain("Gate\nfailed: hasty");
  });

  test("says 'form only' in table, gate and last line where nothing is labelled", async () => {
    await using lab = await recorded({ alerts: 8 });
    const yaml = await Deno.readTextFile(lab.file);
    await Deno.writeTextFile(lab.file, yaml.replace(/^labels:.*\n/m, ""));
    const { out } = await lab.replay("run", lab.file);
    expect(out).toMatch(/Model +Form-only score/);
    expect(out).toMatch(/Gate\n(?:failed|passed) \(form only: nothing is labelled\): /);
    expect(out.trimEnd().split("\n").at(-1)).toMatch(
      /^Form only: no answer was judged by a label\./,
    );
    await Deno.writeTextFile(lab.file, yaml);
    expect((await lab.replay("run", lab.file)).out.toLowerCase()).not.toContain("form only");
  });

  test("finds nothing between a prompt and itself with other repeats", async () => {
    let count = 0;
    const yaml =
      "  - { name: again, prompts: prompts/careful.md, model: claude-haiku-5-5, samples_from: 1 }\n";
    await using lab = await recorded({
      yaml,
      // Every fifth answer is worse: noise, the same for both.
      answer: (request: LlmRequest) =>
        stagedAnswer(++count % 5 ? request : { system: [{ text: "" }] }),
    });
    const { out } = await lab.replay("run", lab.file, "--variant", "careful", "--variant", "again");
    // A part of the configuration is not what was planned.
    expect(out).toContain(
      "There is no verdict about again: cases, labels, prompts or rules are not",
    );
    expect(out).not.toContain("could have seen");
    expect(out).toContain("Gate\npassed");
  });

  test("gives the same bytes each time", async () => {
    await using lab = await recorded({ alerts: 3 });
    const again = join(lab.folder, "again");
    await lab.replay("run", lab.file);
    const first = await filesOf(join(lab.runs, await runOf(lab.runs)));
    await lab.replay("run", lab.file);
    expect(await filesOf(join(lab.runs, await runOf(lab.runs)))).toEqual(first);
    await Deno.rename(lab.runs, again);
    await lab.replay("run", lab.file);
    const { "rows.jsonl": rows, ...others } = await filesOf(join(lab.runs, await runOf(lab.runs)));
    // Only where an answer came from is different: it was a call when it was recorded.
    expect(others).toEqual(
      Object.fromEntries(Object.entries(first).filter(([name]) => name !== "rows.jsonl")),
    );
    expect(rows).not.toBe(first["rows.jsonl"]);
    expect(Object.keys(first).sort()).toEqual([
      ".lock",
      "junit.xml",
      "manifest.json",
      "report.html",
      "report.md",
      "results.csv",
      "rows.jsonl",
      "scores.csv",
      "summary.json",
    ]);
  });

  test("stops at a recording that was changed: that is no miss", async () => {
    await using lab = await recorded({ alerts: 2 });
    const [path] = await lab.recordings();
    await Deno.writeTextFile(path!, (await Deno.readTextFile(path!)).replace("photos", "fotos"));
    const { code, err } = await lab.replay("run", lab.file);
    expect(code).toBe(1);
    expect(err).toMatch(/The recording '.*' was changed/);
    expect((await lab.replay("verify", lab.file)).code).toBe(1);
  });

  test("stops at a row that is of no answer of the run", async () => {
    await using lab = await recorded({ alerts: 2 });
    await lab.replay("run", lab.file);
    const folder = join(lab.runs, await runOf(lab.runs)), rows = join(folder, "rows.jsonl");
    const [row] = (await Deno.readTextFile(rows)).split("\n");
    const stray = `${row!.replace('"case":"case-0"', '"case":"case-9"')}\n`;
    await Deno.writeTextFile(rows, stray, { append: true });
    const { code, err } = await lab.replay("score", folder);
    expect(code).toBe(1);
    expect(err).toMatch(/has a row that its manifest does not: .*case-9/);
  });

  test("stops at a case that was changed, and at what replay.yaml misspells", async () => {
    await using lab = await recorded({ alerts: 2 });
    await lab.write("cases.jsonl", caseLine(0).replace("media", "other"));
    expect((await lab.replay("run", lab.file)).err).toContain("was changed");
    await lab.write("cases.jsonl", caseLine(0));
    const yaml = await Deno.readTextFile(lab.file);
    await lab.write("replay.yaml", `${yaml}checks: { weights: { causes: 2 } }\n`);
    expect((await lab.replay("run", lab.file)).err).toContain("there is no grade 'causes'");
    await lab.write("replay.yaml", `${yaml}primary: scores\n`);
    const { code, err } = await lab.replay("run", lab.file);
    expect(err).toContain("primary: there is no check 'scores'");
    expect(code).toBe(1);
  });

  test("tells of labels that are of no case", async () => {
    await using lab = await recorded({ alerts: 2 });
    await lab.write("cases.jsonl", caseLine(0));
    expect((await lab.replay("run", lab.file)).out).toContain("1 label of no case: case-1");
  });
});

describe("answers that are missing", () => {
  test("are all told, with the nearest recording, the cost and the command", async () => {
    await using lab = await recorded({ alerts: 3, repeats: 2 });
    await lab.write("prompts/hasty.md", "Be quick.\nCite all that you use.\n");
    const { code, out, err } = await lab.replay("run", lab.file);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toBe(`6 of 12 answers are missing: 6 of hasty

hasty  Alert0, case case-0, repeat 1
  ${/The nearest recording, .*/.exec(err)![0]}
  /body/system/0/text, line 2
    recorded  Cite what you use.
    now       Cite all that you use.

To record them (6 requests, about 4.8 k tokens and $0.015 (at most 77 k tokens and $0.0274)):
  deno task replay:record ${lab.file} --runs ${lab.runs}
--allow-missing gives the figures of the rest: not what was planned.
`);
    expect(err).toMatch(/nearest recording, [0-9a-f]{12}…, differs only in\n/);
  });

  test("are never found again after one byte of any prompt was changed", async () => {
    await using lab = await recorded({ alerts: 4 });
    for (const name of ["careful", "hasty"]) {
      const path = `prompts/${name}.md`;
      const text = await Deno.readTextFile(join(lab.folder, path));
      await lab.write(path, `${text} `);
    }
    expect((await lab.replay("run", lab.file)).err).toContain("8 of 8 answers are missing");
  });

  test("leave figures only to those who ask for them, and stay visible", async () => {
    await using lab = await recorded({ alerts: 3 });
    const [path] = await lab.recordings();
    await Deno.remove(path!);
    const { code, out, err } = await lab.replay("run", lab.file, "--allow-missing");
    expect(code).toBe(0);
    expect(err).toContain("1 of 6 answers are missing");
    expect(out).toContain("1 answer missing: the figures are of the rest.");
    expect(out).toMatch(/Failed calls +Missing/);
    const run = join(lab.runs, await runOf(lab.runs));
    expect(await Deno.readTextFile(join(run, "results.csv"))).toMatch(/,missing,/);
    const scored = await lab.replay("score", run);
    expect([scored.code, scored.out]).toEqual([3, ""]);
    expect(scored.err).toContain("1 of 6 answers");
  });
});

describe("replay score", () => {
  test("judges by the labels of today, without recordings and without a call", async () => {
    await using lab = await recorded();
    const run = await runOf(lab.runs);
    const { out } = await lab.replay("run", lab.file);
    await Deno.remove(join(lab.folder, "cassettes"), { recursive: true });
    expect((await lab.replay("score", run)).out).toBe(out);
    await lab.write(
      "labels.jsonl",
      (await Deno.readTextFile(join(lab.folder, "labels.jsonl"))).replaceAll(
        '"password"',
        '"certificate"',
      )
        .replaceAll('"credentials"', '"expired"').replaceAll('"authentication"', '"TLS"'),
    );
    const scored = await lab.replay("score", run.slice(0, -3));
    expect(scored.out).toMatch(/careful .* \d\.\d\d/);
    expect(lab.llm.requests.length).toBe(16);
  });

  test("refuses a run whose cases are not what they were", async () => {
    await using lab = await recorded({ alerts: 2 });
    const run = await runOf(lab.runs);
    await lab.write("cases.jsonl", caseLine(0) + caseLine(1, "Other"));
    expect((await lab.replay("score", run)).err).toContain("were changed since");
    await lab.write("cases.jsonl", caseLine(0));
    expect((await lab.replay("score", run)).err).toContain("The case 'case-1' of the run");
    // Cases that came later are none of its business.
    await lab.write("cases.jsonl", caseLine(0) + caseLine(1) + caseLine(2));
    expect((await lab.replay("score", run)).code).toBe(0);
  });

  test("names a run that is not there", async () => {
    await using lab = await recorded({ alerts: 1 });
    const { code, err } = await lab.replay("score", "nights");
    expect(code).toBe(1);
    expect(err).toContain("There is no run 'nights'");
    expect(err).toContain(`Runs are ${await runOf(lab.runs)}`);
  });
});

describe("replay compare", () => {
  test("shows two variants check by check, and where they differ", async () => {
    await using lab = await recorded();
    const { code, out } = await lab.replay("compare", "careful", "hasty", "--config", lab.file);
    expect(code).toBe(0);
    expect(out).toContain("hasty against careful\nhasty is worse than careful");
    expect(out).toMatch(/\ncause +8 \(8\) +1\.00 +0\.00 +−1\.000/);
    expect(out).toMatch(/\nvalid +8 \(8\) +1\.00 +1\.00 +the same at every name/);
    expect(out).toContain("p, not corrected");
    expect(out).toContain("hasty loses most of its score at Alert0 −1.000, Alert1 −1.000");
    // The other way round was not planned: figures, but no verdict.
    const back = await lab.replay("compare", "hasty", "careful", "--config", lab.file);
    expect(back.out).toContain(
      "There is no verdict about careful: this comparison was not planned",
    );
    expect(back.out).toMatch(/\ncause +8 \(8\) +0\.00 +1\.00 +\+1\.000/);
    expect(back.out).toContain("It gains most at Alert0 +1.000, Alert1 +1.000");
  });

  test("names what is neither a run nor a variant", async () => {
    await using lab = await recorded({ alerts: 1 });
    const { code, err } = await lab.replay("compare", "careful", "bold", "--config", lab.file);
    expect(code).toBe(1);
    expect(err).toContain("'bold' is neither a run nor a variant");
    expect(err).toContain("are careful, hasty");
  });

  test("gives no figures where answers are missing", async () => {
    await using lab = await recorded({ alerts: 2 });
    await Deno.remove((await lab.recordings())[0]!);
    const { code, out } = await lab.replay("compare", "careful", "hasty", "--config", lab.file);
    expect([code, out]).toEqual([3, ""]);
  });
});

describe("replay show", () => {
  test("shows alert, context, label, answers and verdicts", async () => {
    await using lab = await recorded({ alerts: 2, repeats: 2 });
    const { code, out } = await lab.replay("show", "case-1", "--config", lab.file);
    expect(code).toBe(0);
    for (
      const part of [
        "Alert1  case case-1",
        "FATAL: password authentication failed",
        "true cause    password | credentials | authentication and database",
        "careful  repeat 1, score 1.00",
        "hasty  repeat 1, score 0.00",
        "cause: it takes 'memory' for the cause",
        "--full shows all",
      ]
    ) expect(out.replace(/\s+/g, " ")).toContain(part.replace(/\s+/g, " "));
    expect(out).not.toContain("repeat 2, score");
    const full = await lab.replay(
      "show",
      "Alert1",
      "--full",
      "--variant",
      "hasty",
      "--config",
      lab.file,
    );
    expect(full.out).toContain("hasty  repeat 2, score 0.00");
    expect(full.out).not.toContain("careful  repeat");
  });

  test("lets nothing that strangers wrote steer the terminal", async () => {
    const hostile = "\u001b[2J\u202eevil\u0007";
    await using lab = await stage({
      alerts: 1,
      answer: (request: LlmRequest) => ({
        text: stagedAnswer(request).text.replace(
          "photos cannot",
          `${JSON.stringify(hostile).slice(1, -1)} cannot`,
        ),
      }),
    });
    await lab.write("cases.jsonl", caseLine(0, `Alert${hostile}`));
    await lab.record();
    const { out } = await lab.replay("show", "case-0", "--config", lab.file);
    expect(out).toContain("evil");
    // deno-lint-ignore no-control-regex
    expect(out).not.toMatch(/[\u001b\u0007\u202e]/);
    const { err } = await lab.replay("run", lab.file, "--case", "case-0", "--variant", "careful");
    expect(err).toBe("");
  });

  test("names a case that is not there, or not one alone", async () => {
    await using lab = await recorded({ alerts: 2 });
    expect((await lab.replay("show", "case-9", "--config", lab.file)).err)
      .toContain("There is no case 'case-9'");
    expect((await lab.replay("show", "case", "--config", lab.file)).err)
      .toContain("'case' is the beginning of 2 cases");
  });
});

describe("replay prune", () => {
  test("lists what is not used, and deletes only if told to", async () => {
    await using lab = await recorded({ alerts: 2 });
    await lab.write("prompts/hasty.md", "Be quick.\n");
    const listed = await lab.replay("prune", lab.file);
    expect(listed.out.split("\n").filter((line) => line.includes(".json  recorded")).length).toBe(
      2,
    );
    expect(listed.out).toContain("2 recordings that");
    expect((await lab.recordings()).length).toBe(4);
    expect((await lab.replay("prune", lab.file, "--delete")).out).toContain("Deleted 2 recordings");
    expect((await lab.recordings()).length).toBe(2);
    expect((await lab.replay("prune", lab.file)).out).toContain("No recordings");
  });
});

test("wrong usage has exit code 1: 2 is a failed gate", async () => {
  await using lab = await stage({ alerts: 1 });
  expect((await lab.replay("runn", lab.file)).code).toBe(1);
  expect((await lab.replay("run", lab.file, "--nope")).code).toBe(1);
  expect((await lab.replay("run", "--help")).code).toBe(0);
});
