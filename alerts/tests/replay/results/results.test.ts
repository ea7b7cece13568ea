import { DOMParser } from "linkedom";
import pl from "nodejs-polars";
import { describe, expect, it } from "vitest";
import { toJUnit } from "../../../replay/results/junit.ts";
import { toMarkdown } from "../../../replay/report/markdown.ts";
import { reportBlocks } from "../../../replay/report/report_blocks.ts";
import { toHtml } from "../../../replay/results/page/to_html.tsx";
import { resultFiles } from "../../../replay/results/result_files.ts";
import { losses, summarize } from "../../../replay/results/summary.ts";
import { resultsTable, scoresTable, type Table, tableCsv } from "../../../replay/results/tables.ts";
import { tableFrame } from "../../../replay/results/frames.ts";
import { aRun } from "./a_run.ts";

const run = aRun();
const wide = resultsTable(run.rows, run.scores), long = scoresTable(run.scores);

describe("the tables", () => {
  it("hold every row of the matrix, also those without an answer", () => {
    expect(wide.rows).toHaveLength(32);
    const of = (name: string) => {
      const { of } = wide.columns.find((column) => column.name === name)!;
      return wide.rows.map((row) => of(row) ?? null);
    };
    expect(of("status").filter((status) => status === "error")).toHaveLength(1);
    expect(of("status").filter((status) => status === "missing")).toHaveLength(1);
    expect(of("score").filter((score) => score === null)).toHaveLength(6);
    expect(long.rows).toHaveLength(run.scores.length);
  });

  it("say the same as CSV and frame", () => {
    const check = <Row>(table: Table<Row>) => {
      const names = table.columns.map(({ name }) => name);
      const rows = table.rows.map((row) => table.columns.map(({ of }) => of(row) ?? null));
      const frame = tableFrame(table);
      expect(frame.columns).toEqual(names);
      expect(frame.rows()).toEqual(rows);
      const csv = pl.readCSV(tableCsv(table), { inferSchemaLength: 0, eolChar: "\n" });
      expect(csv.columns.map((name) => name.trim())).toEqual(names);
      expect(csv.height).toBe(rows.length);
    };
    check(wide);
    check(long);
  });
});

describe("the summary", () => {
  it("averages over names and counts what went wrong", () => {
    const [old, one] = summarize(run.rows, run.scores);
    expect(old).toMatchObject({ answered: 16, errors: 0, missing: 0, usd: 0.16 });
    expect(old!.checks.get("score")!.mean).toBe(1);
    expect(old!.passed).toEqual({ alerts: 8, of: 8 });
    // One alert has no answer at all, only a failed call and a missing one.
    expect(one).toMatchObject({
      answered: 14,
      errors: 1,
      missing: 1,
      passed: { alerts: 6, of: 7 },
    });
    const scores = run.scores.filter(({ variant, check, value }) =>
      variant === "new" && check === "score" && value !== null
    );
    const means = Object.values(Object.groupBy(scores, (score) => score.cluster))
      .map((all) => all!.reduce((sum, { value }) => sum + value!, 0) / all!.length);
    const { mean, low, high } = one!.checks.get("score")!;
    expect(mean).toBeCloseTo(means.reduce((sum, mean) => sum + mean, 0) / means.length, 12);
    expect(low).toBeLessThan(mean!);
    expect(high).toBeGreaterThan(mean!);
    expect(one!.tokens).toEqual({ input: 28_000, output: 2800 });
    expect(one!.latency).toBe(1003);
  });
});

describe("losses", () => {
  it("begins with the greatest and gives reasons", () => {
    const all = losses(run);
    expect(all.map((one) => one.case)).toEqual(["case-1", "case-3", "case-5", "case-7"]);
    expect(all[0]!.reason).toMatch(/^it takes 'memory' for the cause: 0\.00 × /);
  });

  it("are not explained by a judge, whose verdicts are in no score", () => {
    const opinions = run.rows.map(({ case: id, cluster, variant, sample }) => ({
      case: id,
      cluster,
      variant,
      sample,
      check: "judge_useful",
      kind: "judge" as const,
      value: variant === "old" ? 1 : 0,
      reason: "",
    }));
    expect(losses({ ...run, scores: [...opinions, ...run.scores] })).toEqual(losses(run));
  });
});

