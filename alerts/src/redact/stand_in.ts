import { isDigit } from "./characters.ts";
import { wordsIn } from "./words_of_keys.ts";

/** What stands where a value is missing, a switch, or told in a word. */
const NOTHING: ReadonlySet<string> = new Set(wordsIn(
  `true false yes no on off null nil none undefined unset set empty enabled disabled required
   optional default present absent hidden masked redacted removed encrypted sensitive unchanged n/a
   string str int bytes any object ok failed failure success valid invalid expired missing wrong
   incorrect rejected accepted denied revoked refreshed renewed rotated changed updated created
   deleted reset found not unknown error`,
));
/** The longest of them, and a full stop. [characters] */
const LONGEST_NOTHING = Math.max(...[...NOTHING].map(({ length }) => length)) + 1;
/** `***`, `xxxx`, `<redacted>`, `[hidden]`, `<set to the key 'x' in secret 'y'>`. */
const MASK =
  /^(?:[*•●x.\-_#?]{3,}|<[^<>]{0,120}>?|\[(?:redacted|hidden|secret|masked|filtered|removed|sensitive|object)[^\]]{0,40}\]?|\((?:redacted|hidden|masked|none|empty|sensitive|nil|null)[^)]{0,40}\)?)$/i;
/** What is filled in later: `${VAR}`, `$(VAR)`, `{{ .Values.x }}`, `%s`, `%(name)s`, `$VAR`. */
const REFERENCE =
  /^(?:\$\{[\w.]{0,200}\}?|\$\([^)]{0,200}\)?|\$[A-Z_][A-Z0-9_]{1,60}|\{\{.{0,200}|%[sdvq]|%\([\w.]{1,40}\)s?|:[a-z_]{2,30}|(?:process\.env|os\.environ|env|secrets|vars|var|local|data)[.[][\w.["'\]-]{1,80}|(?:vault|ref|arn|secretsmanager|op|file|k8s):[\w/.:*-]{3,200})$/;
/** What a monitoring plugin measured, with its thresholds: `12;;;`, `0.034s;5;10;0` */
const MEASURED = /^[+-]?\d{1,20}(?:[.,]\d{1,20})?[a-zA-Z%]{0,5}(?:;[\d.:@~+-]{0,40}){1,5}$/;
/** Longest word before the sign of a reference: `secretsmanager:`. [characters] */
const LONGEST_WORD = 14;

/**
 * Tells whether a text stands for a value that is not there: none at all, a switch, a mask, a
 * measured value, or a reference to be filled in.
 */
export function isStandIn(text: string): boolean {
  if (text.length <= LONGEST_NOTHING && isNothing(text)) return true;
  if (text.includes(";") && MEASURED.test(text)) return true;
  return mayBeMaskOrReference(text) && (MASK.test(text) || REFERENCE.test(text));
}

function isNothing(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  const isStop = last === 0x2e || last === 0x2c || last === 0x3b || last === 0x3a || last === 0x21;
  const word = isStop ? text.slice(0, -1) : text;
  return word.length > 1 && NOTHING.has(word.toLowerCase());
}

/** A first look, for most values are neither. */
function mayBeMaskOrReference(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first === 0x78) return true; // x
  if (first < 0x61 || first > 0x7a) return !isDigit(text.charCodeAt(0));
  let at = 1;
  for (; at <= LONGEST_WORD; at++) {
    const unit = text.charCodeAt(at) | 0x20;
    if (!(unit >= 0x61 && unit <= 0x7a)) break;
  }
  const sign = text.charCodeAt(at);
  return sign === 0x2e || sign === 0x5b || sign === 0x3a; // . [ :
}
