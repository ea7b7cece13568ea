import type { Label } from "../../label.ts";
import { fold, type Mention, placesOf } from "../folded_text.ts";
import { otherWords } from "./concepts.ts";
import { isDenied, matchesOf } from "./stance.ts";

/** Stands between a cause and its effect. */
const BRINGS =
  /\b(?:lead(?:s|ing)? to|led to|caus(?:e|es|ed|ing)(?! by)|results? in|until|therefore|hence|so|which is why|and then|in the end|end(?:s|ed)? (?:in|up)|trigger(?:s|ed)?|makes?|produces?|explains?|then|finally|(?:show|report)\w* [^.;!?]{0,30}\bas)\b/;
/** Stands between an effect and its cause. */
const BECAUSE =
  /\b(?:because|due to|caused by|(?:result|consequence|side effect|effect|symptom)s? of|stems? from|owing to|triggered by|followed from|comes? from|since|as)\b/;
/** Follows the thing that is called the cause. */
const AT_FAULT =
  /^(?: [\w'/.%-]+){0,4} (?:is|was|are|were) (?:to blame|at fault|the (?:root |real |actual )?(?:cause|reason|culprit)|what|why)\b/;

/** Whether a hypothesis names each group of the cause, undenied, and not as a distractor's effect. */
export function namesCause(
  written: string,
  { cause, distractors }: Pick<Label, "cause" | "distractors">,
) {
  const text = fold(written);
  const said = (names: readonly string[]) =>
    mentionsOf(text, names).filter((mention) => !isDenied(text, mention));
  const causes = ofOneThing(text, cause, cause.map(said));
  // A word that names the cause cannot also count as a distractor.
  const wrong = distractors.map((names) =>
    said(names).filter((one) => !causes.flat().some((other) => overlaps(one, other)))
  );
  const lacks = cause.filter((_, at) => causes[at]!.length === 0).map(([name]) => name!);
  const isRoot = (mention: Mention) =>
    AT_FAULT.test(text.slice(mention.end)) ||
    causes.flat().some((effect) => bringsAbout(text, mention, effect));
  const roots = wrong.findIndex((mentions) => mentions.some(isRoot));
  const at = roots >= 0 ? roots : lacks.length > 0 ? wrong.findIndex((all) => all.length > 0) : -1;
  return {
    isNamed: lacks.length === 0 && roots < 0,
    /** The first alias of each group that is missing or denied. */
    lacks,
    /** A distractor that the text gives as the cause. */
    ...(at >= 0 && { distractor: distractors[at]![0]! }),
  };
}

/**
 * Keeps mentions that belong to the labelled thing. A failure of `db-02` does not count where
 * `db-01` is labelled, and neither does one in a contrasting clause.
 */
function ofOneThing(text: string, cause: Label["cause"], mentions: readonly Mention[][]) {
  const siblings = cause.flat().filter((name) => /\p{L}.*\d/u.test(name)).map((name) => ({
    own: fold(name),
    form: new RegExp(`\\b${fold(name).replace(/[^\w-]/g, "\\$&").replace(/\d+/g, "\\d+")}\\b`, "g"),
  }));
  return mentions.map((own, at) =>
    own.filter((mention) => {
      const clause = clauseOf(text, mention);
      const names = siblings.flatMap(({ own, form }) =>
        [...clause.matchAll(form)].map(([name]) => name === own)
      );
      if (names.length > 0 && !names.includes(true)) return false;
      // Every other group must be mentioned outside contrasting clauses.
      return mentions.every((others, other) =>
        other === at || others.length === 0 ||
        others.some((one) => !isContrasted(text, mention, one))
      );
    })
  );
}

const CLAUSE_END =
  /[.;!?](?=\s|$)|, (?=and |but |yet |while |whereas |which )|\b(?:but|yet|whereas|while|because)\b/g;

function clauseOf(text: string, { start, end }: Mention): string {
  const marks = matchesOf(text, CLAUSE_END);
  const before = marks.findLast((mark) => mark.end <= start);
  const behind = marks.find((mark) => mark.start >= end);
  return text.slice(before?.end ?? 0, behind?.start);
}

/** Whether "but" or "whereas" stands between two mentions. */
function isContrasted(text: string, a: Mention, b: Mention): boolean {
  return /\b(?:yet|whereas|while|although|though|but (?:the|an?|its|this|that|these|it|\S+ (?:is|are|was|were|has|have|only|merely|just)))\b/
    .test(between(text, a, b));
}

function between(text: string, a: Mention, b: Mention): string {
  return text.slice(Math.min(a.end, b.end), Math.max(a.start, b.start));
}

/** Where one of the names, or another word for it, occurs as a whole word. */
function mentionsOf(text: string, names: readonly string[]): Mention[] {
  return [
    ...names.flatMap((name) => placesOf(text, name)),
    ...otherWords(names.map(fold)).flatMap((words) => matchesOf(text, words)),
    ...names.flatMap((name) => rewordedPlaces(text, name)),
  ].sort((a, b) => a.start - b.start);
}

/** How many other words may stand between the words of a name. */
const APART = 5;
const DENIES =
  /\b(?:not|never|no|nor|without|n't|only|half|free|far|below|under|last|other|another|neighbou?ring|different|staging)\b|\b[1-8]?\d ?%/;

/** Where all words of a name are close together in any form: "disk failure", "the failed disk". */
function rewordedPlaces(text: string, name: string): Mention[] {
  const stems = fold(name).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2).map(stemOf);
  if (stems.length < 2) return [];
  const words = [...text.matchAll(/[\p{L}\p{N}-]+|[.;:!?,](?=\s|$)/gu)]
    .map(({ index, 0: word }) => ({ start: index, end: index + word.length, stem: stemOf(word) }));
  return words.flatMap((first, at) => {
    if (!stems.includes(first.stem)) return [];
    const near = words.slice(at, at + stems.length + APART);
    const stop = near.findIndex(({ stem }) => /^[.;:!?,]$/.test(stem));
    const reach = stop < 0 ? near : near.slice(0, stop);
    const places = stems.map((stem) => reach.findIndex((word) => word.stem === stem));
    if (places.includes(-1)) return [];
    const mention = { start: first.start, end: reach[Math.max(...places)]!.end };
    return DENIES.test(text.slice(mention.start, mention.end)) ? [] : [mention];
  });
}

/** A word without its ending: failed, fails, failure. */
function stemOf(word: string): string {
  return word.length < 5 ? word.replace(/s$/, "") : word.replace(
    /(?:ations?|ions?|ures?|ings?|ments?|e?d|e?s|e|y)$/,
    "",
  );
}

function overlaps(a: Mention, b: Mention): boolean {
  return a.start < b.end && b.start < a.end;
}

function bringsAbout(text: string, cause: Mention, effect: Mention): boolean {
  const link = between(text, cause, effect);
  if (/[.!?;] /.test(link)) return false;
  if (cause.end > effect.start) return BECAUSE.test(link);
  return BRINGS.test(link) || /\b(?:because|since) [^.;!?,]*$/.test(text.slice(0, cause.start));
}
