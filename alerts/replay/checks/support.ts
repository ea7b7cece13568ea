import { isTakenBack } from "./cause/stance.ts";
import { type Check, UNREADABLE } from "./check.ts";
import { type Facts, RUN } from "./facts.ts";
import { fold, termsOf, wordsOf } from "./folded_text.ts";
import { isMeasured, measuresIn } from "./measures.ts";

/** Weights of the first, second and third hypothesis. */
const WEIGHTS = [4, 2, 1];
/** Lengths of time between instants belong to no single item. */
const NONE = new Float64Array();
/** Facts for full marks: shared with the cited items, or told by an abstaining answer. */
const ENOUGH = 3;
/** Share of a claim's facts that may come from other items. */
const ELSEWHERE = 0.3;
/** A claim counts in full up to the first share of copied words, and not at all from the second. */
const OWN = 0.65, COPIED = 0.9;
/** Share of words from outside the case that a claim needs. */
const OWN_WORDS = 0.08;
/** With a smaller share of function words, a text is a list and not a sentence. */
const PROSE = 0.08;
/** With a larger share of one function word ("a of b of c"), it is one too. */
const REPEATED = 0.25;
/** Up to this many words, function words say nothing. [words] */
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

export const support: Check = {
  name: "support",
  role: "earns",
  about: "The cited items contain what the hypothesis says, and none is superfluous. Without a " +
    "hypothesis, the answer reports findings or gaps",
  weight: 3,
  version: 2,
  judge({ answer: { written, folded }, facts, label }) {
    if (label?.abstain && label.severity.includes("none")) {
      return { value: null, reason: "nothing is wrong that items could tell of" };
    }
    if (!written) return UNREADABLE;
    const { hypotheses, not_read: gaps } = written;
    if (hypotheses.length === 0 && !facts.isReadable) {
      return gaps.length > 0
        ? { value: 1, reason: "nothing could be read, and it says so" }
        : { value: 0, reason: "nothing could be read, and it does not say so" };
    }
    if (hypotheses.length === 0) {
      const found = factsIn(termsOf(folded), facts);
      return {
        value: Math.min(1, found.length / ENOUGH),
        reason: found.length === 0
          ? "it tells nothing of the context"
          : `it tells of ${found.slice(0, 4).join(", ")}`,
      };
    }
    const judged = hypotheses.map(({ cause, evidence }) => supportOf(cause, evidence, facts));
    let sum = 0, weight = 0;
    for (const [at, { value }] of judged.entries()) {
      sum += WEIGHTS[at]! * value;
      weight += WEIGHTS[at]!;
    }
    const worst = judged.reduce((least, one) => one.value < least.value ? one : least);
    return { value: sum / weight, reason: worst.reason };
  },
};

/** Terms that are evidence: in the context, but neither in the alert nor in most items. */
function factsIn(terms: ReadonlySet<string>, { alertTerms, items, itemCounts }: Facts): string[] {
  const most = Math.max(2, items.size / 2);
  return [...terms].filter((term) => {
    const count = itemCounts.get(term) ?? 0;
    return count > 0 && count <= most && !alertTerms.has(term);
  });
}

/** How well the cited items support a claim: shared facts, no vain citation, words of its own. */
function supportOf(claim: string, cited: readonly string[], facts: Facts) {
  if (cited.length === 0) return { value: 0, reason: "it cites nothing" };
  const folded = fold(claim), terms = termsOf(folded);
  if (isTakenBack(folded)) return { value: 0, reason: "it takes back what it says" };
  const shared = factsIn(terms, facts), measures = measuresIn(folded);
  const used = cited.flatMap((id) => {
    const item = facts.items.get(id);
    if (!item) return [];
    const told = shared.filter((term) => item.terms.has(term));
    const measured = measures.filter((one) => isMeasured(one, { ...item, spans: NONE }));
    const isTitled = [...item.titleTerms].some((term) => terms.has(term));
    return isTitled || told.length + measured.length > 0 ? [{ id, ...item, told, measured }] : [];
  });
  const allTold = new Set(used.flatMap(({ told }) => told));
  const inCited = [
    ...shared.filter((term) => allTold.has(term)),
    ...new Set(used.flatMap(({ measured }) => measured.map(([text]) => text.trim()))),
  ];
  const enough = Math.min(1, inCited.length / ENOUGH) *
    together(inCited, used.flatMap(({ recordTerms }) => recordTerms));
  const covered = shared.length === 0
    ? 0
    : Math.min(1, inCited.length / shared.length / (1 - ELSEWHERE));
  // One item may be cited for something without words, such as a curve.
  const needed = Math.min(1, (used.length + 1) / cited.length);
  const { value: own, reason } = ownWords(wordsOf(folded), facts);
  const value = enough * covered * needed * own;
  if (own < 1) return { value, reason };
  if (inCited.length === 0 || needed < 1) {
    const useful = inCited.length === 0 ? [] : used.map(({ id }) => id);
    const vain = cited.filter((id) => !useful.includes(id));
    return { value, reason: `${vain.join(", ")} say nothing of it` };
  }
  return {
    value,
    reason: `${used.map(({ id }) => id).join(", ")} tell of ${inCited.slice(0, 4).join(", ")}`,
  };
}

/** Terms that share a line or record are worth more than scattered ones. */
function together(shared: readonly string[], records: readonly ReadonlySet<string>[]): number {
  const measures = shared.filter((term) => term.includes(" ")).length;
  const most = records.reduce(
    (most, terms) => Math.max(most, shared.filter((term) => terms.has(term)).length),
    0,
  );
  if (most + measures >= 2) return 1;
  return most + measures === 1 ? 0.6 : 0.3;
}

/** Whether a claim is a sentence of its own, neither copied nor a list of words. */
function ownWords(words: readonly string[], { runs, words: known }: Facts) {
  if (words.length <= CAPTION) return { value: 1, reason: "" };
  const small = words.filter((word) => SMALL.has(word));
  const repeated = Math.max(0, ...Map.groupBy(small, String).values().map(({ length }) => length));
  const isList = small.length / words.length < PROSE ||
    (repeated >= 5 && repeated / words.length > REPEATED);
  if (isList) return { value: 0, reason: "it is a list of words, not a sentence" };
  const copied = new Set<number>();
  let since = 0;
  for (const [at, word] of words.entries()) {
    // A sequence with a word from outside the case is not copied: most need no look.
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
    reason: `${percent(share)} of it is copied from the case, ${percent(own / different.length)} ` +
      "of its words are its own",
  };
}
