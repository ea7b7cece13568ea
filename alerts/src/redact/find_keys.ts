import { isAlphanumeric, isLetter, isWord } from "./characters.ts";
import { isNoise } from "./noise.ts";
import { KEY_FORMS, type KeyForm } from "./tables/provider_keys.ts";
import { everywhere, type Span, type Stretch } from "./span.ts";

/** ASCII only: two characters make a place in the table of marks. */
const ASCII = 128;
/** Characters of a lead, see {@linkcode KeyForm}. */
const LONGEST_LEAD = 48;

/** A form, and the characters of its mark after the first two. */
interface Marked {
  readonly form: KeyForm;
  readonly rest: readonly number[];
}

/** The forms by the first two characters of their mark; a longer mark is tried first. */
const BY_START: readonly (readonly Marked[] | undefined)[] = (() => {
  const table: Marked[][] = Array.from({ length: ASCII * ASCII });
  for (const form of KEY_FORMS.toSorted((a, b) => b.mark.length - a.mark.length)) {
    const [first, second, ...rest] = Array.from(form.mark, (sign) => sign.charCodeAt(0));
    (table[first! * ASCII + second!] ??= []).push({ form, rest });
  }
  return table;
})();

/** Whether there are any: a table that stays in the processor's nearest cache. */
const IS_START = Uint8Array.from(BY_START, (forms) => forms === undefined ? 0 : 1);

const UNDERSCORE = 0x5f;
/** The noise of a key with a prefix; of a longer one the rest stays for other rules. */
const NOISE = /[A-Za-z0-9]{32,512}(?![\w-])/y, SHORTEST_KEY = 32;
/** Longest prefix of such a key. [characters] */
const LONGEST_PREFIX = 24;

/** The other half of an AWS key pair has no mark; next to the first half it is known all the same. */
const AWS_SECRET = /[\s,;:|"']{1,5}([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/y;

/**
 * Finds keys that their form gives away, such as those of cloud providers and chat services, and
 * hashes of passwords.
 *
 * @param where Where the marks stand that are looked at.
 */
export function findKeys(view: string, where: readonly Stretch[] = everywhere(view)): Span[] {
  const spans: Span[] = [];
  let free = 0; // what comes before it belongs to a span
  for (const { from, to } of where) {
    for (let at = Math.max(from, free); at < to; at++) {
      const first = view.charCodeAt(at), second = view.charCodeAt(at + 1);
      if (first === UNDERSCORE && isAlphanumeric(view.charCodeAt(at + SHORTEST_KEY))) {
        const found = prefixed(view, at, free);
        if (found !== null) {
          spans.push(found);
          at = free = found.end;
          continue;
        }
      }
      if (!(first < ASCII && second < ASCII)) continue;
      if (IS_START[first * ASCII + second] === 0) continue;
      for (const { form, rest } of BY_START[first * ASCII + second]!) {
        if (!hasRest(view, at + 2, rest)) continue;
        const found = match(view, at, form, free);
        if (found === null) continue;
        spans.push(found);
        if (form.rule === "aws_key_id") spans.push(...awsSecret(view, found.end));
        free = spans.at(-1)!.end;
        at = free - 1;
        break;
      }
    }
  }
  return spans;
}

/** A key of a provider that no form is known of: a word, `_`, and noise. */
function prefixed(view: string, at: number, free: number): Span | null {
  NOISE.lastIndex = at + 1;
  const noise = NOISE.exec(view)?.[0];
  if (noise === undefined || !isNoise(noise)) return null;
  const limit = Math.max(free, at - LONGEST_PREFIX);
  let start = at;
  while (start > limit && isWord(view.charCodeAt(start - 1))) start--;
  const isPrefix = isLetter(view.charCodeAt(start)) && start < at &&
    !isWord(view.charCodeAt(start - 1));
  return isPrefix ? { start, end: NOISE.lastIndex, rule: "prefixed_key", type: "KEY" } : null;
}

function awsSecret(view: string, at: number): Span[] {
  AWS_SECRET.lastIndex = at;
  const secret = AWS_SECRET.exec(view)?.[1];
  if (secret === undefined) return [];
  const end = AWS_SECRET.lastIndex;
  return [{ start: end - secret.length, end, rule: "aws_secret_key", type: "KEY" }];
}

function hasRest(view: string, at: number, rest: readonly number[]): boolean {
  // From the end: of forms that begin alike, that tells most apart.
  for (let index = rest.length - 1; index >= 0; index--) {
    if (view.charCodeAt(at + index) !== rest[index]) return false;
  }
  return true;
}

function match(view: string, at: number, form: KeyForm, free: number): Span | null {
  const { mark, tail, lead, word, rule, type } = form;
  if (word && at > 0 && isWord(view.charCodeAt(at - 1))) return null;
  let start = at;
  if (lead !== undefined) {
    if (!isWord(view.charCodeAt(at - 1))) return null;
    const before = lead.exec(view.slice(Math.max(free, at - LONGEST_LEAD), at));
    if (before === null) return null;
    start -= before[0].length;
  }
  tail.lastIndex = at + mark.length;
  return tail.test(view) ? { start, end: tail.lastIndex, rule, type } : null;
}
