import { csvText } from "../../../src/text.ts";
import type { Table } from "./table.ts";

/** A table as CSV (RFC 4180). Unknown values are empty. */
export function tableCsv(table: Table): string {
  return csvText(linesOf(table));
}

/** Line by line, because all cells at once would take much memory. */
function* linesOf(table: Table): Generator<string[]> {
  yield table.map(({ name }) => name);
  const length = table[0]?.values.length ?? 0;
  for (let at = 0; at < length; at++) {
    yield table.map(({ values }) => values[at] === null ? "" : String(values[at]));
  }
}
