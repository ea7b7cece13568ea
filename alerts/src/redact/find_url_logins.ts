import { restOfCrowdedLine } from "./crowded_line.ts";
import { entropy } from "./entropy.ts";
import type { Span } from "./span.ts";

/** Where a URL's authority begins; PHP's JSON escapes slashes. */
const AUTHORITY = /:(?:\/\/|\\{1,7}\/\\{1,7}\/)/g, AUTHORITY_HERE = new RegExp(AUTHORITY, "y");
/** Longest login that is looked for. [characters] */
const LONGEST = 512;
/** Surely a host: with a dot or a port. */
const HOST = /^(?:localhost|(?=[\w-]*\.)[\w.-]*|[\w.-]+:\d{1,5}|\[[\da-f:]+\])$/i;
/** A name that tells nothing: `ssh://git@host`, `amqp://guest@host`. */
const PLAIN_USER = /^[a-z][a-z_-]{0,15}$/;

/**
 * Finds passwords, and tokens in place of names, in the login of a URL: `scheme://name:password@host`.
 */
export function findUrlLogins(view: string): Span[] {
  const spans: Span[] = [];
  let free = 0;
  AUTHORITY.lastIndex = 0;
  while (AUTHORITY.test(view)) {
    const start = AUTHORITY.lastIndex;
    if (start < free) continue;
    const end = loginEnd(view, start);
    if (end === null) continue;
    for (const span of loginSpans(view, start, end)) spans.push(span);
    const rest = restOfCrowdedLine(view, spans);
    if (rest !== null) spans.push(rest);
    free = rest?.end ?? end;
  }
  return spans;
}

/** Where the login ends that begins here: at its last `@`. */
function loginEnd(view: string, start: number): number | null {
  let slash = -1, at = -1, colon = -1;
  const limit = Math.min(view.length, start + LONGEST);
  for (let end = start; end < limit; end++) {
    const unit = view.charCodeAt(end);
    if (unit <= 0x20 || unit === 0x22 || unit === 0x3c || unit === 0x3e) break;
    if (unit === 0x27 && /[\s,;)\]}]/.test(view[end + 1] ?? " ")) break;
    if (unit === 0x40) {
      at = end;
      // What follows the login's own host is no login any more.
      if (slash < 0) continue;
      break;
    }
    // A list of hosts, or the next URL.
    if (unit === 0x2c && at >= 0 || unit === 0x3a && isAuthority(view, end)) break;
    if (unit === 0x3a && colon < 0) colon = end;
    if (slash < 0 && (unit === 0x2f || unit === 0x3f || unit === 0x23)) {
      // After a host it begins the path. Else it may stand in a password, as `@` does.
      if (at >= 0 && HOST.test(view.slice(at + 1, end))) break;
      if (colon < 0 || /^\d{0,5}$/.test(view.slice(colon + 1, end))) break;
      if (view[start] === "[") break;
      slash = end;
    }
  }
  return at > start ? at : null;
}

function isAuthority(view: string, at: number): boolean {
  AUTHORITY_HERE.lastIndex = at;
  return AUTHORITY_HERE.test(view);
}

function loginSpans(view: string, start: number, end: number): Span[] {
  const login = view.slice(start, end);
  const colon = login.indexOf(":");
  const user = colon < 0 ? login : login.slice(0, colon);
  const password = colon < 0 ? "" : login.slice(colon + 1);
  const spans: Span[] = [];
  // Some services take a token as the name, with a password that says so, or none.
  const isToken = user !== "" && (password === "" || password === "x-oauth-basic")
    ? !PLAIN_USER.test(user)
    : user.length >= 20 && entropy(user) >= 3.5 && /\d/.test(user);
  if (isToken) spans.push({ start, end: start + user.length, rule: "url_login", type: "TOKEN" });
  if (password !== "") {
    spans.push({ start: start + colon + 1, end, rule: "url_login", type: "PASSWORD" });
  }
  return spans;
}
