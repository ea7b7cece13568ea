import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analysisSchema } from "../../src/llm/analysis.ts";
import { checkAnswer } from "../../src/llm/check_answer.ts";
import { ANSWER, NO_REDACTION } from "../crash_loop.ts";
import { anyText } from "../any_text.ts";

const OPTIONS = {
  ids: new Set(["M1", "L1", "E1"]),
  hosts: new Set(["runbooks.example"]),
  redactor: NO_REDACTION,
};
const check = (answer: unknown, options = {}) =>
  checkAnswer(typeof answer === "string" ? answer : JSON.stringify(answer), {
    ...OPTIONS,
    ...options,
  });
/** The analysis of an answer that differs from a good one. */
const analysis = (difference: object, options = {}) => {
  const checked = check({ ...ANSWER, ...difference }, options);
  if ("failure" in checked) throw new Error(`${checked.failure}: ${checked.detail}`);
  return checked.analysis;
};
const hypothesis = (difference: object) =>
  analysis({ hypotheses: [{ ...ANSWER.hypotheses[0], ...difference }] }).hypotheses[0];

describe("checkAnswer()", () => {
  test("takes a good answer as it is", () => {
    expect(check(ANSWER)).toEqual({ analysis: ANSWER });
  });

  test("also out of a block of Markdown", () => {
    expect(check("```json\n" + JSON.stringify(ANSWER) + "\n```\n")).toEqual({ analysis: ANSWER });
  });

  test.each([
    ["", { failure: "empty" }],
    [" \n", { failure: "empty" }],
    ["Sure! Here is the analysis", { failure: "not_json" }],
    [JSON.stringify(ANSWER).slice(0, -1), { failure: "not_json" }],
    [JSON.stringify(ANSWER) + " Hope this helps", { failure: "not_json" }],
    ["[]", { failure: "bad_form", detail: expect.stringContaining("the answer") }],
    [{ ...ANSWER, summary: 1 }, {
      failure: "bad_form",
      detail: expect.stringContaining("summary"),
    }],
    [{ ...ANSWER, summary: " \u200b" }, { failure: "bad_form", detail: "summary: it is empty" }],
    [{ ...ANSWER, inconclusive: "no" }, {
      failure: "bad_form",
      detail: expect.stringContaining("inconclusive"),
    }],
    [{ ...ANSWER, hypotheses: [{ cause: "c", evidence: [], confidence: "sure" }] }, {
      failure: "bad_form",
      detail: expect.stringContaining("hypotheses.0.confidence"),
    }],
  ])("%j is %j", (answer, failure) => expect(check(answer)).toEqual(failure));

  test("does not read what it did not ask for", () => {
    const extra = { priority: 1, topic: "x", click: "https://evil.example", actions: [], tags: [] };
    expect(check({ ...ANSWER, ...extra })).toEqual({ analysis: ANSWER });
  });

  test("drops citations of what does not exist, and the same ones", () => {
    expect(hypothesis({ evidence: ["M9", "[M1]", "M1", "m1", "L1.", "constructor"] })?.evidence)
      .toEqual(["M1", "L1"]);
    expect(hypothesis({ evidence: ["X1"] })?.evidence).toEqual([]);
  });

  test("takes a severity, and no other word for one", () => {
    expect(analysis({ severity: "none" })).toHaveProperty("severity", "none");
    for (const severity of ["apocalypse", 5, null, undefined]) {
      expect(analysis({ severity })).not.toHaveProperty("severity");
    }
  });

  test("without a hypothesis it is inconclusive", () => {
    expect(analysis({ hypotheses: [] })).toMatchObject({ hypotheses: [], inconclusive: true });
    expect(analysis({ inconclusive: true })).toMatchObject({ inconclusive: true });
  });

  test("redacts the model's own words, also where an invisible character hides a secret", () => {
    const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[PASSWORD#1]") };
    const { summary, next_steps } = analysis(
      { summary: "it is hun\u200bter2", next_steps: ["log in with hunter2"] },
      { redactor },
    );
    expect(summary).toBe("it is [PASSWORD#1]");
    expect(next_steps).toEqual(["log in with [PASSWORD#1]"]);
  });

  test("a secret is redacted before the text is cut", () => {
    const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[PASSWORD#1]") };
    const { summary } = analysis({ summary: `${"x".repeat(595)} hunter2 hunter2` }, { redactor });
    expect(summary).not.toContain("hunt");
  });

  test("links only what is known", () => {
    expect(hypothesis({ cause: "see https://runbooks.example/a and [x](http://evil.example/b)" }))
      .toMatchObject({
        cause: "see https://runbooks.example/a and [x]([link to evil[.]example removed])",
      });
  });

  test("writes every text on one line, so that it cannot pass for another section", () => {
    expect(analysis({ summary: "ok\n\nNext:\n- reboot\u2028x" }).summary)
      .toBe("ok Next: - reboot x");
  });

  test("cuts what is too long at the border of a character", () => {
    const { summary, hypotheses, next_steps, not_read } = analysis({
      summary: "👨‍👩‍👧".repeat(300),
      hypotheses: Array(9).fill({ ...ANSWER.hypotheses[0], cause: "c".repeat(5000) }),
      next_steps: Array(30).fill("s".repeat(1000)),
      not_read: Array(30).fill("g".repeat(1000)),
    });
    expect(summary).toMatch(/^(?:👨👩👧)+(?:👨|👩)*…$/u);
    expect(summary.isWellFormed()).toBe(true);
    expect(hypotheses.map(({ cause }) => cause.length)).toEqual([600, 600, 600]);
    expect(next_steps.map((step) => step.length)).toEqual([300, 300, 300, 300, 300]);
    expect(not_read).toHaveLength(10);
  });

  test("whatever a model writes, what is taken has the form", () => {
    const text = anyText(700);
    const answer = fc.record({
      not_read: fc.array(text),
      hypotheses: fc.array(fc.record({
        evidence: fc.array(fc.oneof(text, fc.constantFrom("M1", "L1", "L2"))),
        cause: text,
        confidence: fc.constantFrom("high", "medium", "low"),
      })),
      inconclusive: fc.boolean(),
      next_steps: fc.array(text),
      summary: text,
    });
    fc.assert(
      fc.property(answer, (answer) => {
        const checked = check(answer);
        if ("analysis" in checked) {
          expect(analysisSchema.partial({ severity: true }).safeParse(checked.analysis).error)
            .toBeUndefined();
        } else expect(checked.detail).toBe("summary: it is empty");
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });
});
