import { type Check, UNREADABLE } from "../check.ts";

/** Words that only one of the languages has, and that hardly a sentence is without. */
const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  English: new Set(
    "the and of to is was are were that with which because has have not from its by it be this at after before"
      .split(" "),
  ),
  German: new Set(
    "der die das und ist nicht mit wird wurde weil dass ein eine auf für von dem den sich nach vor sind hat bei"
      .split(" "),
  ),
  French: new Set(
    "le la les des est une dans pour pas que qui sur avec sont été par ce cette il elle aux du et"
      .split(" "),
  ),
  Spanish: new Set(
    "el los las una es que por con para del no se su como está son fue más pero y en".split(" "),
  ),
};

/** The language that most stop words are of; `undefined` if there are none. */
function languageOf(folded: string): string | undefined {
  const words = folded.match(/\p{L}+/gu) ?? [];
  const votes = Object.entries(STOP_WORDS).map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  return votes[0]!.count > 0 ? votes[0]!.language : undefined;
}

/** The answer is in the language of the prompt. */
export const language: Check = {
  name: "language",
  role: "limits",
  about: "It is in English, by a vote of stop words",
  weight: 0.5,
  version: 2,
  judge({ answer: { written, folded } }) {
    if (!written) return UNREADABLE;
    const found = languageOf(folded);
    return { value: found === "English" ? 1 : 0, reason: found ?? "no language that is known" };
  },
};
