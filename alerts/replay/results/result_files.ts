import { toJUnit } from "./junit.ts";
import { toMarkdown } from "./markdown.ts";
import { toHtml } from "./page/to_html.tsx";
import { resultsTable } from "./results_table.ts";
import type { RunResults } from "./run_results.ts";
import { scoresTable } from "./scores_table.ts";
import { summarize } from "./summary.ts";
import { tableCsv } from "./table_csv.ts";
import { tableParquet } from "./table_parquet.ts";

/** Name and content of a file. */
export type ResultFile = readonly [name: string, content: string | Uint8Array];

/**
 * All files that a scored run is given out in, one after the other, so that no two are in memory at
 * once. The same run gives the same bytes.
 *
 * | file | what it is |
 * |---|---|
 * | `results.csv`, `results.parquet` | a row per answer, a column per check |
 * | `scores.csv`, `scores.parquet` | a row per answer and check, with reasons |
 * | `summary.json` | figures of the variants, comparisons, regressions |
 * | `junit.xml` | for a CI server |
 * | `report.md`, `report.html` | for people |
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { resultFiles } from "./result_files.ts";
 *
 * const files = await Array.fromAsync(resultFiles({
 *   run: "demo", variants: [], baseline: "old", primary: "score", cases: [], rows: [], scores: [],
 *   comparisons: [], regressions: [], isSample: false,
 * }));
 * assert.equal(files.length, 8);
 * ```
 */
export async function* resultFiles(results: RunResults): AsyncGenerator<ResultFile> {
  const { rows, scores } = results;
  yield ["summary.json", summaryJson(results)];
  const wide = resultsTable(rows, scores);
  yield ["results.csv", tableCsv(wide)];
  yield ["results.parquet", tableParquet(wide)];
  const long = scoresTable(scores);
  yield ["scores.csv", tableCsv(long)];
  yield ["scores.parquet", tableParquet(long)];
  yield ["junit.xml", toJUnit(results)];
  yield ["report.md", toMarkdown(results)];
  yield ["report.html", await toHtml(results)];
}

function summaryJson(results: RunResults): string {
  const { run, baseline, primary, rows, scores, comparisons, regressions, judge, isSample } =
    results;
  const variants = summarize(rows, scores)
    .map((one) => ({ ...one, checks: Object.fromEntries(one.checks) }));
  const summary = {
    run,
    baseline,
    primary,
    isSample,
    variants,
    comparisons,
    regressions,
    ...(judge && {
      judge: {
        ...judge,
        missing: Object.fromEntries(
          [...judge.missing].map(([variant, own]) => [variant, Object.fromEntries(own)]),
        ),
        agreement: {
          ...judge.agreement,
          criteria: Object.fromEntries(judge.agreement.criteria),
        },
        preferences: Object.fromEntries(judge.preferences),
      },
    }),
  };
  return `${JSON.stringify(summary, null, 2)}\n`;
}
