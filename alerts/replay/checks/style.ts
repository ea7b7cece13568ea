import { Buffer } from "node:buffer";
import { type Check, readable } from "./check.ts";
import { wordsOf } from "./folded_text.ts";

/** Fits a push message and one look at a phone. [bytes of UTF-8] */
const MOST = 2000, LEAST = 40;

export const length: Check = {
  name: "length",
  role: "limits",
  about:
    `The pushed text has ${LEAST} to ${MOST} bytes. For longer texts the value falls, to 0 at ` +
    `${2 * MOST} bytes`,
  weight: 0.3,
  version: 2,
  judge: readable((_, { answer: { prose } }) => {
    const bytes = Buffer.byteLength(prose);
    if (bytes < LEAST) return { value: 0, reason: `${bytes} bytes say nothing` };
    return {
      value: Math.max(0, Math.min(1, 2 - bytes / MOST)),
      reason: `${bytes} bytes${bytes > MOST ? `, more than ${MOST}` : ""}`,
    };
  }),
};

/** Frequent words of each language. Languages share some of them. */
const LANGUAGES = Object.entries({
  English:
    "the and of to is was are were that with which because has have not from its by it be this at after before",
  German:
    "der die das und ist nicht mit wird wurde weil dass ein eine auf für von dem den sich nach vor sind hat bei",
  French:
    "le la les des est une dans pour pas que qui sur avec sont été par ce cette il elle aux du et",
  Spanish: "el los las una es que por con para del no se su como está son fue más pero y en",
}).map(([name, words]) => ({ name, own: new Set(words.split(" ")) }));

export const language: Check = {
  name: "language",
  role: "limits",
  about: "It is in English, judged by its frequent words",
  weight: 0.5,
  version: 2,
  judge: readable((_, { answer: { folded } }) => {
    const words = wordsOf(folded);
    const votes = LANGUAGES.map(({ own }) => words.filter((word) => own.has(word)).length);
    const most = Math.max(...votes);
    if (most === 0) return { value: 0, reason: "no language that is known" };
    const { name } = LANGUAGES[votes.indexOf(most)]!;
    return { value: name === "English" ? 1 : 0, reason: name };
  }),
};
