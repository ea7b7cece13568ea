/** What a character is to a name. */
const OTHER = 0, UPPER = 1, LOWER = 2, DIGIT = 3;

/** No name that people write needs more. */
const MOST_WORDS = 12;

/**
 * The last words of a name, twelve at most, in lower case, whichever way it sets them apart:
 * `DB_PASSWORD`, `dbPassword` and `db-password` have the same two, `HTTPServer2` has three.
 */
export function nameWords(name: string): string[] {
  const starts: number[] = [], ends: number[] = [];
  const add = (start: number, end: number) => {
    if (start === end) return;
    starts.push(start);
    ends.push(end);
  };
  for (let at = 0; at < name.length;) {
    const start = at, kind = kindOf(name, at);
    while (at < name.length && kindOf(name, at) === kind) at++;
    if (kind === UPPER && at < name.length && kindOf(name, at) === LOWER) {
      // The last capital begins the next word.
      add(start, at - 1);
      const begin = at - 1;
      while (at < name.length && kindOf(name, at) === LOWER) at++;
      add(begin, at);
    } else if (kind !== OTHER) add(start, at);
  }
  return starts.slice(-MOST_WORDS).map((start, index) =>
    name.slice(start, ends[index + Math.max(0, ends.length - MOST_WORDS)]).toLowerCase()
  );
}

function kindOf(name: string, at: number): number {
  const unit = name.charCodeAt(at);
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit < 0x80) return OTHER;
  return /[\p{Ll}\p{Lo}\p{Lm}]/u.test(name[at]!)
    ? LOWER
    : /\p{Lu}/u.test(name[at]!)
    ? UPPER
    : OTHER;
}