describe("JUnit", () => {
  const document = new DOMParser().parseFromString(toJUnit(run), "text/xml");
  const suite = (at: number) => document.querySelectorAll("testsuite")[at]!;

  it("has a suite per variant, and a test per decision and answer", () => {
    expect(document.querySelectorAll("testcase")).toHaveLength(32 + run.decisions.length);
    expect(suite(1).getAttribute("tests")).toBe(String(16 + run.decisions.length));
  });

  it("fails exactly where the run does, and never the baseline", () => {
    const failing = run.decisions.filter(({ fails }) => fails);
    expect(document.querySelectorAll("failure")).toHaveLength(failing.length);
    // An answer that misses a check fails nothing by itself, but it is told.
    expect(suite(1).textContent).toContain("cause: it takes 'memory' for the cause");
    const bad = run.decisions.map((one) => ({ ...one, fails: true }));
    const all = new DOMParser().parseFromString(toJUnit({ ...run, decisions: bad }), "text/xml");
    expect(all.querySelectorAll("failure")).toHaveLength(bad.length);
    const [old] = all.querySelectorAll("testsuite");
    expect([old!.getAttribute("failures"), old!.getAttribute("errors")]).toEqual(["0", "0"]);
  });

  it("takes failed calls for skipped, and too many of them for an error", () => {
    expect(suite(1).getAttribute("skipped")).toBe("2");
    expect(document.querySelectorAll("skipped")).toHaveLength(2);
    expect(document.querySelectorAll("error")).toHaveLength(0);
    const failedCalls = { share: 0.06, allowed: 0.05 };
    const many = new DOMParser().parseFromString(toJUnit({ ...run, failedCalls }), "text/xml");
    expect(many.querySelectorAll("error")).toHaveLength(1);
  });

  it("fails nobody for what a judge thinks", () => {
    const { case: id, cluster, variant, sample } = run.rows[0]!;
    const no = {
      case: id,
      cluster,
      variant,
      sample,
      check: "judge_useful",
      kind: "judge",
      value: 0,
      reason: "no",
    } as const;
    expect(toJUnit({ ...run, scores: [...run.scores, no] })).toBe(toJUnit(run));
  });

  it("holds nothing that XML cannot", () => {
    // deno-lint-ignore no-control-regex
    expect(toJUnit(run)).not.toMatch(/[\u0000-\u0008]/);
    expect(toJUnit(run)).not.toContain("<script>");
  });
});

describe("the report in Markdown", () => {
  const markdown = (results: typeof run) => toMarkdown(reportBlocks(results));
  const text = markdown(run);

  it("begins with the verdict", () => {
    expect(text).toContain("It is undecided whether new is better or worse than old");
    expect(text.indexOf("undecided")).toBeLessThan(text.indexOf("## Variants"));
  });

  it("tells how many alerts pass each gate, and how many answers fail", () => {
    expect(text).toContain(
      String.raw`| new | valid | 6 of 7 \(7\) | 2 of 14 \(0 of 14\) | 1 / 0 |`,
    );
  });

  it("says that synthetic answers are no model's, and that their labels are circular", () => {
    expect(text).toContain(
      "to score one by the other is circular, and says nothing about any model",
    );
    expect(markdown({ ...run, isSynthetic: false })).not.toContain("nothing about any model");
  });

  it("has no markup of strangers", () => {
    expect(text).not.toContain("<script>");
    expect(text).not.toMatch(/(?<!\\)\[x(?<!\\)\]\(/);
    expect(text).not.toContain("\u202e");
    // Each line of a table has as many cells as its head.
    const cells = (line: string) => line.match(/(?<!\\)\|/g)!.length;
    for (const table of text.split("\n\n").filter((part) => part.startsWith("|"))) {
      const lines = table.trim().split("\n");
      expect(new Set(lines.map(cells)).size).toBe(1);
    }
  });
});

describe("the page", () => {
  it("shows both answers of every alert, and what they differ in", async () => {
    const document = new DOMParser().parseFromString(
      await toHtml(run, reportBlocks(run)),
      "text/html",
    );
    expect(document.querySelectorAll("details.case")).toHaveLength(8);
    expect(document.querySelectorAll(".answer")).toHaveLength(32);
    const gates = document.querySelector("[aria-label^='Gate: ']")!;
    expect(gates.querySelectorAll("tbody tr")).toHaveLength(4);
    expect(gates.textContent).toContain("6 of 7");
    expect(document.querySelector("svg.interval")!.getAttribute("aria-label")).toContain("95 %");
    const first = document.querySelector("#case-0 .sides")!;
    expect(first.querySelector("ins")!.textContent).toContain("Again");
    expect(document.querySelectorAll("script")).toHaveLength(0);
    expect(document.querySelector("details.case")!.id).toBe("case-1");
  });

  it("shows three repeats of an alert, and says so", async () => {
    const more = run.rows.flatMap((row) =>
      [0, 2, 4].map((by) => ({ ...row, sample: row.sample + by }))
    );
    const results = { ...run, rows: more };
    const html = await toHtml(results, reportBlocks(results));
    const document = new DOMParser().parseFromString(html, "text/html");
    expect(document.querySelectorAll("#case-0 .answer")).toHaveLength(6);
    expect(document.querySelector("#case-0")!.textContent).toContain("3 more repeats");
  });

  it("lets no stranger's text be markup, nor change the direction of ours", async () => {
    const html = await toHtml(run, reportBlocks(run));
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("\u202e");
    expect(html).not.toContain("\u0000");
    expect(html).toContain("default-src 'none'");
  });
});

describe("the files", () => {
  it("have the same bytes each time", async () => {
    const files = async () => {
      const results = aRun();
      return new Map(await Array.fromAsync(resultFiles(results, reportBlocks(results))));
    };
    const [once, again] = [await files(), await files()];
    expect([...once.keys()]).toEqual([...again.keys()]);
    for (const [name, content] of once) expect(again.get(name), name).toEqual(content);
    expect(JSON.parse(once.get("summary.json") as string).summaries[1].errors).toBe(1);
  });
});
