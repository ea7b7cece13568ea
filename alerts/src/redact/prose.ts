import { isSpace } from "./characters.ts";
import { wordsIn } from "./words_of_keys.ts";

/** With what a sentence goes on after `password:` or `token:`. */
const PROSE: ReadonlySet<string> = new Set(wordsIn(
  `a after already an and are as at auth authentication authorization because been before but by can
   cannot can't changed check checking contains context could couldn't deadline denied did didn't do
   does doesn't don't error exceeded expected expired expires failed failure for forbidden found from
   got had has have if in incorrect invalid is it its key length login malformed mismatch missing
   must need needs never no not of on or permission please refresh refused rejected request required
   retrying rpc secret secrets should signature since than that the their there this timeout timed to
   token too unable unauthorized unexpected unknown unsupported until use user using validation
   verification was when which while will with without won't wrong x509 you your rotated renewed
   updated created deleted reset password passwd passphrase supplied provided entered given`,
));
/** Longest first word that is looked at. [characters] */
const LONGEST_FIRST = 20;

/**
 * Tells whether a value reads as the rest of a sentence: several words, the first of which is a
 * common one; or one word that is never more.
 *
 * @param isString Whether the value surely ends here, so that a single word is no sentence.
 */
export function isProse(text: string, isString: boolean): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first < 0x61 || first > 0x7a) return false;
  let end = 0;
  while (end < text.length && !isSpace(text.charCodeAt(end))) {
    if (++end > LONGEST_FIRST) return false;
  }
  if (end === 0 || isString && end === text.length) return false;
  while (end > 0 && isStop(text.charCodeAt(end - 1))) end--;
  return PROSE.has(text.slice(0, end).toLowerCase());
}

function isStop(unit: number): boolean {
  return unit === 0x2e || unit === 0x2c || unit === 0x3b || unit === 0x3a || unit === 0x21 ||
    unit === 0x3f;
}
