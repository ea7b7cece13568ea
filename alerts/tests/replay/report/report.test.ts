import { DOMParser } from "linkedom";
import { renderToString } from "preact-render-to-string";
import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { Score } from "../../../replay/checks/check.ts";
import { compareVariants, type Finding } from "../../../replay/compare.ts";
import type { Block } from "../../../replay/report/block.ts";
import { toMarkdown } from "../../../replay/report/markdown.ts";
import { reportBlocks } from "../../../replay/report/report_blocks.ts";
import { toTerminal } from "../../../replay/report/terminal.ts";
import { verdictInWords } from "../../../replay/report/verdict_words.ts";
import { Blocks } from "../../../replay/results/page/blocks.tsx";
import { summarize } from "../../../replay/results/summary.ts";
import { aRun, HOSTILE } from "../results/a_run.ts";

const run = aRun();
const html = (blocks: readonly Block[]) => renderToString(h(Blocks, { blocks }));

describe("a block", () => {
  const blocks: Block[] = [
    { kind: "heading", text: "Heading" },
    { kind: "text", text: "Some text", tone: "bad" },
    { kind: "list", items: ["first", "second"] },
    {
      kind: "table",
      caption: "Caption",
      columns: [{ head: "Name", align: "left" }, { head: "Figure" }, { head: "drawn" }],
      rows: [["a", { text: "0.5", tone: "good" }, {
        text: "read out",
        bar: { low: -0.5, high: 0.25, mean: -0.1, reach: 0.5 },
      }]],
    },
    { kind: "text", text: "Terminal alone", only: "terminal" },
    { kind: "text", text: "Files alone", only: "files" },
  ];

  it("says the same on a terminal, in Markdown and on the page", () => {
    const texts = [toTerminal(blocks), toMarkdown(blocks), html(blocks)];
    for (const text of texts) {
      for (const part of ["Heading", "Some text", "first", "second", "Caption", "Name", "0.5"]) {
        expect(text).toContain(part);
      }
    }
    expect(texts.map((text) => text.includes("Terminal alone"))).toEqual([true, false, false]);
    expect(texts.map((text) => text.includes("Files alone"))).toEqual([false, true, true]);
  });

  it("draws an interval with its mean beside zero", () => {
    expect(toTerminal(blocks)).toContain("├─────────●─┼─────┤");
    const bar = new DOMParser().parseFromString(html(blocks), "text/html").querySelector("svg")!;
    expect(bar.getAttribute("aria-label")).toBe("read out");
    const x = (name: string) => Number(bar.querySelector(".range")!.getAttribute(name));
    expect([x("x1"), x("x2")]).toEqual([5, 147.5]);
    // Markdown cannot draw.
    expect(toMarkdown(blocks)).not.toContain("drawn");
  });

  it("fits a narrow terminal: without its bars, then as a list for each row", () => {
    const widest = (columns: number) =>
      Math.max(
        ...toTerminal(reportBlocks(run), { columns }).split("\n").map((line) => line.length),
      );
    for (const columns of [50, 60, 80, 120]) expect(widest(columns)).toBeLessThanOrEqual(columns);
    expect(toTerminal(blocks, { columns: 40 })).toContain("●");
    const narrow = toTerminal(blocks, { columns: 20 });
    expect(narrow).not.toContain("●");
    expect(narrow).toContain("Name  Figure");
    expect(toTerminal(blocks, { columns: 10 })).toContain("a\n  Figure  0.5");
  });

  it("keeps texts of strangers texts", () => {
    const hostile: Block[] = [
      { kind: "text", text: HOSTILE },
      { kind: "table", columns: [{ head: "a" }], rows: [[HOSTILE]] },
    ];
    for (const text of [toTerminal(hostile), toMarkdown(hostile), html(hostile)]) {
      expect(text).not.toContain("\u202e");
      expect(text).not.toContain("\u0000");
    }
    expect(html(hostile)).not.toContain("<script>");
    expect(toMarkdown(hostile)).not.toContain("<script>");
  });
});

describe("a verdict in words", () => {
  const words = (finding: Finding, low: number, high: number) =>
    verdictInWords({
      ...run.comparisons[0]!,
      check: "score",
      difference: (low + high) / 2,
      interval: { low, high },
      losers: { names: 1, atMost: 0.067, cap: 0.3 },
      verdict: { finding, p: 0.5, typicalP: 0.5, withinP: 0.5 },
    }, run);

  it("says how much and between what", () => {
    expect(words("better", 0.1, 0.3))
      .toBe(
        "new is better than old: averaged over alert names, its score is 0.20 higher (95 %: 0.10 to 0.30).",
      );
    expect(words("worse", -0.3, -0.1)).toContain("its score is 0.20 lower (95 %: 0.10 to 0.30)");
    expect(words("as good as", -0.02, 0.03)).toContain("as good as old, within 0.1");
    expect(words("typically better", -0.06, 0.11)).toContain("at up to 6.7 % of all names");
    expect(words("typically worse", -0.11, 0.06)).not.toContain("not excluded");
    expect(words("undecided", -0.09, 0.11)).toContain("between −0.090 and +0.110");
  });

  it("gives none where the figures are exploratory", () => {
    const [one] = compareVariants(run.scores, { baseline: "old", judged: [] });
    const plan = { ...run.plan, exploratory: new Map([["new", "answers are missing"]]) };
    expect(verdictInWords(one!, { ...run, plan })).toMatch(
      /^There is no verdict about new: answers are missing\. .* exploratory\)\.$/,
    );
  });
});

describe("the report", () => {
  it("has a table for each tag, with how many names and alerts it has", () => {
    const cases = run.cases.map((one, at) => ({
      ...one,
      ...one.label && { label: { ...one.label, tags: at < 3 ? ["few"] : ["rest", "odd"] } },
    }));
    const tables = reportBlocks({ ...run, cases }).filter((block) =>
      block.kind === "table" && block.caption?.includes("not corrected for the number of tags")
    );
    expect(tables.map((table) => table.kind === "table" && table.columns[0]!.head))
      .toEqual(["few", "odd", "rest"]);
    const [few] = tables;
    expect(few?.kind === "table" && few.rows[0]!.slice(1, 3)).toEqual(["3", "3"]);
  });

  it("names a name that would drown the others, and gives its mean no interval", () => {
    const first = run.scores.filter((one) => one.case === "case-0");
    const many = Array.from(
      { length: 30 },
      (_, at) => first.map((one): Score => ({ ...one, case: `loud-${at}` })),
    ).flat();
    const scores = [...run.scores, ...many];
    const text = toTerminal(reportBlocks({
      ...run,
      scores,
      summaries: summarize(run.rows, scores),
      comparisons: compareVariants(scores, { baseline: "old" }),
    })).replace(/\s+/g, " ");
    expect(text).toMatch(/Alert0 has 31 of 3\d alerts; it counts as one name here\./);
    expect(text).toContain("there is no interval or verdict for it");
    expect(toTerminal(reportBlocks(run))).not.toContain("counts as one name here");
  });

  it("tells of failed calls, and never of what could have been seen", () => {
    const text = toTerminal(reportBlocks(run));
    expect(text).toContain("1 call failed: the intervals hold whatever the answers would be.");
    expect(text).not.toContain("could have seen");
  });
});
