import { h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { decisionInWords } from "../report/gate_blocks.ts";
import { placeName, type Row } from "../row.ts";
import { percent } from "./figures.ts";
import type { RunResults } from "../judge_answers.ts";

/** Characters that XML 1.0 forbids. */
// deno-lint-ignore no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

type Content = VNode | string | false;
/** An element of XML, whatever its name. */
const element: (name: string, attributes: object, content?: readonly Content[]) => VNode = h;

/**
 * A run for a CI server. A suite per candidate has one test per decision and one per answer. Only
 * failed decisions are failures; missed checks are printed with their answer. Missing answers are
 * skipped, and too many failed calls are an error.
 */
export function toJUnit(
  { run, variants, rows, scores, decisions, failedCalls }: RunResults,
): string {
  // The score only repeats the checks, and a judge's verdict is an opinion.
  const missed = Map.groupBy(
    scores.filter(({ kind, value }) => (kind === "gate" || kind === "grade") && value === 0),
    placeName,
  );
  const suites = variants.map(({ name }, at) => {
    const decided = decisions.filter(({ candidate }) => candidate === name);
    const own = rows.filter(({ variant }) => variant === name);
    const isExcessive = at === 0 && failedCalls.share > failedCalls.allowed;
    const message = `${percent(failedCalls.share)} of all calls failed`;
    return element("testsuite", {
      name: `${run}: ${name}`,
      tests: decided.length + own.length + Number(isExcessive),
      failures: decided.filter(({ fails }) => fails).length,
      errors: Number(isExcessive),
      skipped: own.filter(({ status }) => status !== "answered").length,
    }, [
      isExcessive &&
      element("testcase", { classname: "replay", name: "calls" }, [
        element("error", { message, type: "calls" }),
      ]),
      ...decided.map((one) =>
        element("testcase", { classname: one.about, name: one.check }, [
          one.fails && element("failure", { message: decisionInWords(one), type: one.about }),
        ])
      ),
      ...own.map((row) => answerCase(row, missed.get(placeName(row)) ?? [])),
    ]);
  });
  const xml = renderToString(element("testsuites", { name: run }, suites));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml.replace(IMPOSSIBLE, "\ufffd")}\n`;
}

function answerCase(row: Row, missed: RunResults["scores"]): VNode {
  const lines = missed.map(({ check, reason }) => `${check}: ${reason}`).join("\n");
  const skipped = row.status === "error"
    ? `the call failed: ${row.failure ?? "unknown"}`
    : "there is no recording";
  return element("testcase", {
    classname: row.cluster,
    name: `${row.case} #${row.sample + 1}`,
    ...(row.latency !== undefined && { time: (row.latency / 1000).toFixed(3) }),
  }, [
    row.status !== "answered" && element("skipped", { message: skipped }),
    missed.length > 0 && element("system-out", {}, [lines]),
  ]);
}
