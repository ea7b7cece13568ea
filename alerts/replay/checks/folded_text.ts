/**
 * Texts as checks compare them: folded, then as words, terms or mentions of a name.
 *
 * @module
 */

// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/** Lower case, single spaces, plain dashes and quotation marks. */
export function fold(text: string): string {
  // ASCII needs no normalisation, which takes most of the time.
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/g, " ");
  const folded = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
  return folded.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'");
}

export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that say nothing about a particular alert. */
const COMMON = new Set(
  ("about above after again against also although always another because been before being below " +
    "between both cannot cause caused causes could does down during each either every from further " +
    "have having here into itself just like likely made make makes many more most much must near only " +
    "other over perhaps possible probably rather same should since some still such than that their " +
    "them then there therefore these they this those though through under until very were what when " +
    "where whether which while will with within without would your issue issues problem problems " +
    "alert alerts true false null none info warning critical error errors fail fails failed failing " +
    "failure firing normal status reason state")
    .split(" "),
);

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._:/@-]*[\p{L}\p{N}])?/gu, PLAIN = /^\p{L}+$/u;

/**
 * Terms of a folded text: names and numbers unchanged, long words by their first letters, so that
 * "expired" and "expires" match.
 */
export function termsOf(folded: string): Set<string> {
  const terms = new Set<string>();
  for (const word of folded.match(WORD) ?? []) {
    const isPlain = PLAIN.test(word);
    if (isPlain ? word.length < 4 || COMMON.has(word) : word.length < 2) continue;
    terms.add(isPlain ? word.slice(0, 6) : word);
  }
  return terms;
}

/** The first of several names that occurs in a text as a whole word. */
export function mentioned(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => placesOf(text, name).length > 0);
}

export interface Mention {
  readonly start: number;
  readonly end: number;
}

/** Where a name occurs as a whole word, singular or plural. */
export function placesOf(text: string, name: string): Mention[] {
  const wanted = fold(name).trim();
  const places: Mention[] = [];
  if (wanted === "") return places;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length, plural = text[end] === "s" ? end + 1 : end;
    if (!isLetter(text[at - 1]) && !isLetter(text[plural])) places.push({ start: at, end: plural });
  }
  return places;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
