import { keyWord } from "./key_words.ts";
import { isSecretValue, LONGEST_LOOK } from "./secret_value.ts";
import { everywhere, type Span, type Stretch } from "./span.ts";

/** Longest tag that is read. [characters] */
const LONGEST_TAG = 400;
/** A tag: its name, and what names its value. */
const TAG = /^(?:[\w-]{1,40}:)?([\w.-]{1,80})(?=\s|$)/;
const NAMED = /\s(?:name|key|id|property|field)\s{0,4}=\s{0,4}\\{0,7}["']([^"'\\]{1,80})/i;
/** Another element around the value, and the beginning of CDATA. */
const INNER = /<(?:value|string|val|text)>\s{0,64}/iy, CDATA = "<![CDATA[";
/** Longest value. [characters] */
const LONGEST_VALUE = 4096;
/** The key of a property list, and the element after it, which has the value. */
const KEYED =
  /\s{0,16}([\w.\-:/ ]{1,80}?)\s{0,16}<\/(?:key|name|n)>\s{0,64}(?:<value>\s{0,16})?<(?:string|value|data)>(?=[^<\uffff]{1,4096}<\/)/iy;

/**
 * Finds values in XML and HTML whose element or attribute names them: `<password>`, `<entry
 * key="db.password">`, `<key>Password</key><string>`.
 */
export function findMarkup(view: string, where: readonly Stretch[] = everywhere(view)): Span[] {
  const spans: Span[] = [];
  for (const { from, to } of where) {
    let open = -1, next = view.indexOf("<", Math.max(0, from - LONGEST_TAG));
    for (
      let at = next < 0 ? -1 : view.indexOf(">", Math.max(from, spans.at(-1)?.end ?? 0));
      at >= 0 && at < to;
      at = view.indexOf(">", at + 1)
    ) {
      while (next >= 0 && next < at) {
        open = next;
        next = view.indexOf("<", open + 1);
      }
      const found = open >= 0 && at - open <= LONGEST_TAG ? element(view, open, at) : null;
      open = -1;
      if (found === null) continue;
      spans.push(found);
      at = found.end;
    }
  }
  return spans;
}

function element(view: string, open: number, at: number): Span | null {
  const tag = view.slice(open + 1, at), name = TAG.exec(tag)?.[1];
  if (name === undefined || tag.endsWith("/")) return null;
  const isKey = /^(?:key|name|n)$/i.test(name);
  const named = isKey ? keyed(view, at + 1) : NAMED.exec(tag)?.[1];
  const word = (isKey ? null : keyWord(name)) ?? (named === undefined ? null : keyWord(named));
  if (word === null) return null;
  const { start, end } = isKey
    ? { start: KEYED.lastIndex, end: view.indexOf("<", KEYED.lastIndex) }
    : textOf(view, at + 1);
  if (end <= start || end - start > LONGEST_VALUE) return null;
  const value = view.slice(start, Math.min(end, start + LONGEST_LOOK));
  return isSecretValue(word, value, { quoted: true })
    ? { start, end, rule: word.rule, type: word.type }
    : null;
}

/** The name in a `<key>`, whose value stands in the element after it. */
function keyed(view: string, at: number): string | undefined {
  KEYED.lastIndex = at;
  return KEYED.exec(view)?.[1];
}

/** The text of an element up to its closing tag, perhaps in another one, or in CDATA. */
function textOf(view: string, from: number): Pick<Span, "start" | "end"> {
  let start = from;
  while (start - from < 64 && view.charCodeAt(start) <= 0x20) start++;
  INNER.lastIndex = start;
  if (INNER.test(view)) start = INNER.lastIndex;
  const isData = view.startsWith(CDATA, start);
  if (isData) start += CDATA.length;
  const last = isData ? "]" : "<";
  let end = start;
  while (end - start <= LONGEST_VALUE && end < view.length && view[end] !== last) end++;
  // "AUTH <password> called without …" is a sentence, not XML.
  return view.startsWith(isData ? "]]>" : "</", end) ? { start, end } : { start, end: start };
}
