import { diffWordsWithSpace } from "diff";

/** A piece of a text. */
export interface DiffPart {
  readonly text: string;
  readonly isShared: boolean;
}

/** What two texts share and what not. */
export interface Diff {
  readonly before: readonly DiffPart[];
  readonly after: readonly DiffPart[];
}

/** Texts of models are short; a longer one is shown without its differences. */
const LONGEST = 4000;

/**
 * Word by word what differs between two texts. Putting the pieces of a side together gives the
 * text.
 */
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
