import { restOfCrowdedLine } from "./crowded_line.ts";
import type { Span } from "./span.ts";

/** What follows the `@`. */
const NETWORKS = ["tcp(", "tcp6(", "unix(", "udp("];
/** Longest login that is looked for. [characters] */
const LONGEST = 512;

/**
 * Finds passwords as Go's driver for MySQL writes them: `user:password@tcp(host:3306)/database`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findGoMysqlLogins } from "./find_go_mysql_logins.ts";
 *
 * const [found] = findGoMysqlLogins("app:hunter2@tcp(db:3306)/shop");
 * assert.deepEqual([found?.start, found?.end], [4, 11]);
 * ```
 */
export function findGoMysqlLogins(view: string): Span[] {
  const spans: Span[] = [];
  let free = 0;
  for (let end = view.indexOf("@"); end >= 0; end = view.indexOf("@", end + 1)) {
    if (!NETWORKS.some((network) => view.startsWith(network, end + 1))) continue;
    const limit = Math.max(free, end - LONGEST);
    let start = end, colon = -1;
    for (; start > limit && !endsLogin(view.charCodeAt(start - 1)); start--) {
      if (view.charCodeAt(start - 1) === 0x3a) colon = start - 1;
    }
    free = end;
    if (colon < 0 || colon + 1 === end) continue;
    spans.push({ start: colon + 1, end, rule: "url_login", type: "PASSWORD" });
    const rest = restOfCrowdedLine(view, spans);
    if (rest === null) continue;
    spans.push(rest);
    end = free = rest.end;
  }
  return spans;
}

/** Blanks, quotes and `=` stand before a login. */
function endsLogin(unit: number): boolean {
  return unit <= 0x20 || unit === 0x22 || unit === 0x27 || unit === 0x3d || unit === 0x60;
}
