import type { Block } from "../report/block.ts";
import { toMarkdown } from "../report/markdown.ts";
import { toJUnit } from "./junit.ts";
import { toHtml } from "./page/to_html.tsx";
import type { RunResults } from "../judge_answers.ts";
import { resultsTable, scoresTable, tableCsv } from "./tables.ts";

/** The result files of a run, one at a time to save memory. Same run, same bytes. */
export async function* resultFiles(
  results: RunResults,
  blocks: readonly Block[],
): AsyncGenerator<readonly [name: string, content: string]> {
  const { rows, scores } = results;
  yield ["summary.json", summaryJson(results)];
  yield ["results.csv", tableCsv(resultsTable(rows, scores))];
  yield ["scores.csv", tableCsv(scoresTable(scores))];
  yield ["junit.xml", toJUnit(results)];
  yield ["report.md", `# Replay: ${results.run}\n\n${toMarkdown(blocks)}`];
  yield ["report.html", await toHtml(results, blocks)];
}

function summaryJson({ cases: _, rows: _rows, scores: _scores, ...results }: RunResults): string {
  // JSON has no maps.
  const plain = (_key: string, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value;
  return `${JSON.stringify(results, plain, 2)}\n`;
}
