import { h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { decisionInWords } from "../report/gate_blocks.ts";
import type { RunResults } from "./run_results.ts";

/** Characters that XML 1.0 forbids. */
// deno-lint-ignore no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export type JUnitResults = Pick<
  RunResults,
  "run" | "variants" | "rows" | "scores" | "decisions" | "failedCalls"
>;

/**
 * A run for a CI server. A suite per candidate has one test per decision and one per answer. Only
 * failed decisions are failures; missed checks are printed with their answer. Missing answers are
 * skipped, and too many failed calls are an error.
 */
export function toJUnit(
  { run, variants, rows, scores, decisions, failedCalls }: JUnitResults,
): string {
  const nameOf = (one: { case: string; variant: string; sample: number }) =>
    `${one.variant}\n${one.case}\n${one.sample}`;
  const missed = Map.groupBy(scores.filter(isMiss), nameOf);
  const suites = variants.map(({ name }, at) => {
    const decided = decisions.filter(({ candidate }) => candidate === name);
    const own = rows.filter(({ variant }) => variant === name);
    const isExcessive = at === 0 && failedCalls.share > failedCalls.allowed;
    return element("testsuite", {
      name: `${run}: ${name}`,
      tests: decided.length + own.length + Number(isExcessive),
      failures: decided.filter(({ fails }) => fails).length,
      errors: Number(isExcessive),
      skipped: own.filter(({ status }) => status !== "answered").length,
    }, [
      ...isExcessive
        ? [element("testcase", { classname: "replay", name: "calls" }, [
          element("error", {
            message: `${(100 * failedCalls.share).toFixed(1)} % of all calls failed`,
            type: "calls",
          }, []),
        ])]
        : [],
      ...decided.map((one) =>
        element("testcase", { classname: one.about, name: one.check }, [
          ...one.fails
            ? [element("failure", { message: decisionInWords(one), type: one.about }, [])]
            : [],
        ])
      ),
      ...own.map((row) =>
        element("testcase", {
          classname: row.cluster,
          name: `${row.case} #${row.sample + 1}`,
          ...(row.latency !== undefined && { time: (row.latency / 1000).toFixed(3) }),
        }, [
          ...row.status === "error"
            ? [element("skipped", { message: `the call failed: ${row.failure ?? "unknown"}` }, [])]
            : row.status === "missing"
            ? [element("skipped", { message: "there is no recording" }, [])]
            : [],
          ...outputOf(missed.get(nameOf(row)) ?? []),
        ])
      ),
    ]);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    renderToString(element("testsuites", { name: run }, suites))
  }\n`;
}

/** The score only repeats the checks, and a judge's verdict is an opinion. */
function isMiss({ kind, value }: RunResults["scores"][number]): boolean {
  return (kind === "gate" || kind === "grade") && value === 0;
}

function outputOf(missed: RunResults["scores"]): VNode[] {
  if (missed.length === 0) return [];
  const lines = missed.map(({ check, reason }) => `${check}: ${reason}`).join("\n");
  return [h("system-out", null, lines.replace(IMPOSSIBLE, "\ufffd"))];
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly VNode[],
): VNode {
  const cleaned = Object.entries(attributes)
    .map(([key, value]) => [key, String(value).replace(IMPOSSIBLE, "\ufffd")]);
  return h(name, Object.fromEntries(cleaned), ...children);
}
