import type { ValueReader } from "./read_value.ts";
import { readValues } from "./read_values.ts";
import type { Span } from "./span.ts";
import type { ValueJudge } from "./value_judge.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** Schemes whose value is a list of fields. */
const FIELDS =
  /(?:Digest|AWS4-HMAC-SHA256|SharedKey|SharedKeyLite|SharedAccessSignature|Hawk|Signature)[ \v]{1,4}/iy;
/** A scheme alone, as in "Authorization: Bearer", is no secret. */
const BARE_SCHEME = /^(?:bearer|basic|digest|token|negotiate)$/i;
/** The longest of them. [characters] */
const LONGEST_SCHEME = 9;
/** The rest of a header that stands in a string or on a line. */
const REST = /[^\n\r\f"'`\]}\uffff]{0,8192}/y;

/** A user and the secret of its automation, as Checkmk wants them. */
const USER_AND_SECRET = /[a-z][a-z_.-]{1,31}[ \v](?=[\w-]{0,64}\d)[\w-]{16,128}/y;

/** What reads and judges the values of a view. */
export interface Authorization {
  /** Reads values. */
  readonly values: ValueReader;
  /** Judges them. */
  readonly judge: ValueJudge;
  /** What the name says. */
  readonly word: KeyWord;
}

/**
 * Finds what an `Authorization` header gives away. The scheme stays.
 *
 * @param at Place after the separator. [UTF-16 units]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findAuthorization } from "./find_authorization.ts";
 * import { keyWord } from "./key_words.ts";
 * import { ValueReader } from "./read_value.ts";
 * import { ValueJudge } from "./value_judge.ts";
 *
 * const text = "Authorization: Digest username=ada, response=abc";
 * const [found] = findAuthorization(text, 14, {
 *   values: new ValueReader(text),
 *   judge: new ValueJudge(text),
 *   word: keyWord("Authorization")!,
 * });
 * assert.equal(text.slice(found?.start, found?.end), "username=ada, response=abc");
 * ```
 */
export function findAuthorization(
  view: string,
  at: number,
  { values, judge, word }: Authorization,
): Span[] {
  const { rule, type } = word;
  const [value] = readValues(view, at, values);
  if (value === undefined) return [];
  const { start, end, quoted } = value;
  FIELDS.lastIndex = start;
  if (FIELDS.test(view)) {
    return [{ start: FIELDS.lastIndex, end: headerEnd(view, FIELDS.lastIndex), rule, type }];
  }
  USER_AND_SECRET.lastIndex = start;
  if (!quoted && USER_AND_SECRET.test(view)) {
    return [{ start, end: USER_AND_SECRET.lastIndex, rule, type }];
  }
  const isBare = !quoted && end - start <= LONGEST_SCHEME &&
    BARE_SCHEME.test(view.slice(start, end));
  return !isBare && judge.isSecret(value, word) ? [{ start, end, rule, type }] : [];
}

function headerEnd(view: string, start: number): number {
  REST.lastIndex = start;
  REST.test(view);
  let end = REST.lastIndex;
  while (end > start && view.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}
