import { csvText } from "../../../src/text.ts";
import type { Table } from "./table.ts";

/** A table as CSV after RFC 4180. What is not known is an empty cell. */
export function tableCsv(table: Table): string {
  return csvText(linesOf(table));
}

/** One line at a time: all of them as cells would take many times the memory of the text. */
function* linesOf(table: Table): Generator<string[]> {
  yield table.map(({ name }) => name);
  const length = table[0]?.values.length ?? 0;
  for (let at = 0; at < length; at++) {
    yield table.map(({ values }) => values[at] === null ? "" : String(values[at]));
  }
}
