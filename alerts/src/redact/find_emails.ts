import { isAlphanumeric, isForeignLetter, isLetter } from "./characters.ts";
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

/** Finds e-mail addresses. */
export function findEmails(view: string): Span[] {
  const spans: Span[] = [];
  let free = 0;
  for (let index = 0; index < view.length; index++) {
    if (view.charCodeAt(index) !== 0x40 || index < free) continue; // @
    const start = localStart(view, index, free);
    if (start === index || view[index - 1] === ".") continue;
    const domainStart = index + 1;
    DOMAIN.lastIndex = domainStart;
    if (!DOMAIN.test(view)) continue;
    const end = DOMAIN.lastIndex;
    const domain = view.slice(domainStart, end);
    if (NO_DOMAIN.test(domain) || VERSION.test(domain)) continue;
    if (REMOTE.test(view.slice(start, index)) || isRemote(view, start, end)) continue;
    spans.push({ start, end, rule: "email", type: "EMAIL" });
    const rest = restOfCrowdedLine(view, spans);
    if (rest !== null) spans.push(rest);
    free = rest?.end ?? end;
  }
  return spans;
}

/** Commands whose argument `ada@nas.example.org` is a host, and how a path on one begins. */
const SHELL = /(?<![\w-])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id|plink|pscp) [^\n\f|;]*$/;
const REMOTE_PATH = /:[/~.]/y;
/** So much of a line tells whether it is such a command. [characters] */
const LONGEST_COMMAND = 120;

function isRemote(view: string, start: number, end: number): boolean {
  REMOTE_PATH.lastIndex = end;
  return REMOTE_PATH.test(view) ||
    SHELL.test(view.slice(Math.max(0, start - LONGEST_COMMAND), start));
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

/** The characters that real addresses use, of all that the standard allows. */
function isLocal(view: string, at: number): boolean {
  const unit = view.charCodeAt(at);
  if (isAlphanumeric(unit) || isForeignLetter(unit)) return true;
  if (unit === 0x27) { // '
    return isLetter(view.charCodeAt(at - 1)) && isLetter(view.charCodeAt(at + 1));
  }
  return unit === 0x2e || unit === 0x5f || unit === 0x2b || unit === 0x2d || unit === 0x7e;
}
