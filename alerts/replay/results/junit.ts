import { h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Score } from "../checks/check.ts";
import type { RunResults } from "./run_results.ts";

/** What XML 1.0 cannot hold, not even escaped. */
// deno-lint-ignore no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * A run for a CI server: a suite per variant, a test per alert and repeat. A check that gives 0 is a
 * failure, a call that failed an error, an answer without a recording is skipped.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { toJUnit } from "./junit.ts";
 *
 * const place = { case: "a", cluster: "Down", variant: "short", sample: 0 };
 * const xml = toJUnit({
 *   run: "demo",
 *   variants: [{ name: "short", model: "m", prompts: [] }],
 *   rows: [{ ...place, key: "00", status: "answered" }],
 *   scores: [{ ...place, check: "valid", kind: "gate", value: 0, reason: "it is no JSON" }],
 * });
 * assert(xml.includes('<failure message="valid: it is no JSON"'));
 * ```
 */
export function toJUnit(
  { run, variants, rows, scores }: Pick<RunResults, "run" | "variants" | "rows" | "scores">,
): string {
  const nameOf = (one: { case: string; variant: string; sample: number }) =>
    `${one.variant}\n${one.case}\n${one.sample}`;
  const judged = Map.groupBy(scores, nameOf);
  const suites = variants.map(({ name }) => {
    const own = rows.filter(({ variant }) => variant === name);
    const tests = own.map((row) => {
      const failed = row.status === "answered"
        ? (judged.get(nameOf(row)) ?? []).filter(isFailure)
        : [];
      return { row, failed };
    });
    const count = (of: (test: typeof tests[number]) => boolean) => tests.filter(of).length;
    return element(
      "testsuite",
      {
        name: `${run}: ${name}`,
        tests: own.length,
        failures: count(({ failed }) => failed.length > 0),
        errors: count(({ row }) => row.status === "error"),
        skipped: count(({ row }) => row.status === "missing"),
      },
      tests.map(({ row, failed }) =>
        element("testcase", {
          classname: row.cluster,
          name: `${row.case} #${row.sample + 1}`,
          ...(row.latency !== undefined && { time: (row.latency / 1000).toFixed(3) }),
        }, [
          ...failed.map(({ check, reason }) =>
            element("failure", { message: `${check}: ${reason}`, type: check }, [])
          ),
          ...row.status === "error"
            ? [element("error", { message: row.failure ?? "the call failed", type: "call" }, [])]
            : [],
          ...row.status === "missing"
            ? [element("skipped", { message: "there is no recording" }, [])]
            : [],
        ])
      ),
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    renderToString(element("testsuites", { name: run }, suites))
  }\n`;
}

/** The score is a mean of checks, which are told themselves; a judge's no is an opinion of a model. */
function isFailure({ kind, value }: Score): boolean {
  return (kind === "gate" || kind === "grade") && value === 0;
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
