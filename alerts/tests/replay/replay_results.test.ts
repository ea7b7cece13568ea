import pl from "nodejs-polars";
import { dirname, join, relative, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Frame } from "../../../src/frames/frame.ts";
import { demoFile } from "../../replay/answers.ts";
import { type ReplayResults, replayResults } from "../../replay/replay_results.ts";

let run: ReplayResults;
beforeAll(async () => {
  run = await replayResults();
}, 60_000);

/** Distinct values of a column. */
function values(frame: Frame, column: string): unknown[] {
  return [...new Set(frame.getColumn(column).toArray())];
}

describe("replayResults() of the demo", () => {
  test("says what it is about", () => {
    expect(run).toMatchObject({ baseline: "shipped", primaries: ["score"], isSynthetic: true });
    expect(run.alerts).toBeGreaterThanOrEqual(44);
    expect(run.clusters).toBeGreaterThanOrEqual(28);
  });

  test("has a row per variant, comparison, answer and verdict", () => {
    const variants = ["shipped", "short", "no-context"], answers = run.alerts * 3 * 3;
    expect(values(run.variants, "variant")).toEqual(variants);
    expect([run.results.height, run.answers.height]).toEqual([answers, answers]);
    const checks = values(run.scores, "check");
    const judged = checks.filter((check) => String(check).startsWith("judge_"));
    // A judge looks at the first answer to eight alerts.
    expect(run.scores.height).toBe(answers * (checks.length - judged.length) + 24 * judged.length);
    expect(run.comparisons.height).toBe(2 * checks.length);
    expect(values(run.comparisons, "candidate")).toEqual(["short", "no-context"]);
  });

  test("gives one verdict per candidate, on the primary check, in the first row", () => {
    const verdicts = run.comparisons.filter(pl.col("verdict").isNotNull());
    expect(verdicts.select("candidate", "check", "verdict").toRecords()).toEqual([
      { candidate: "short", check: "score", verdict: "worse" },
      { candidate: "no-context", check: "score", verdict: "worse" },
    ]);
    expect(run.comparisons.getColumn("check").toArray()[0]).toBe("score");
  });

  test("agrees with itself: a mean of the wide frame is that of the variants", () => {
    const [shipped] = run.variants.toRecords();
    const own = run.results.filter(pl.col("variant").eq(pl.lit("shipped")));
    // Every alert has the same number of repeats, so that the mean of a name is one over its answers.
    const names = own.groupBy("cluster").agg(pl.col("score").mean());
    expect(names.getColumn("score").mean()).toBeCloseTo(shipped!["score"] as number, 12);
    expect(own.getColumn("usd").sum()).toBeCloseTo(shipped!["usd"] as number, 12);
  });

  test("has the texts of answers, and none where there is none", () => {
    const refused = run.answers.filter(
      pl.col("case").eq(pl.lit("crashloop-hostile-log")).and(pl.col("sample").eq(2)),
    ).filter(pl.col("variant").eq(pl.lit("shipped"))).toRecords()[0]!;
    expect(refused).toMatchObject({ summary: null, cause: null, severity: null });
    expect(run.answers.getColumn("summary").nullCount()).toBeLessThan(10);
  });
});

test("an answer that is missing is an error, not a gap in the statistics", async () => {
  const folder = await Deno.makeTempDir();
  // Paths in a configuration begin at its folder.
  const demo = relative(folder, dirname(resolve(demoFile())));
  const config = `
cases: [${demo}/cases.jsonl]
cassettes: ${demo}/cassettes
endpoint: https://llm.example/v1/messages
repeats: 4 # the demo has three answers each
variants:
  - name: short
    prompts:
      alertmanager: ${demo}/prompts/short-cluster.md
      hostmon: ${demo}/prompts/short-host.md
    model: demo-model
`;
  await Deno.writeTextFile(join(folder, "replay.yaml"), config);
  await expect(replayResults(join(folder, "replay.yaml"))).rejects.toMatchObject({
    code: "MISSING_ANSWERS",
    message: `${run.alerts} of ${run.alerts * 4} answers are missing`,
  });
  await Deno.remove(folder, { recursive: true });
});

test("a folder that is no run is told as such", async () => {
  await expect(replayResults("no/such/run")).rejects.toMatchObject({ code: "BAD_RUN" });
});
