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
