import { isTakenBack } from "./cause/stance.ts";
import { type Facts, RUN, wordsOf } from "./facts.ts";
import { fold } from "./fold.ts";
import { isMeasured, measuresIn } from "./grades/numbers.ts";
import { termsOf } from "./terms.ts";

/** Lengths of time between instants are no facts of one item. */
const NONE = new Float64Array();
/** Facts that a claim has to share with what it cites. */
const ENOUGH = 3;
/** Words that the rest of a claim may share with other items. */
const ELSEWHERE = 0.3;
/** Share of copied words up to which a claim is its author's own, and from which it is none. */
const OWN = 0.65, COPIED = 0.9;
/** Share of its words that the case does not have, from which a claim says something about it. */
const OWN_WORDS = 0.08;
/** Below this share of small words a text is a list, not a sentence. */
const PROSE = 0.08;
/** Share of words that are one and the same small word: "a of b of c". */
const REPEATED = 0.25;
/** Shorter texts are captions: their share of small words says nothing. */
const CAPTION = 9;
const OWN_WORD = /^\p{L}{3,}$/u;
const SMALL = new Set(
  (
    "a an the and or of to is are was were in on at by for from with as it its this " +
    "that which not no has have had be been but so because since after before than " +
    "into still only does do did can cannot der die das und ist nicht ein eine von " +
    "mit weil seit"
  ).split(" "),
);

/**
 * Facts of the context among the terms of a text: those of what was found that the alert itself
 * does not tell, and that are not in most items.
 */
export function factsIn(
  terms: ReadonlySet<string>,
  { alertTerms, itemTerms, itemCounts }: Pick<Facts, "alertTerms" | "itemTerms" | "itemCounts">,
): string[] {
  const most = Math.max(2, itemTerms.size / 2);
  return [...terms].filter((term) => {
    const count = itemCounts.get(term) ?? 0;
    return count > 0 && count <= most && !alertTerms.has(term);
  });
}

/**
 * How far cited items support a claim: the claim shares facts with them, they are needed for it,
 * and it is worded by its author rather than copied or strung together.
 */
export function supportOf(
  claim: string,
  cited: readonly string[],
  facts: Facts,
): { readonly value: number; readonly reason: string } {
  if (cited.length === 0) return { value: 0, reason: "it cites nothing" };
  const folded = fold(claim), terms = termsOf(folded);
  if (isTakenBack(folded)) return { value: 0, reason: "it takes back what it says" };
  const shared = factsIn(terms, facts), measures = measuresIn(folded);
  const measured = (id: string) => {
    const numbers = facts.itemNumbers.get(id);
    return numbers ? measures.filter((one) => isMeasured(one, { numbers, spans: NONE })) : [];
  };
  const used = cited.filter((id) =>
    shared.some((term) => facts.itemTerms.get(id)?.has(term)) || measured(id).length > 0 ||
    [...facts.titleTerms.get(id) ?? []].some((term) => terms.has(term))
  );
  const inCited = [
    ...shared.filter((term) => used.some((id) => facts.itemTerms.get(id)?.has(term))),
    ...new Set(used.flatMap(measured).map(([text]) => text.trim())),
  ];
  const enough = Math.min(1, inCited.length / ENOUGH) * together(inCited, used, facts);
  const covered = shared.length === 0
    ? 0
    : Math.min(1, inCited.length / shared.length / (1 - ELSEWHERE));
  // One item may be there for what has no words, such as a curve.
  const needed = Math.min(1, (used.length + 1) / cited.length);
  const { value: own, reason } = ownWords(wordsOf(folded), facts);
  const value = enough * covered * needed * own;
  if (own < 1) return { value, reason };
  if (inCited.length === 0) return { value, reason: `${cited.join(", ")} say nothing of it` };
  if (needed < 1) {
    const vain = cited.filter((id) => !used.includes(id));
    return { value, reason: `${vain.join(", ")} say nothing of it` };
  }
  return { value, reason: `${used.join(", ")} tell of ${inCited.slice(0, 4).join(", ")}` };
}

/** What belongs together stands together: words from all over an item tell of nothing. */
function together(shared: readonly string[], used: readonly string[], facts: Facts): number {
  let most = 0;
  for (const id of used) {
    for (const terms of facts.recordTerms.get(id) ?? []) {
      most = Math.max(most, shared.filter((term) => terms.has(term)).length);
    }
  }
  const measures = shared.filter((term) => term.includes(" ")).length;
  return most + measures >= 2 ? 1 : most + measures === 1 ? 0.6 : 0.3;
}

function ownWords(
  words: readonly string[],
  { runs, words: known }: Facts,
): { value: number; reason: string } {
  const small = words.filter((word) => SMALL.has(word));
  const counts = new Map<string, number>();
  for (const word of small) counts.set(word, (counts.get(word) ?? 0) + 1);
  const repeated = Math.max(0, ...counts.values());
  const isList = small.length / words.length < PROSE ||
    (repeated >= 5 && repeated / words.length > REPEATED);
  if (words.length > CAPTION && isList) {
    return { value: 0, reason: "it is a list of words, not a sentence" };
  }
  if (words.length <= CAPTION) return { value: 1, reason: "" };
  const copied = new Set<number>();
  let since = 0;
  for (const [at, word] of words.entries()) {
    // A run that holds a word of its author's is not copied: most need no look.
    if (!known.has(word)) since = at + 1;
    const first = at - RUN + 1;
    if (first < since || !runs.has(words.slice(first, at + 1).join(" "))) continue;
    for (let one = first; one <= at; one++) copied.add(one);
  }
  const share = copied.size / words.length;
  const different = [...new Set(words)];
  const own = different.filter((word) => !known.has(word) && OWN_WORD.test(word)).length;
  const value = Math.max(0, Math.min(1, (COPIED - share) / (COPIED - OWN))) *
    Math.min(1, own / different.length / OWN_WORDS);
  const percent = (of: number) => `${Math.round(100 * of)} %`;
  return {
    value,
    reason: value < 1
      ? `${percent(share)} of it is copied from the case, ${percent(own / different.length)} of ` +
        "its words are its own"
      : "",
  };
}
