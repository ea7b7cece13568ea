import type { Span } from "./span.ts";

/** The port in a line of `.pgpass`: PostgreSQL's own, that of PgBouncer, or any. */
const PORTS = ["5432:", "5433:", "6432:", "*:"];
/** Database, user and password. */
const REST =
  /(?:[A-Za-z_][\w-]{0,62}|\*):(?:[\w.@-]{1,63}|\*):([^\s:\uffff]{1,256})(?=[\r\n\f]|$)/y;
/** Longest name of a host. [characters] */
const LONGEST_HOST = 253;

/**
 * Finds passwords in lines of a `.pgpass`: `host:port:database:user:password`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findPgpass } from "./find_pgpass.ts";
 *
 * const [found] = findPgpass("db:5432:shop:app:hunter2\n");
 * assert.deepEqual([found?.start, found?.end], [17, 24]);
 * ```
 */
export function findPgpass(view: string): Span[] {
  const spans: Span[] = [];
  for (const port of PORTS) {
    for (let at = view.indexOf(port); at >= 0; at = view.indexOf(port, at + 1)) {
      if (view[at - 1] !== ":" || !followsHost(view, at - 1)) continue;
      REST.lastIndex = at + port.length;
      const password = REST.exec(view)?.[1];
      if (password === undefined) continue;
      const end = REST.lastIndex;
      spans.push({ start: end - password.length, end, rule: "pgpass", type: "PASSWORD" });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Whether nothing but a host stands before, on its line. */
function followsHost(view: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < LONGEST_HOST && isHost(view.charCodeAt(start - 1))) start--;
  const before = view.charCodeAt(start - 1);
  return start < at && (start === 0 || before === 0x0a || before === 0x0c || before === 0x0d);
}

function isHost(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a || unit >= 0x41 && unit <= 0x5a ||
    unit >= 0x30 && unit <= 0x39 || unit === 0x2a || unit === 0x2d || unit === 0x2e ||
    unit === 0x5f;
}
