import { type Check, UNREADABLE } from "../check.ts";
import { wordsOf } from "../facts.ts";

/** Frequent words of each language. Languages share some of them. */
const STOP_WORDS: readonly (readonly [language: string, words: string])[] = [
  [
    "English",
    "the and of to is was are were that with which because has have not from its by it be this at after before",
  ],
  [
    "German",
    "der die das und ist nicht mit wird wurde weil dass ein eine auf für von dem den sich nach vor sind hat bei",
  ],
  [
    "French",
    "le la les des est une dans pour pas que qui sur avec sont été par ce cette il elle aux du et",
  ],
  ["Spanish", "el los las una es que por con para del no se su como está son fue más pero y en"],
];
/** For each word, the indexes of its languages. */
const LANGUAGES = Map.groupBy(
  STOP_WORDS.flatMap(([, words], at) => words.split(" ").map((word) => ({ word, at }))),
  ({ word }) => word,
);

/** The language with the most stop words; `undefined` without any. */
function languageOf(folded: string): string | undefined {
  const votes = STOP_WORDS.map(() => 0);
  for (const word of wordsOf(folded)) {
    for (const { at } of LANGUAGES.get(word) ?? []) votes[at]!++;
  }
  const most = Math.max(...votes);
  return most > 0 ? STOP_WORDS[votes.indexOf(most)]![0] : undefined;
}

export const language: Check = {
  name: "language",
  role: "limits",
  about: "It is in English, judged by its frequent words",
  weight: 0.5,
  version: 2,
  judge({ answer: { written, folded } }) {
    if (!written) return UNREADABLE;
    const found = languageOf(folded);
    return { value: found === "English" ? 1 : 0, reason: found ?? "no language that is known" };
  },
};
