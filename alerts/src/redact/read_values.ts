import { isQuote, isSpace } from "./characters.ts";
import { PADDING } from "./view.ts";
import type { ReadValueOptions, Value, ValueReader } from "./read_value.ts";

/** Schemes of HTTP authentication whose value is one word. */
const SCHEME =
  /(?:Bearer|Basic|Token|Api-Token|ApiToken|ApiKey|Api-Key|Key|Negotiate|NTLM|Splunk|GenieKey|OAuth|Bot|PRIVATE-TOKEN|SSWS)[ \v]{1,4}/iy;
/** Blanks before a list. [characters] */
const LONGEST_GAP = 16;
/** Blanks between the values of a list. [characters] */
const LONGEST_BREAK = 256;
/** Values of one list. */
const MOST_VALUES = 64;

/** Options of {@linkcode readValues}. */
export interface ReadValuesOptions extends ReadValueOptions {
  /**
   * Whether only the first value of a list is wanted.
   *
   * @default {false}
   */
  readonly firstOnly?: boolean;
}

/**
 * Reads what stands after a separator: the value, or all values of a list `["a", "b"]`; none of an
 * object. Of `Bearer abc` the value is `abc`.
 *
 * @param at Place after the separator. [UTF-16 units]
 */
export function readValues(
  view: string,
  at: number,
  values: ValueReader,
  options: ReadValuesOptions = {},
): Value[] {
  let from = at;
  while (view.charCodeAt(from) === 0x20 && from - at < LONGEST_GAP) from++;
  const first = view.charCodeAt(from);
  if (first === 0x7b || first === 0x28) return []; // { (
  if (first === 0x5b) {
    return readList(view, from + 1, values, options.firstOnly === true ? 1 : MOST_VALUES); // [
  }
  const value = values.read(at, options);
  return value === null ? [] : [afterScheme(view, value, values)];
}

function readList(view: string, at: number, values: ValueReader, most: number): Value[] {
  const found: Value[] = [];
  for (let from = at; found.length < most;) {
    const limit = from + LONGEST_BREAK;
    while (isSpace(view.charCodeAt(from)) && from < limit) from++;
    const value = values.read(from);
    if (value === null) break;
    found.push(afterScheme(view, value, values));
    from = value.end;
    while (isQuote(view.charCodeAt(from)) || view[from] === "\\") from++;
    if (view.charCodeAt(from) !== 0x2c) break; // ,
    from++;
  }
  return found;
}

/** The value itself after `Bearer` or the like. */
function afterScheme(view: string, value: Value, values: ValueReader): Value {
  // A scheme has a blank after it, and so ends what stands in no quotes.
  const after = view.charCodeAt(value.end);
  if (!value.quoted && after !== 0x20 && after !== PADDING) return value;
  SCHEME.lastIndex = value.start;
  if (!SCHEME.test(view)) return value;
  const start = SCHEME.lastIndex;
  if (value.quoted) return start < value.end ? { ...value, start } : value;
  const rest = values.read(start);
  return rest === null ? value : { ...rest, quoted: false };
}
