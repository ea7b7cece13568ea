import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LlmRequest } from "../../../src/demo/llm_stand_in.ts";
import { CRITERIA } from "../../../replay/judge/criteria.ts";
import { stage, stagedAnswer, type StageOptions } from "../stage.ts";

const JUDGE = "claude-sonnet-5-5";

/** A judge who knows a good answer, and says no to all of another one. */
function judged(request: LlmRequest): { readonly text: string } {
  if (request.model !== JUDGE) return stagedAnswer(request);
  const { analysis } = JSON.parse(request.messages[0]!.content[0]!.text);
  const verdict = JSON.stringify(analysis).includes("refuses the login") ? "yes" : "no";
  const verdicts = CRITERIA.map(({ name }) => [name, { reason: "it says so", verdict }]);
  return { text: JSON.stringify(Object.fromEntries(verdicts)) };
}

const judgedStage = (options: StageOptions = {}) =>
  stage({
    alerts: 3,
    answer: judged,
    yaml: `judge: { model: ${JUDGE}, verdicts: verdicts.jsonl }\n`,
    ...options,
  });

describe("a judge", () => {
  test("is asked about every answer once, and replayed", async () => {
    await using lab = await judgedStage();
    await lab.write("verdicts.jsonl", "");
    const recorded = await lab.record();
    // The same answer to alerts that differ is another question each time.
    const asked = lab.llm.requests.map(({ body }) => JSON.parse(body))
      .filter(({ model }) => model === JUDGE);
    expect(lab.llm.requests.length - asked.length).toBe(6);
    expect(asked.length).toBe(6);
    expect(recorded.err).toContain("0 of 6 judgements are there");
    expect(recorded.out).toMatch(/follows +100 % +0 % +none to compare, uncalibrated +–\n/);
    expect(recorded.out).toContain("Nothing of this is in the score.");
    const replayed = await lab.replay("run", lab.file);
    expect(replayed.out).toBe(recorded.out);
    await lab.record();
    expect(lab.llm.requests.length).toBe(12);
    const [run] = await Array.fromAsync(Deno.readDir(lab.runs));
    const report = await Deno.readTextFile(join(lab.runs, run!.name, "report.md"));
    expect(report).toContain("| follows | 100 % | 0 % | none to compare, uncalibrated | – |  |");
    const results = await Deno.readTextFile(join(lab.runs, run!.name, "results.csv"));
    expect(results.split("\n")[0]).toContain("judge_useful");
    const shown = await lab.replay("show", "case-1", "--config", lab.file);
    expect(shown.out).toContain("judge_useful: it says so");
  });

  test("who was not asked is a loud miss, with its cost and the command", async () => {
    await using lab = await judgedStage();
    await lab.write("verdicts.jsonl", "");
    const yaml = await Deno.readTextFile(lab.file);
    await lab.write("replay.yaml", yaml.replace(/judge:.*\n/, ""));
    await lab.record();
    await lab.write("replay.yaml", yaml);
    const { code, out, err } = await lab.replay("run", lab.file);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain("6 of 6 judgements are missing: 3 of careful, 3 of hasty");
    expect(err).toContain("careful  Alert0, case case-0, repeat 1");
    expect(err).toContain("6 requests, at most");
    const allowed = await lab.replay("run", lab.file, "--allow-missing");
    expect(allowed.out).toContain("6 judgements missing");
    expect(allowed.out).toMatch(/follows +–, 3 missing +–, 3 missing /);
    expect(lab.llm.requests.length).toBe(6);
  });

  test("is asked anew about another answer and after another prompt", async () => {
    await using lab = await judgedStage({
      yaml: `judge: { model: ${JUDGE}, prompt: prompts/judge.md }\n`,
    });
    await lab.write("prompts/judge.md", "Judge.");
    await lab.record();
    expect(lab.llm.requests.length).toBe(12);
    await lab.write("prompts/judge.md", "Judge!");
    expect((await lab.replay("run", lab.file)).err).toContain("6 of 6 judgements are missing");
    const pruned = await lab.replay("prune", lab.file);
    expect(pruned.out).toContain("6 recordings that");
  });

  test("is measured by reference verdicts on the same answers", async () => {
    await using lab = await judgedStage();
    await lab.write("verdicts.jsonl", "");
    await lab.record();
    const seals: string[] = [];
    for (const id of ["case-0", "case-1", "case-2"]) {
      const { out } = await lab.replay("show", id, "--config", lab.file);
      seals.push(...[...out.matchAll(/answer ([0-9a-f]{12})/g)].map(([, seal]) => seal!));
    }
    expect(seals.length).toBe(6);
    // The references agree with it, but for one answer.
    const line = (answer: string, verdict: "yes" | "no") =>
      JSON.stringify({ answer, criterion: "follows", verdict, by: "ada", at: "2026-03-04" });
    const lines = seals.map((seal, at) => line(seal, at % 2 === 1 || at === 0 ? "no" : "yes"));
    await lab.write("verdicts.jsonl", `${lines.join("\n")}\n${line("0123456789ab", "yes")}\n`);
    const { out } = await lab.replay("run", lab.file);
    expect(out).toMatch(
      /follows +100 % +0 % +83\.3 % of 6, uncalibrated +0\.67 +0\.68 \(−?\d\.\d\d\)/,
    );
    expect(out).toMatch(
      /all +83\.3 % of 6, uncalibrated +0\.67 +0\.68 \(−?\d\.\d\d\)/,
    );
    expect(out).toContain("References name 1 answer not here: 0123456789ab");
    await lab.write("verdicts.jsonl", `${line(seals[0]!, "yes")}\n${line(seals[0]!, "no")}\n`);
    expect((await lab.replay("run", lab.file)).err).toContain("verdicts.jsonl:2: ada has judged");
    await lab.write("verdicts.jsonl", line(seals[0]!, "yes").replace("follows", "follow"));
    expect((await lab.replay("run", lab.file)).err).toContain("verdicts.jsonl:1: criterion");
  });

  test("may be none of those whom it judges", async () => {
    await using lab = await stage({ alerts: 1, yaml: "judge: { model: claude-haiku-5-5 }\n" });
    const { code, err } = await lab.replay("run", lab.file);
    expect(code).toBe(1);
    expect(err).toContain(
      "judge.model: 'claude-haiku-5-5' is the model of the variant 'careful', which it would judge",
    );
  });

  test.each([
    ["maker/claude-haiku-5-5", false],
    ["claude-haiku-5-5-20261101", false],
    ["claude-haiku-5-4", true],
    ["claude-haiku-5-50", true],
  ])("is not taken for another because of how it is called: %s", async (model, isOther) => {
    await using lab = await stage({ alerts: 1, yaml: `judge: { model: ${model} }\n` });
    const { err } = await lab.replay("run", lab.file);
    expect(err.includes(`judge.model: '${model}' is the model 'claude-haiku-5-5' of`)).toBe(
      !isOther,
    );
  });

  test("does not spend what its budget does not hold", async () => {
    await using lab = await judgedStage({ yaml: `judge: { model: ${JUDGE} }\n` });
    // Enough for the six answers with their reserve, not for six judgements of some 10,000 tokens more.
    const { code, err } = await lab.record([
      "--yes",
      "--max-tokens",
      "18500",
      "--concurrency",
      "1",
    ]);
    expect(code).toBe(3);
    expect(err).toContain("not asked for: the budget is spent");
    const asked = lab.llm.requests.filter(({ body }) => JSON.parse(body).model === JUDGE).length;
    expect(lab.llm.requests.length).toBe(6 + asked);
    expect(asked).toBeLessThan(6);
  });
});
