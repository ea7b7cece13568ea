import { toJUnit } from "./junit.ts";
import { toMarkdown } from "./markdown.ts";
import { toHtml } from "./page/to_html.tsx";
import { resultsTable } from "./results_table.ts";
import type { RunResults } from "./run_results.ts";
import { scoresTable } from "./scores_table.ts";
import { summarize } from "./summary.ts";
import { tableCsv } from "./table_csv.ts";
import { tableParquet } from "./table_parquet.ts";

/**
 * All files that a scored run is given out in, by name. The same run gives the same bytes.
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
 * const files = await resultFiles({
 *   run: "demo", variants: [], baseline: "old", primary: "score", cases: [], rows: [], scores: [],
 *   comparisons: [], regressions: [], isSample: false,
 * });
 * assert.equal(files.size, 8);
 * ```
 */
export async function resultFiles(
  results: RunResults,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { run, baseline, primary, rows, scores, comparisons, regressions, isSample } = results;
  const wide = resultsTable(rows, scores), long = scoresTable(scores);
  const variants = summarize(rows, scores)
    .map((one) => ({ ...one, checks: Object.fromEntries(one.checks) }));
  const summary = { run, baseline, primary, isSample, variants, comparisons, regressions };
  return new Map<string, string | Uint8Array>([
    ["results.csv", tableCsv(wide)],
    ["results.parquet", tableParquet(wide)],
    ["scores.csv", tableCsv(long)],
    ["scores.parquet", tableParquet(long)],
    ["summary.json", `${JSON.stringify(summary, null, 2)}\n`],
    ["junit.xml", toJUnit(results)],
    ["report.md", toMarkdown(results)],
    ["report.html", await toHtml(results)],
  ]);
}
