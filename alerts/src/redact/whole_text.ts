import { keyWord } from "./key_words.ts";
import { isSecretValue, LONGEST_LOOK } from "./secret_value.ts";
import type { Finder } from "./span.ts";

/**
 * Makes a finder that takes a text as the value of a name, as a structure such as
 * `{"password": "open sesame"}` tells.
 */
export function wholeText(name: string): Finder {
  const word = keyWord(name);
  return (view) =>
    word !== null && isSecretValue(word, view.slice(0, LONGEST_LOOK), { quoted: true, name })
      ? [{ start: 0, end: view.length, rule: word.rule, type: word.type }]
      : [];
}
