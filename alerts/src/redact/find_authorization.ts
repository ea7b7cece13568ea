import type { ValueReader } from "./read_value.ts";
import { readValues } from "./read_values.ts";
import type { Span } from "./span.ts";
import type { ValueJudge } from "./value_judge.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** Schemes whose value is a list of fields. */
const FIELDS =
  /(?:Digest|AWS4-HMAC-SHA256|SharedKey|SharedKeyLite|SharedAccessSignature|Hawk|Signature)[ \v]{1,4}/iy;
/** A scheme alone, as in "Authorization: Bearer", or what was decided, is no secret. */
const BARE_SCHEME = /^(?:bearer|basic|digest|token|negotiate|(?:decision|result)=[a-z]{2,12})$/i;
/** The longest of them. [characters] */
const LONGEST_SCHEME = 21;
/** Such a field, whose value may stand in quotes, and what may follow it. */
const FIELD =
  /[\w-]{1,40} {0,2}=(?: {0,2}\\{0,15}"[^"\n\r\f\uffff]{0,1024}"|[^\s"',\uffff\]}]{1,1024})(?:[ \v]{0,4},[ \v]{0,4}|&)?/y;
/** Fields of one header. */
const MOST_FIELDS = 32;

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
    const from = FIELDS.lastIndex, to = fieldsEnd(view, from);
    return to > from ? [{ start: from, end: to, rule, type }] : [];
  }
  USER_AND_SECRET.lastIndex = start;
  if (!quoted && USER_AND_SECRET.test(view)) {
    return [{ start, end: USER_AND_SECRET.lastIndex, rule, type }];
  }
  const isBare = !quoted && end - start <= LONGEST_SCHEME &&
    BARE_SCHEME.test(view.slice(start, end));
  return !isBare && judge.isSecret(value, word) ? [{ start, end, rule, type }] : [];
}

function fieldsEnd(view: string, start: number): number {
  let end = start;
  for (let count = 0; count < MOST_FIELDS; count++) {
    FIELD.lastIndex = end;
    if (!FIELD.test(view)) break;
    end = FIELD.lastIndex;
  }
  while (end > start && /[\s,&]/.test(view[end - 1]!)) end--;
  return end;
}
