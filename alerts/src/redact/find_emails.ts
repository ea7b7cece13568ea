import { restOfCrowdedLine } from "./crowded_line.ts";
import type { Span } from "./span.ts";

/** Longest part before the `@` that RFC 5321 allows. [characters] */
const LONGEST_LOCAL = 64;

const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:\p{L}{2,63}|xn--[a-z0-9-]{2,59})/iuy;

/** Endings of files and systemd units, none of which is a country: `logo@2x.png`. */
const NO_DOMAIN =
  /\.(?:automount|bmp|css|device|gif|gz|html?|ico|jar|jpe?g|js|json|jsx|mjs|mount|path|pdf|php|png|scope|service|slice|socket|svg|swap|target|tgz|timer|tsx?|txt|wasm|webp|ya?ml)$/i;
/** `package@19.0.0-rc.canary` */
const VERSION = /^\d+\.\d/;
/** Who logs in to a repository: `git@example.org:team/repo`. */
const REMOTE = /^(?:git|gitea|hg|svn)$/;

/**
 * Finds e-mail addresses, also with `@` written as `%40`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findEmails } from "./find_emails.ts";
 *
 * const found = (text: string) => findEmails(text).map(({ start, end }) => text.slice(start, end));
 * assert.deepEqual(found("to ada@example.org."), ["ada@example.org"]);
 * assert.deepEqual(found("@scope/pkg, git@example.org:a/b, icon@2x.png"), []);
 * ```
 */
export function findEmails(view: string): Span[] {
  const spans: Span[] = [];
  let free = 0;
  for (let index = 0; index < view.length; index++) {
    const sign = signAt(view, index);
    if (sign === 0 || index < free) continue;
    const start = localStart(view, index, free);
    if (start === index || view[index - 1] === ".") continue;
    const domainStart = index + sign;
    DOMAIN.lastIndex = domainStart;
    if (!DOMAIN.test(view)) continue;
    const end = DOMAIN.lastIndex;
    const domain = view.slice(domainStart, end);
    if (NO_DOMAIN.test(domain) || VERSION.test(domain)) continue;
    if (REMOTE.test(view.slice(start, index))) continue;
    spans.push({ start, end, rule: "email", type: "EMAIL" });
    const rest = restOfCrowdedLine(view, spans);
    if (rest !== null) spans.push(rest);
    free = rest?.end ?? end;
  }
  return spans;
}

/** Length of the sign that stands here: itself, or as a query or form has it. */
function signAt(view: string, at: number): number {
  const unit = view.charCodeAt(at);
  if (unit === 0x40) return 1;
  return unit === 0x25 && view.charCodeAt(at + 1) === 0x34 && view.charCodeAt(at + 2) === 0x30
    ? 3
    : 0;
}

/** Where the part before the `@` starts. */
function localStart(view: string, at: number, free: number): number {
  const limit = Math.max(free, at - LONGEST_LOCAL);
  let start = at;
  while (start > limit && isLocal(view, start - 1)) start--;
  while (
    start < at && /[.+\-~%]/.test(view[start]!) &&
    !/%[0-9A-F]{2}/i.test(view.slice(start, start + 3))
  ) {
    start++;
  }
  return start;
}

/** Of the characters that the standard allows, those that people's addresses have. */
function isLocal(view: string, at: number): boolean {
  const unit = view.charCodeAt(at);
  if (isLetter(unit) || unit >= 0x30 && unit <= 0x39) return true;
  if (unit === 0x27) return isLetter(view.charCodeAt(at - 1)) && isLetter(view.charCodeAt(at + 1));
  if (unit === 0x25) return !view.startsWith("%40", at);
  return unit === 0x2e || unit === 0x5f || unit === 0x2b || unit === 0x2d || unit === 0x7e;
}

/** Letters of any script; the blocks of punctuation are none. */
function isLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a || unit >= 0x41 && unit <= 0x5a ||
    unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x2bff) && !(unit >= 0x3000 && unit <= 0x303f) &&
      !(unit >= 0xd800 && unit <= 0xf8ff) && unit < 0xfe00;
}
