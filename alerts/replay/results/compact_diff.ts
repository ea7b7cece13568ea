import { diffWordsWithSpace } from "diff";

export interface DiffPart {
  readonly text: string;
  readonly isShared: boolean;
}

export interface Diff {
  readonly before: readonly DiffPart[];
  readonly after: readonly DiffPart[];
}

/** Longer texts are shown without differences. [characters] */
const LONGEST = 4000;

/** What differs between two texts, word by word. */
export function compactDiff(before: string, after: string): Diff {
  if (before.length + after.length > LONGEST) {
    return {
      before: [{ text: before, isShared: false }],
      after: [{ text: after, isShared: false }],
    };
  }
  const changes = diffWordsWithSpace(before, after);
  const side = (of: "added" | "removed") =>
    changes.filter((one) => !one[of]).map(({ value, added, removed }) => ({
      text: value,
      isShared: !added && !removed,
    }));
  return { before: side("added"), after: side("removed") };
}
