/** A place as people count, from 1. */
export interface Place {
  /** Line. */
  readonly line: number;
  /** Column. [UTF-16 units] */
  readonly column: number;
}

/** The indentation of a line, after a log's prefix. */
export function placesInText(text: string, ascending: readonly number[]): Place[] {
  let line = 1, lineStart = 0, next = text.indexOf("\n");
  return ascending.map((at) => {
    while (next >= 0 && next < at) {
      line++;
      lineStart = next + 1;
      next = text.indexOf("\n", lineStart);
    }
    return { line, column: at - lineStart + 1 };
  });
}
