import type { Label } from "../../label.ts";
import { fold } from "../fold.ts";
import { placesOf } from "../mentions.ts";
import { otherWords } from "./concepts.ts";
import { isDenied, type Mention } from "./stance.ts";

/** What a text takes for the cause. */
export interface NamedCause {
  readonly isNamed: boolean;
  /** The first names of what it does not name, or denies. */
  readonly lacks: readonly string[];
  /** A distractor that it takes for the cause. */
  readonly distractor?: string;
}

/** Between two things of which the first brought about the second. */
const BRINGS =
  /\b(?:lead(?:s|ing)? to|led to|caus(?:e|es|ed|ing)(?! by)|results? in|until|therefore|hence|so|which is why|and then|in the end|end(?:s|ed)? (?:in|up)|trigger(?:s|ed)?|makes?|produces?|explains?|then|finally|(?:show|report)\w* [^.;!?]{0,30}\bas)\b/;
/** Between two things of which the second brought about the first. */
const BECAUSE =
  /\b(?:because|due to|caused by|(?:result|consequence|side effect|effect|symptom)s? of|stems? from|owing to|triggered by|followed from|comes? from|since|as)\b/;
/** Said of something that is the cause. */
const AT_FAULT =
  /^(?: [\w'/.%-]+){0,4} (?:is|was|are|were) (?:to blame|at fault|the (?:root |real |actual )?(?:cause|reason|culprit)|what|why)\b/;

/**
 * Whether a hypothesis names the labelled cause as the cause: each group by one of its aliases or
 * its other words, not denied, and not as the effect of a distractor.
 */
export function namesCause(
  written: string,
  { cause, distractors }: Pick<Label, "cause" | "distractors">,
): NamedCause {
  const text = fold(written);
  const said = (names: readonly string[], more: readonly RegExp[]) =>
    mentionsOf(text, names, more).filter((mention) => !isDenied(text, mention));
  const causes = cause.map((names) => said(names, otherWords(names.map(fold))));
  const wrong = distractors.map((names) => {
    const all = said(names, otherWords(names.map(fold)));
    // A word of the cause is no distractor too.
    return all.filter((one) => !causes.flat().some((other) => overlaps(one, other)));
  });
  const lacks = cause.filter((_, at) => causes[at]!.length === 0).map(([name]) => name!);
  const isRoot = (mention: Mention) =>
    AT_FAULT.test(text.slice(mention.end)) ||
    causes.flat().some((effect) => bringsAbout(text, mention, effect));
  const roots = wrong.findIndex((mentions) => mentions.some(isRoot));
  const at = roots >= 0 ? roots : lacks.length > 0 ? wrong.findIndex((all) => all.length > 0) : -1;
  return {
    isNamed: lacks.length === 0 && roots < 0,
    lacks,
    ...(at >= 0 && { distractor: distractors[at]![0]! }),
  };
}

/** Where any of the names stands as a whole word, or other words for it. */
function mentionsOf(
  text: string,
  names: readonly string[],
  more: readonly RegExp[],
): Mention[] {
  const own = names.flatMap((name) =>
    placesOf(text, name).map((start) => ({ start, end: start + fold(name).trim().length }))
  );
  const others = more.flatMap((words) =>
    [...text.matchAll(words)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    }))
  );
  return [...own, ...others].sort((a, b) => a.start - b.start);
}

function overlaps(a: Mention, b: Mention): boolean {
  return a.start < b.end && b.start < a.end;
}

function bringsAbout(text: string, cause: Mention, effect: Mention): boolean {
  const isFirst = cause.end <= effect.start;
  const between = isFirst
    ? text.slice(cause.end, effect.start)
    : text.slice(effect.end, cause.start);
  return !/[.!?;] /.test(between) && (isFirst ? BRINGS : BECAUSE).test(between);
}
